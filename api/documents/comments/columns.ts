import { type InferEntityFromProperties, p } from '@mikro-orm/postgresql'
import { auditedColumns } from '../../platform/db/columns.ts'

/** The columns that the tables of work item comments and page comments have in common. */
export const commentColumns = {
  ...auditedColumns,
  workspace_id: p.uuid(),
  parent_id: p.uuid().strictNullable(),
  actor: p.uuid(),
  comment_html: p.text(),
  comment_json: p.json<Record<string, unknown>>(),
  comment_stripped: p.text(),
  mention_ids: p.array<string>().columnType('uuid[]'),
  edited_at: p.datetime().strictNullable(),
  /** The text before the last edit. This column is not part of any response. */
  before_edit: p.json<CommentBeforeEdit>().strictNullable(),
  removed_at: p.datetime().strictNullable(),
  /** The text of a deleted comment. Responses contain the text only after the comment was restored. */
  removed: p.json<CommentText>().strictNullable(),
  resolved_at: p.datetime().strictNullable(),
  resolved_by: p.uuid().strictNullable(),
}
export type CommentColumns = InferEntityFromProperties<typeof commentColumns>

/** The text of a comment as HTML, JSON and plain text, and the users whom the text mentions. */
export interface CommentText {
  comment_html: string
  comment_json: Record<string, unknown>
  comment_stripped: string
  mention_ids: string[]
}

export interface CommentBeforeEdit {
  comment_html: string
  /**
   * The time of the previous edit in ISO 8601. Is null if the text before the last edit was the original text.
   */
  edited_at: string | null
}
