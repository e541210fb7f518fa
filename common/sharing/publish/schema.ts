import { z } from 'zod'
import { emptyAsNull } from '../../platform/fields.ts'
import { logoProps } from '../../platform/logo-props.ts'
import { id, isoTimestamp } from '../../platform/time.ts'
import { createPageSchema } from '../../work/listing/schema.ts'
import { stateGroup } from '../../work/states/schema.ts'
import { gitItemStates } from '../../work/work-items/git-states.ts'
import { priorities } from '../../work/work-items/priorities.ts'
import { publicBoardGroupKeys } from './rules.ts'

const switches = z.object({
  is_comments_enabled: z.boolean(),
  is_reactions_enabled: z.boolean(),
  is_votes_enabled: z.boolean(),
  /** True if visitors can submit requests to the intake of the project. */
  is_intake_enabled: z.boolean(),
})

/** Enabled layouts of a public board. The board opens in the first enabled layout. */
const views = z.object({ list: z.boolean(), kanban: z.boolean() })
/**
 * Layouts of a board. Tandem's boards have only `list` and `kanban`. The other layouts are stored for clients
 * of Plane.
 */
const boardLayouts = views.extend({ calendar: z.boolean(), gantt: z.boolean(), spreadsheet: z.boolean() })
export type BoardLayouts = z.infer<typeof boardLayouts>

/** The project and the workspace of a board, in the format that clients of Plane read. */
const boardDetails = z.object({
  /** The published project. Null for the board of a view. */
  project: id.nullable(),
  workspace: id,
  project_details: z
    .object({
      id,
      name: z.string(),
      identifier: z.string(),
      description: z.string(),
      logo_props: logoProps,
      cover_image: z.string().nullable(),
      cover_image_url: z.string().nullable(),
    })
    .nullable(),
  workspace_detail: z.object({ id, name: z.string(), slug: z.string(), logo_url: z.string().nullable() }),
  /** Id of the intake that accepts requests of visitors. Both fields contain the same id. */
  inbox: id.nullable(),
  intake: id.nullable(),
})
export type BoardDetails = z.infer<typeof boardDetails>

export const publishSettings = switches.extend({
  id,
  project_id: id,
  workspace_id: id,
  /** Last part of the board's address. Anybody who knows it can read the board. */
  anchor: z.string(),
  entity_name: z.literal('project'),
  entity_identifier: id,
  views: boardLayouts,
  view_props: boardLayouts,
  ...boardDetails.shape,
  created_at: isoTimestamp,
  updated_at: isoTimestamp,
})
export type PublishSettings = z.infer<typeof publishSettings>

export const boardSettings = switches.partial().extend({
  views: boardLayouts.partial().optional(),
  view_props: boardLayouts.partial().optional(),
  /**
   * Id of the project's intake, which lets visitors submit requests. With null, visitors can no longer submit
   * requests.
   */
  intake: emptyAsNull(id).optional(),
})
export type BoardSettings = z.infer<typeof boardSettings>

/** Number of users who reacted with this emoji, without their names. */
export const publicReactionCount = z.object({
  reaction: z.string(),
  count: z.int(),
  /** True if the caller reacted with this emoji. */
  is_own: z.boolean(),
})
export type PublicReactionCount = z.infer<typeof publicReactionCount>

export const publicVoteCounts = z.object({
  up: z.int(),
  down: z.int(),
  /** Vote of the caller; 0 if the caller has not voted. */
  own: z.literal([1, -1, 0]),
})
export type PublicVoteCounts = z.infer<typeof publicVoteCounts>

/**
 * Author of a vote or reaction. The authors are not published: the id of another user is null, and the name is
 * always empty. Clients of Plane expect both fields.
 */
const feedbackAuthor = z.object({ id: id.nullable(), display_name: z.string() })

/** A vote or a reaction in the format that clients of Plane read. */
const feedbackRow = z.object({
  id,
  issue: id,
  project: id,
  workspace: id,
  /** Id of the caller if the vote or reaction is their own, otherwise null. */
  actor: id.nullable(),
  actor_details: feedbackAuthor,
  created_at: isoTimestamp,
})
export const publicReactionRow = feedbackRow.extend({ reaction: z.string(), comment: id.nullable() })
export type PublicReactionRow = z.infer<typeof publicReactionRow>
export const publicVoteRow = feedbackRow.extend({ vote: z.literal([1, -1]), actor_detail: feedbackAuthor })
export type PublicVoteRow = z.infer<typeof publicVoteRow>

