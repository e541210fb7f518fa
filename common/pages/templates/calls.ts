import { z } from 'zod'
import { renameCallsForWorkspace } from '../../platform/at-workspace.ts'
import { type CallerRequirement, declareCalls } from '../../platform/call.ts'
import { positionField, singleLineText } from '../../platform/fields.ts'
import { logoProps } from '../../platform/logo-props.ts'
import { id } from '../../platform/time.ts'
import { maxDraftTextLength } from '../../work/work-items/drafts/rules.ts'
import { commonItemFields } from '../../work/work-items/fields.ts'
import { maxWorkItemNameLength, newSubItemsLimit } from '../../work/work-items/rules.ts'
import { createInputFieldSchemas, draftSubItem, workItemNameField } from '../../work/work-items/schema.ts'
import { pageAppearance } from '../pages/schema.ts'
import { maxTemplateDayOffset } from './rules.ts'
import { type TemplateKind, templateKind, templateResponse, templateRow } from './schema.ts'

const days = z.int().min(0).max(maxTemplateDayOffset).nullable()

const fields = {
  title: singleLineText(maxWorkItemNameLength).optional(),
  description_html: z.string().max(maxDraftTextLength).nullish(),
  ...createInputFieldSchemas(commonItemFields),
  start_in_days: days.optional(),
  due_in_days: days.optional(),
  sub_items: z
    .array(draftSubItem.extend({ due_in_days: days.default(null) }))
    .max(newSubItemsLimit)
    .optional(),
  logo_props: logoProps.optional(),
  view_props: pageAppearance.optional(),
  sort_order: positionField.optional(),
}

const ofProject = callsAt({
  all: '/api/workspaces/{slug}/projects/{project_id}/work-item-templates/',
  where: 'of a project',
  who: { project: 'member' },
  kind: templateKind,
})

/**
 * Calls for templates of the workspace, which are only page templates, because work items belong to projects.
 */
const ofWorkspace = callsAt({
  all: '/api/workspaces/{slug}/page-templates/',
  where: 'of the workspace itself',
  who: { workspace: 'member' },
  kind: templateKind.extract(['page']),
})

export const templateCalls = ofProject
export const workspaceTemplateCalls = renameCallsForWorkspace(ofWorkspace)
/**
 * The calls for a workspace have the same names as the calls for a project, because the same handlers serve
 * both groups of calls.
 */
export type WorkspaceTemplateCalls = typeof ofWorkspace

interface TemplateCallOptions<Path extends string, Access extends CallerRequirement> {
  all: Path
  /** End of the summary of each call, for example "of a project". */
  where: string
  who: Access
  kind: z.ZodType<TemplateKind, TemplateKind>
}

/**
 * Declares the calls for templates of work items and pages. Templates are shared by everybody who can create
 * items or pages in the project or workspace.
 */
function callsAt<const Path extends string, const Access extends CallerRequirement>({
  all,
  where,
  who,
  kind,
}: TemplateCallOptions<Path, Access>) {
  const one = `${all}{template_id}/` as const
  return declareCalls('work-items', {
    listTemplates: {
      summary: `List the templates ${where} in order`,
      method: 'GET',
      path: all,
      who,
      answer: z.array(templateRow),
    },
    createTemplate: {
      summary: `Create a template ${where}`,
      method: 'POST',
      path: all,
      who,
      body: z.object({ id: id.optional(), kind: kind.optional(), name: workItemNameField, ...fields }),
      status: 201,
      answer: templateResponse,
      fails: ['conflict'],
    },
    getTemplate: {
      summary: `Get a template ${where} with its text`,
      method: 'GET',
      path: one,
      who,
      answer: templateResponse,
    },
    updateTemplate: {
      summary: `Update a template ${where}`,
      method: 'PATCH',
      path: one,
      who,
      body: z.object({ name: workItemNameField.optional(), ...fields }),
      answer: templateResponse,
    },
    deleteTemplate: {
      summary: `Delete a template ${where}`,
      method: 'DELETE',
      path: one,
      who,
    },
    restoreTemplate: {
      summary: `Restore a deleted template ${where}`,
      method: 'POST',
      path: `${one}restore/`,
      who,
      answer: templateResponse,
    },
  })
}
