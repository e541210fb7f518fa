import { itemImportCalls } from '#common/sharing/item-imports/calls.ts'
import { defineFeature } from '../../access/requests/mount.ts'
import { createItemImport, startItemImport, stopItemImport, undoItemImport } from './commands.ts'
import { previewItemImport } from './preview.ts'
import { downloadItemImportReport, getItemImport, listItemImports } from './queries.ts'

export const itemImportsFeature = defineFeature(itemImportCalls, {
  listItemImports: (ctx) => listItemImports(ctx),
  createItemImport: (ctx, { query }) => createItemImport(ctx, query),
  getItemImport: (ctx, { params }) => getItemImport(ctx, params.item_import_id),
  previewItemImport: (ctx, { params, body }) => previewItemImport(ctx, params.item_import_id, body),
  startItemImport: (ctx, { params, body }) => startItemImport(ctx, params.item_import_id, body),
  stopItemImport: (ctx, { params }) => stopItemImport(ctx, params.item_import_id),
  undoItemImport: (ctx, { params }) => undoItemImport(ctx, params.item_import_id),
  downloadItemImportReport: (ctx, { params }) => downloadItemImportReport(ctx, params.item_import_id),
})
