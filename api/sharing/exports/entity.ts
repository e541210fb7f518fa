import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import type { ExportProvider, exportStates } from '#common/sharing/exports/rules.ts'

export const ExportEntity = defineEntity({
  name: 'Export',
  tableName: 'exports',
  properties: {
    id: p.uuid().primary(),
    created_at: p.datetime().onCreate(() => new Date()),
    workspace_id: p.uuid(),
    initiated_by: p.uuid(),
    provider: p.string().$type<ExportProvider>(),
    project_ids: p.array<string>().columnType('uuid[]'),
    /** Ids of the projects that the user could read completely when the file was created. */
    seen_whole: p.array<string>().columnType('uuid[]').default([]),
    multiple: p.boolean(),
    with_comments: p.boolean().default(false),
    rich_filters: p.json<Record<string, unknown>>(),
    status: p.string().$type<(typeof exportStates)[number]>(),
    row_count: p.integer().strictNullable(),
    size: p.bigint('number').strictNullable(),
    expires_at: p.datetime().strictNullable(),
  },
})
export type Export = InferEntity<typeof ExportEntity>

/** Returns the storage key of the exported file. */
export const exportStorageKey = (id: string) => `exports/${id}`
