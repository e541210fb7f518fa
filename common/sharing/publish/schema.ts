import { z } from 'zod'
import { logoProps } from '../../platform/logo-props.ts'
import { id, moment } from '../../platform/time.ts'
import { stateGroup } from '../../work/states/schema.ts'
import { priorities } from '../../work/work-items/priorities.ts'
import { publicBoardGroupKeys } from './rules.ts'

const switches = z.object({
  is_comments_enabled: z.boolean(),
  is_reactions_enabled: z.boolean(),
  is_votes_enabled: z.boolean(),
})

/** Enabled layouts of a public board. The board opens in the first enabled layout. */
const views = z.object({ list: z.boolean(), kanban: z.boolean() })

export const deployBoard = switches.extend({
  id,
  project_id: id,
  workspace_id: id,
  /** Last part of the board's address. Anybody who knows it can read the board. */
  anchor: z.string(),
  entity_name: z.literal('project'),
  entity_identifier: id,
  views,
  created_at: moment,
  updated_at: moment,
})
export type DeployBoard = z.infer<typeof deployBoard>

export const boardSettings = switches.partial().extend({ views: views.partial().optional() })
export type BoardSettings = z.infer<typeof boardSettings>

/** Number of users who reacted with this emoji, without their names. */
export const publicReaction = z.object({
  reaction: z.string(),
  count: z.int(),
  /** True if the caller reacted with this emoji. */
  is_own: z.boolean(),
})
export type PublicReaction = z.infer<typeof publicReaction>

export const publicVotes = z.object({
  up: z.int(),
  down: z.int(),
  /** Vote of the caller; 0 if the caller has not voted. */
  own: z.literal([1, -1, 0]),
})
export type PublicVotes = z.infer<typeof publicVotes>

/** A work item as anonymous visitors see it, without people. Fields of disabled features are null. */
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
  comment_count: z.int().nullable(),
  reactions: z.array(publicReaction).nullable(),
  votes: publicVotes.nullable(),
})
export type PublicItem = z.infer<typeof publicItem>

/** A comment on a public board. Only the display name of its author is public. */
export const publicComment = z.object({
  id,
  comment_html: z.string(),
  author: z.string(),
  is_own: z.boolean(),
  created_at: moment,
  edited_at: moment.nullable(),
  reactions: z.array(publicReaction).nullable(),
})
export type PublicComment = z.infer<typeof publicComment>

const publicState = z.object({ id, name: z.string(), color: z.string(), group: stateGroup })
const publicLabel = z.object({ id, name: z.string(), color: z.string() })

export const publishedBoard = switches.extend({
  anchor: z.string(),
  name: z.string(),
  description: z.string(),
  logo_props: logoProps,
  views,
  /** Layout in which the board opens. */
  layout: z.enum(['list', 'kanban']),
  group_by: z.enum(publicBoardGroupKeys),
  states: z.array(publicState),
  labels: z.array(publicLabel),
})
export type PublishedBoard = z.infer<typeof publishedBoard>
