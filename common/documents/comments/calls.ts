import { z } from 'zod'
import type { ErrorCode } from '../../platform/errors.ts'
import { emptyAsNull } from '../../platform/fields.ts'
import { id } from '../../platform/time.ts'
import { maxCommentLength } from './rules.ts'

/** The client chooses the id of a new comment, so the call can fail because the id already exists. */
const conflicts: ErrorCode[] = ['conflict']

const comment_json = z.record(z.string(), z.unknown()).nullish()

/** The request fields that carry the text of a comment. */
export const commentTextFields = { comment_html: z.string().max(maxCommentLength), comment_json }

export const newComment = z.object({
  id: id.optional(),
  ...commentTextFields,
  parent_id: emptyAsNull(id).optional(),
})

/**
 * Builds the API calls that comments on work items and comments on pages have in common. Everybody who can see the
 * item or page may comment, unless it is archived or a page is shared with them only for reading.
 */
export function sharedCommentCalls<const All extends string, Answer extends z.ZodType>(
  all: All,
  answer: Answer,
) {
  const one = `${all}{comment_id}/` as const
  return {
    list: { method: 'GET', path: all, who: { project: 'guest' }, answer: z.array(answer) },
    create: { method: 'POST', path: all, who: { project: 'guest' }, status: 201, answer, fails: conflicts },
    update: { method: 'PATCH', path: one, answer },
    remove: { method: 'DELETE', path: one, who: { project: 'admin', orOwn: true } },
    restore: { method: 'POST', path: `${one}restore/`, who: { project: 'admin', orOwn: true }, answer },
    resolve: { method: 'POST', path: `${one}resolve/`, who: { project: 'member', orOwn: true }, answer },
    reopen: { method: 'DELETE', path: `${one}resolve/`, who: { project: 'member', orOwn: true }, answer },
  } as const
}
