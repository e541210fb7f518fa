import { z } from 'zod'
import { attachmentAnswer } from '../../documents/files/schema.ts'
import { versionRow } from '../../documents/versions/schema.ts'
import { userLite } from '../../identity/users/schema.ts'
import { namesAmong } from '../../platform/fields.ts'
import { labelRow } from '../labels/schema.ts'
import { linkAnswer } from '../links/schema.ts'
import { reactionAnswer } from '../reactions/schema.ts'
import { voteRow } from '../reactions/votes/schema.ts'
import { relatedWorkItem } from '../relations/schema.ts'
import { stateRow } from '../states/schema.ts'
import { workItemDetail, workItemRow } from '../work-items/schema.ts'

/** What one work item can bring along. */
const expanded = z.object({
  /** Null for one without a parent that the caller sees. */
  parent: workItemRow.nullable(),
  state: stateRow,
  assignees: z.array(userLite),
  labels: z.array(labelRow),
  sub_issues: z.array(workItemRow),
  /** Relations that are stored with this item first, and those that are stored with it second. */
  issue_relation: z.array(relatedWorkItem),
  issue_related: z.array(relatedWorkItem),
  issue_reactions: z.array(reactionAnswer),
  /** Of people who read it where it is published. */
  issue_votes: z.array(voteRow),
  issue_link: z.array(linkAnswer),
  issue_attachment: z.array(attachmentAnswer),
  issue_attachments: z.array(attachmentAnswer),
  /** The last version of the description: who wrote it and when. Null of one that nobody has written. */
  description_version: versionRow.nullable(),
})
export type Expanded = z.infer<typeof expanded>
export type Expansion = keyof Expanded

export const oneWorkItem = workItemDetail.extend(expanded.partial().shape)

const expansions = Object.keys(expanded.shape) as Expansion[]
const fields = Object.keys(workItemDetail.shape) as (keyof typeof workItemDetail.shape)[]

export const detailQuery = z.object({
  expand: namesAmong(expansions, 'Work items cannot be expanded by that.').optional(),
  /** Only these fields, and what it is expanded by. */
  fields: namesAmong(fields, 'There is no such field.').optional(),
})
export type DetailQuery = z.infer<typeof detailQuery>
