import { pageImportCalls } from '#common/page-imports/calls.ts'
import { feature } from '../http/mount.ts'
import { createPageImport, redoPageImport, stopPageImport, undoPageImport } from './commands.ts'
import { getPageImport, listPageImports } from './queries.ts'

export const pageImportsFeature = feature(pageImportCalls, {
  createPageImport: (ctx, { query }) => createPageImport(ctx, query),
  listPageImports: (ctx) => listPageImports(ctx),
  getPageImport: (ctx, { params }) => getPageImport(ctx, params.import_id),
  stopPageImport: (ctx, { params }) => stopPageImport(ctx, params.import_id),
  undoPageImport: (ctx, { params }) => undoPageImport(ctx, params.import_id),
  redoPageImport: (ctx, { params }) => redoPageImport(ctx, params.import_id),
})