/** The caller's vote or reaction, and the counts that change with it. */
export const voteWithUpdatedCounts = publicVoteCounts.extend(publicVoteRow.shape)
export type VoteWithUpdatedCounts = z.infer<typeof voteWithUpdatedCounts>
export const reactionWithUpdatedCount = publicReactionCount.extend(publicReactionRow.shape)
export type ReactionWithUpdatedCount = z.infer<typeof reactionWithUpdatedCount>

/** A work item as anonymous visitors see it. Fields of disabled features are null. */
export const publicItem = z.object({
  id,
  key: z.string(),
  sequence_id: z.int(),
  name: z.string(),
  state_id: id,
  priority: z.enum(priorities),
  label_ids: z.array(id),
  start_date: z.string().nullable(),
  target_date: z.string().nullable(),
  project_id: id,
  state__group: stateGroup,
  sort_order: z.number(),
  completed_at: isoTimestamp.nullable(),
  created_at: isoTimestamp,
  updated_at: isoTimestamp,
  sub_issues_count: z.int(),
  link_count: z.int(),
  /** State of the pull requests that name the item. `linked` means that only branches and commits name it. */
  git_state: z.enum(gitItemStates).nullable(),
  attachment_count: z.int(),
  /**
   * The following fields are empty on the board of a view, because it shows neither people nor cycles and
   * modules.
   */
  estimate_point: id.nullable(),
  cycle_id: id.nullable(),
  module_ids: z.array(id),
  assignee_ids: z.array(id),
  /** Id of the parent item. Null if the parent is not published. */
  parent_id: id.nullable(),
  created_by: z.null(),
  is_draft: z.literal(false),
  archived_at: z.null(),
  reaction_items: z.array(z.object({ reaction: z.string(), actor_details: feedbackAuthor })),
  vote_items: z.array(z.object({ vote: z.literal([1, -1]), actor_details: feedbackAuthor })),
  comment_count: z.int().nullable(),
  reactions: z.array(publicReactionCount).nullable(),
  votes: publicVoteCounts.nullable(),
})
export type PublicItem = z.infer<typeof publicItem>

const publicGroup = z.object({
  results: z.array(publicItem),
  total_results: z.int(),
  next_cursor: z.string().nullable(),
})
const publicLane = z.object({ results: z.record(z.string(), publicGroup), total_results: z.int() })

/** The items of a board: a list, or groups as in the listing for members. */
export const publicItemPage = createPageSchema(publicItem).extend({
  grouped_by: z.string().nullable(),
  sub_grouped_by: z.string().nullable(),
  extra_stats: z.null(),
  results: z.union([
    z.array(publicItem),
    z.record(z.string(), publicGroup),
    z.record(z.string(), publicLane),
  ]),
})

/** A comment on a public board. Only the display name of its author is public. */
export const publicComment = z.object({
  id,
  comment_html: z.string(),
  author: z.string(),
  is_own: z.boolean(),
  created_at: isoTimestamp,
  edited_at: isoTimestamp.nullable(),
  reactions: z.array(publicReactionCount).nullable(),
})
export type PublicComment = z.infer<typeof publicComment>

const publicState = z.object({ id, name: z.string(), color: z.string(), group: stateGroup })
const publicLabel = z.object({ id, name: z.string(), color: z.string() })

export const publishedBoard = switches.extend({
  ...boardDetails.shape,
  id,
  anchor: z.string(),
  name: z.string(),
  description: z.string(),
  logo_props: logoProps,
  views,
  view_props: boardLayouts,
  /** Layout in which the board opens. */
  layout: z.enum(['list', 'kanban']),
  group_by: z.enum(publicBoardGroupKeys),
  states: z.array(publicState),
  labels: z.array(publicLabel),
})
export type PublishedBoard = z.infer<typeof publishedBoard>
