import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import { auditedColumns } from '../../../platform/db/columns.ts'

/** Hashes of the last synchronized value of a field, on the forge and on the work item. */
export interface SyncedFieldHashes {
  forge: string
  item: string
  /**
   * Hashes of values that are being sent to the forge. They are stored before the request, so that the webhook
   * events that the request causes are recognized.
   */
  sending?: string[]
}

export type SyncedHashesByField = Record<'title' | 'body' | 'state', SyncedFieldHashes>

const { id, created_at } = auditedColumns

/** A work item that is synchronized with an issue of a repository. */
export const GitIssueEntity = defineEntity({
  name: 'GitIssue',
  tableName: 'git_issues',
  properties: {
    id,
    created_at,
    connection_id: p.uuid(),
    issue_id: p.uuid(),
    number: p.integer(),
    url: p.text(),
    known: p.json<SyncedHashesByField>(),
    /** Time of the last applied change on the forge. */
    changed_at: p.datetime().strictNullable(),
    /** Reason why the last request to the forge failed. Is null after a success. */
    error: p.text().strictNullable(),
    synced_at: p.datetime(),
  },
})
export type GitIssueRow = InferEntity<typeof GitIssueEntity>

/**
 * A comment that exists both in Tandem and on the forge. `forge_id` is null until the forge has confirmed the
 * new comment. A row with `deleted_at` remains after the comment was deleted on the forge, so that a late event
 * does not create the comment again. `comment_id` is null if the deletion arrived before the comment.
 */
export const GitIssueCommentEntity = defineEntity({
  name: 'GitIssueComment',
  tableName: 'git_issue_comments',
  properties: {
    id,
    created_at,
    git_issue_id: p.uuid(),
    comment_id: p.uuid().strictNullable(),
    forge_id: p.string().strictNullable(),
    is_from_forge: p.boolean(),
    forge_hash: p.string(),
    item_hash: p.string(),
    /** Time of the last applied change on the forge. */
    changed_at: p.datetime().strictNullable(),
    deleted_at: p.datetime().strictNullable(),
  },
})
export type GitIssueCommentRow = InferEntity<typeof GitIssueCommentEntity>
