import { defineEntity, p } from '@mikro-orm/postgresql'

/**
 * The change counter of a workspace. The row lock of the counter makes versions commit in order and without
 * gaps.
 */
export const WorkspaceVersionEntity = defineEntity({
  name: 'WorkspaceVersion',
  tableName: 'workspace_versions',
  properties: {
    workspace_id: p.uuid().primary(),
    version: p.integer(),
  },
})

/**
 * A committed change with the rooms that receive it. `common/platform/changes.ts` describes the change
 * itself.
 */
export const ChangeEntity = defineEntity({
  name: 'Change',
  tableName: 'changes',
  properties: {
    workspace_id: p.uuid().primary(),
    version: p.integer().primary(),
    entity: p.string(),
    entity_id: p.uuid(),
    op: p.string().$type<'create' | 'update' | 'delete'>(),
    fields: p.json<Record<string, unknown>>(),
    /**
     * The old values of the changed fields, or the full public row if it was deleted. Only feed readers on
     * the server receive them.
     */
    old_fields: p.json<Record<string, unknown>>().strictNullable(),
    audience: p.array<string>().columnType('text[]'),
    left_audience: p.array<string>().columnType('text[]'),
    actor_id: p.uuid().strictNullable(),
    mutation_id: p.string().strictNullable(),
    created_at: p.datetime(),
  },
})

/** A registered reader of the change feed. */
export const FeedReaderEntity = defineEntity({
  name: 'FeedReader',
  tableName: 'feed_readers',
  properties: {
    name: p.string().primary(),
    begun_at: p.datetime(),
  },
})

/**
 * The version up to which a feed reader has processed a workspace. If the row is missing, the feed reader has
 * not started with the workspace.
 */
export const FeedCursorEntity = defineEntity({
  name: 'FeedCursor',
  tableName: 'feed_cursors',
  properties: {
    reader: p.string().primary(),
    workspace_id: p.uuid().primary(),
    version: p.integer(),
  },
})

/**
 * The answer to a write with a mutation id. If a client sends the write again, the stored answer is returned
 * (`stored-answers.ts`).
 */
export const IdempotencyRecordEntity = defineEntity({
  name: 'AnsweredWrite',
  tableName: 'answered_writes',
  properties: {
    user_id: p.uuid().primary(),
    mutation_id: p.string().primary(),
    /** Hash of method, URL and body. */
    request: p.string(),
    status: p.integer(),
    /** The body of the answer. Is null if the answer has no body or if the body is too long to store. */
    answer: p.text().strictNullable(),
    version: p.integer().strictNullable(),
    created_at: p.datetime(),
  },
})
