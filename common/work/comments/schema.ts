import { z } from 'zod'
import { commentBase } from '../../documents/comments/schema.ts'
import { userLite } from '../../identity/users/schema.ts'
import { externalIdsOfRow } from '../../platform/external-ids.ts'
import { id } from '../../platform/time.ts'
import { reactionResponse } from '../reactions/schema.ts'

/**
 * Visibility of a comment. Public boards show only EXTERNAL comments. Inside the project, INTERNAL and
 * EXTERNAL comments are visible.
 */
export const commentAccess = z.enum(['INTERNAL', 'EXTERNAL'])
export type CommentAccess = z.infer<typeof commentAccess>

export const commentRow = commentBase.extend({
  project_id: id,
  issue_id: id,
  access: commentAccess,
  ...externalIdsOfRow,
})
export type CommentRow = z.infer<typeof commentRow>

/** Adds fields that clients of Plane read. */
export const comment = commentRow.extend({
  workspace: id,
  project: id,
  issue: id,
  parent: id.nullable(),
  comment_json: z.record(z.string(), z.unknown()),
  comment_stripped: z.string(),
  comment_reactions: z.array(reactionResponse),
  actor_detail: userLite.nullable(),
  issue_detail: z.object({ id, name: z.string(), sequence_id: z.int() }),
  project_detail: z.object({ id, name: z.string(), identifier: z.string() }),
  workspace_detail: z.object({ id, name: z.string(), slug: z.string() }),
})
export type Comment = z.infer<typeof comment>
