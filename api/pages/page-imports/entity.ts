import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import type {
  ImportNoteKind,
  ImportProblem,
  ImportSkipReason,
  ImportState,
} from '#common/pages/page-imports/rules.ts'
import type { PageAccess } from '#common/pages/pages/schema.ts'

export const PageImportEntity = defineEntity({
  name: 'PageImport',
  tableName: 'page_imports',
  properties: {
    id: p.uuid().primary(),
    created_at: p.datetime().onCreate(() => new Date()),
    updated_at: p
      .datetime()
      .onCreate(() => new Date())
      .onUpdate(() => new Date()),
    workspace_id: p.uuid(),
    project_id: p.uuid().strictNullable(),
    created_by: p.uuid(),
    name: p.text(),
    size: p.bigint('number'),
    parent: p.uuid().strictNullable(),
    access: p.integer().$type<PageAccess>(),
    status: p.string().$type<ImportState>(),
    problem: p.string().$type<ImportProblem>().strictNullable(),
    total: p.integer().strictNullable(),
    done: p.integer().default(0),
    left_out: p.integer().default(0),
    undone_at: p.datetime().strictNullable(),
  },
})
export type PageImport = InferEntity<typeof PageImportEntity>

/** One entry of the import report. The id of an entry contains the time at which the entry was created. */
export const PageImportNoteEntity = defineEntity({
  name: 'PageImportNote',
  tableName: 'page_import_notes',
  properties: {
    id: p.uuid().primary(),
    import_id: p.uuid(),
    kind: p.string().$type<ImportNoteKind>(),
    file: p.text(),
    page_id: p.uuid().strictNullable(),
    reason: p.string().$type<ImportSkipReason>().strictNullable(),
    text: p.text().default(''),
  },
})

/** Returns the storage key of the uploaded file, which is deleted when the import ends. */
export const importStorageKey = (id: string) => `imports/${id}`
