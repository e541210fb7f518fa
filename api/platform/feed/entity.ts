import { defineEntity, p } from '@mikro-orm/postgresql'

/** The counter that numbers a workspace's changes; its row lock makes versions commit in order and without gaps. */
export const WorkspaceVersionEntity = defineEntity({
  name: 'WorkspaceVersion',
  tableName: 'workspace_versions',
  properties: {
    workspace_id: p.uuid().primary(),
    version: p.integer(),
  },
})

/** One committed change, as `common/platform/changes.ts` describes it, with the rooms that hear it. */
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
    /** The values that the changed fields had, the whole public row of one that was deleted. For readers on the server alone. */
    old_fields: p.json<Record<string, unknown>>().strictNullable(),
    audience: p.array<string>().columnType('text[]'),
    left_audience: p.array<string>().columnType('text[]'),
    actor_id: p.uuid().strictNullable(),
    mutation_id: p.string().strictNullable(),
    created_at: p.datetime(),
  },
})

/** A reader that has begun once, in whatever process. */
export const FeedReaderEntity = defineEntity({
  name: 'FeedReader',
  tableName: 'feed_readers',
  properties: {
    name: p.string().primary(),
    begun_at: p.datetime(),
  },
})

/** The version up to which a reader has dealt with the feed of a workspace; without a row it has not come to it yet. */
export const FeedCursorEntity = defineEntity({
  name: 'FeedCursor',
  tableName: 'feed_cursors',
  properties: {
    reader: p.string().primary(),
    workspace_id: p.uuid().primary(),
    version: p.integer(),
  },
})

/** What was answered to a write with a mutation id, for when it is sent again (`answered.ts`). */
export const AnsweredWriteEntity = defineEntity({
  name: 'AnsweredWrite',
  tableName: 'answered_writes',
  properties: {
    user_id: p.uuid().primary(),
    mutation_id: p.string().primary(),
    /** A hash of method, address and body. */
    request: p.string(),
    status: p.integer(),
    /** As it was sent; null without a body, and where it is too long to be kept. */
    answer: p.text().strictNullable(),
    version: p.integer().strictNullable(),
    created_at: p.datetime(),
  },
})
