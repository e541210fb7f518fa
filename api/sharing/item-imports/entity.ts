import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import type {
  ImportOutcome,
  ItemImportFormat,
  ItemImportProblem,
  ItemImportState,
} from '#common/sharing/item-imports/rules.ts'
import type { ImportNote, ItemImportSettings } from '#common/sharing/item-imports/schema.ts'

/** Ids of the states, labels, cycles and modules that an import created, so that Undo can delete them. */
export type CreatedValues = Partial<Record<'states' | 'labels' | 'cycles' | 'modules', string[]>>

export const ItemImportEntity = defineEntity({
  name: 'ItemImport',
  tableName: 'item_imports',
  properties: {
    id: p.uuid().primary(),
    created_at: p.datetime().onCreate(() => new Date()),
    updated_at: p
      .datetime()
      .onCreate(() => new Date())
      .onUpdate(() => new Date()),
    workspace_id: p.uuid(),
    project_id: p.uuid(),
    created_by: p.uuid(),
    name: p.text(),
    size: p.bigint('number'),
    status: p.string().$type<ItemImportState>(),
    problem: p.string().$type<ItemImportProblem>().strictNullable(),
    format: p.string().$type<ItemImportFormat>().strictNullable(),
    total: p.integer().strictNullable(),
    done: p.integer().default(0),
    created: p.integer().default(0),
    updated: p.integer().default(0),
    unchanged: p.integer().default(0),
    dropped: p.integer().default(0),
    /** Number of rows whose relations are finished. */
    relations_done: p.integer().default(0),
    files_total: p.integer().default(0),
    files_done: p.integer().default(0),
    files_copied: p.integer().default(0),
    settings: p.json<ItemImportSettings>(),
    created_values: p.json<CreatedValues>(),
  },
})
export type ItemImport = InferEntity<typeof ItemImportEntity>

export interface ItemValues {
  change: Record<string, unknown>
  description_html?: string
}

/** Values of an item before an import changed it. Undo restores those that nobody has changed since. */
export interface ValuesBeforeImport extends ItemValues {
  /**
   * Values that the item had after the import. They show whether somebody has changed a value since. Only a hash of
   * the description is stored.
   */
  imported: { change: Record<string, unknown>; description_hash: string | null }
}

/** Ids of the comments, links and attachments that a row added to its work item. */
export type AddedRows = Partial<Record<'comments' | 'links' | 'files', string[]>>

/**
 * The result of one row of the file, which the report shows. `position` is the index of the row in the order in which
 * the job imports the rows.
 */
export const ItemImportResultEntity = defineEntity({
  name: 'ItemImportResult',
  tableName: 'item_import_results',
  properties: {
    import_id: p.uuid().primary(),
    position: p.integer().primary(),
    row: p.integer(),
    external_id: p.text(),
    title: p.text(),
    item_id: p.uuid().strictNullable(),
    outcome: p.string().$type<ImportOutcome>(),
    notes: p.json<ImportNote[]>(),
    before: p.json<ValuesBeforeImport>().strictNullable(),
    added: p.json<AddedRows>(),
  },
})

/** Stores which work item an import created for an item of another program. A later import updates this work item. */
export const ImportedItemEntity = defineEntity({
  name: 'ImportedItem',
  tableName: 'imported_items',
  properties: {
    project_id: p.uuid().primary(),
    source: p.string().primary(),
    external_id: p.string().primary(),
    item_id: p.uuid(),
    /** Hash of the imported row. A later import leaves the work item unchanged if the hash is equal. */
    hash: p.string().strictNullable(),
  },
})

/** Returns the storage key of the uploaded file, which is deleted when the import ends. */
export const itemImportStorageKey = (id: string) => `item-imports/${id}`
