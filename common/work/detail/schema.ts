import { z } from 'zod'
import { attachmentResponse } from '../../documents/files/schema.ts'
import { versionRow } from '../../documents/versions/schema.ts'
import { userLite } from '../../identity/users/schema.ts'
import { commaSeparatedNames } from '../../platform/fields.ts'
import { labelRow } from '../labels/schema.ts'
import { linkResponse } from '../links/schema.ts'
import { reactionResponse } from '../reactions/schema.ts'
import { voteRow } from '../reactions/votes/schema.ts'
import { relatedWorkItem } from '../relations/schema.ts'
import { stateRow } from '../states/schema.ts'
import { workItemDetail, workItemRow } from '../work-items/schema.ts'

/** Related data that a client can request with a work item. */
const expanded = z.object({
  /** Parent of the item. Null if the item has no parent or the caller cannot see it. */
  parent: workItemRow.nullable(),
  state: stateRow,
  assignees: z.array(userLite),
  labels: z.array(labelRow),
  sub_issues: z.array(workItemRow),
  /**
   * `issue_relation` contains the relations in which this item is stored as the first item. `issue_related`
   * contains the relations in which it is stored as the second item.
   */
  issue_relation: z.array(relatedWorkItem),
  issue_related: z.array(relatedWorkItem),
  issue_reactions: z.array(reactionResponse),
  /** Votes by visitors of a public board. */
  issue_votes: z.array(voteRow),
  issue_link: z.array(linkResponse),
  issue_attachment: z.array(attachmentResponse),
  issue_attachments: z.array(attachmentResponse),
  /**
   * Newest version of the description, with its author and time. Null if nobody has edited the description.
   */
  description_version: versionRow.nullable(),
  /**
   * The users who created the item, changed it last, or wrote the newest version of its description. Visitors of a
   * public board are not among the members of the workspace.
   */
  authors: z.array(userLite),
})
export type ExpandedWorkItemParts = z.infer<typeof expanded>
export type WorkItemExpansion = keyof ExpandedWorkItemParts

export const expandedWorkItem = workItemDetail.extend(expanded.partial().shape)

const expansions = Object.keys(expanded.shape) as WorkItemExpansion[]
const fields = Object.keys(workItemDetail.shape) as (keyof typeof workItemDetail.shape)[]

export const detailQuery = z.object({
  expand: commaSeparatedNames(expansions, 'Invalid expand parameter.').optional(),
  /** Limits the response to the named fields and the fields that `expand` adds. */
  fields: commaSeparatedNames(fields, 'Unknown field.').optional(),
})
export type DetailQuery = z.infer<typeof detailQuery>
