import { templateCalls } from '#common/templates/calls.ts'
import { feature } from '../http/mount.ts'
import { createTemplate, deleteTemplate, restoreTemplate, updateTemplate } from './commands.ts'
import { getTemplate, listTemplates } from './queries.ts'

export const templatesFeature = feature(templateCalls, {
  listTemplates: (ctx) => listTemplates(ctx),
  createTemplate: (ctx, { body }) => createTemplate(ctx, body),
  getTemplate: (ctx, { params }) => getTemplate(ctx, params.template_id),
  updateTemplate: (ctx, { params, body }) => updateTemplate(ctx, params.template_id, body),
  deleteTemplate: (ctx, { params }) => deleteTemplate(ctx, params.template_id),
  restoreTemplate: (ctx, { params }) => restoreTemplate(ctx, params.template_id),
})
