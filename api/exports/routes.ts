import { exportCalls } from '#common/exports/calls.ts'
import { feature } from '../http/mount.ts'
import { exportWorkItems } from './export-work-items.ts'

export const exportsFeature = feature(exportCalls, {
  exportWorkItems: (ctx, { body }) => exportWorkItems(ctx, body),
})
