import { labelCalls } from '#common/work/labels/calls.ts'
import { defineFeature } from '../../access/requests/mount.ts'
import { createLabel, createLabels, updateLabel } from './commands.ts'
import { countLabelItems, deleteLabel, mergeLabel, restoreLabel } from './delete.ts'
import { listLabels, listWorkspaceLabels } from './queries.ts'

export const labelsFeature = defineFeature(labelCalls, {
  listWorkspaceLabels: (ctx) => listWorkspaceLabels(ctx),
  listLabels: (ctx) => listLabels(ctx),
  createLabel: (ctx, { body }) => createLabel(ctx, body),
  createLabels: (ctx, { body }) => createLabels(ctx, body.label_data),
  updateLabel: (ctx, { params, body }) => updateLabel(ctx, params.label_id, body),
  deleteLabel: (ctx, { params }) => deleteLabel(ctx, params.label_id),
  mergeLabel: (ctx, { params, body }) => mergeLabel(ctx, params.label_id, body.into),
  restoreLabel: (ctx, { params }) => restoreLabel(ctx, params.label_id),
  countLabelItems: (ctx) => countLabelItems(ctx),
})
