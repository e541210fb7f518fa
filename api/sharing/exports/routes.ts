import { exportCalls } from '#common/sharing/exports/calls.ts'
import { defineFeature } from '../../access/requests/mount.ts'
import { downloadExport, exportWorkItems, listExports } from './commands.ts'

export const exportsFeature = defineFeature(exportCalls, {
  exportWorkItems: (ctx, { body }) => exportWorkItems(ctx, body),
  listExports: (ctx, { query }) => listExports(ctx, query),
  downloadExport: (ctx, { params }) => downloadExport(ctx, params.export_id),
})
