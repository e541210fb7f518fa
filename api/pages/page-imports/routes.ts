import {
  pageImportCalls,
  type WorkspacePageImportCalls,
  workspacePageImportCalls,
} from '#common/pages/page-imports/calls.ts'
import { renameCallsForWorkspace } from '#common/platform/at-workspace.ts'
import { type CallHandlers, defineFeature } from '../../access/requests/mount.ts'
import { createPageImport, redoPageImport, stopPageImport, undoPageImport } from './commands.ts'
import { getPageImport, listPageImports } from './queries.ts'

/** Handlers for page imports into a project, and into the workspace without a project. */
const handlers: CallHandlers<WorkspacePageImportCalls> = {
  createPageImport: (ctx, { query }) => createPageImport(ctx, query),
  listPageImports: (ctx) => listPageImports(ctx),
  getPageImport: (ctx, { params }) => getPageImport(ctx, params.import_id),
  stopPageImport: (ctx, { params }) => stopPageImport(ctx, params.import_id),
  undoPageImport: (ctx, { params }) => undoPageImport(ctx, params.import_id),
  redoPageImport: (ctx, { params }) => redoPageImport(ctx, params.import_id),
}

export const pageImportsFeature = defineFeature(pageImportCalls, handlers)
export const workspacePageImportsFeature = defineFeature(
  workspacePageImportCalls,
  renameCallsForWorkspace(handlers),
)
