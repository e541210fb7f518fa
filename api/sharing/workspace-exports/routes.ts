import { workspaceExportCalls } from '#common/sharing/workspace-exports/calls.ts'
import { defineFeature } from '../../access/requests/mount.ts'
import {
  createWorkspaceExport,
  downloadWorkspaceExport,
  listWorkspaceExports,
  stopWorkspaceExport,
} from './commands.ts'

export const workspaceExportsFeature = defineFeature(workspaceExportCalls, {
  listWorkspaceExports: (ctx) => listWorkspaceExports(ctx),
  createWorkspaceExport: (ctx, { body }) => createWorkspaceExport(ctx, body),
  stopWorkspaceExport: (ctx, { params }) => stopWorkspaceExport(ctx, params.workspace_export_id),
  downloadWorkspaceExport: (ctx, { params }) => downloadWorkspaceExport(ctx, params.workspace_export_id),
})
