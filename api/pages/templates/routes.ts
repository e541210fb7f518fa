import {
  templateCalls,
  type WorkspaceTemplateCalls,
  workspaceTemplateCalls,
} from '#common/pages/templates/calls.ts'
import { renameCallsForWorkspace } from '#common/platform/at-workspace.ts'
import { type CallHandlers, defineFeature } from '../../access/requests/mount.ts'
import { createTemplate, deleteTemplate, restoreTemplate, updateTemplate } from './commands.ts'
import { getTemplate, listTemplates } from './queries.ts'

/** Handlers for the templates of a project and of the workspace. */
const handlers: CallHandlers<WorkspaceTemplateCalls> = {
  listTemplates: (ctx) => listTemplates(ctx),
  createTemplate: (ctx, { body }) => createTemplate(ctx, body),
  getTemplate: (ctx, { params }) => getTemplate(ctx, params.template_id),
  updateTemplate: (ctx, { params, body }) => updateTemplate(ctx, params.template_id, body),
  deleteTemplate: (ctx, { params }) => deleteTemplate(ctx, params.template_id),
  restoreTemplate: (ctx, { params }) => restoreTemplate(ctx, params.template_id),
}

export const templatesFeature = defineFeature(templateCalls, handlers)
export const workspaceTemplatesFeature = defineFeature(
  workspaceTemplateCalls,
  renameCallsForWorkspace(handlers),
)
