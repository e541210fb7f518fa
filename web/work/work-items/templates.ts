import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import { parsePageAppearance } from '#common/pages/pages/style.ts'
import type { TemplateKind, TemplateRow } from '#common/pages/templates/schema.ts'
import { addDays } from '#common/platform/clock.ts'
import { newId } from '#common/platform/ids.ts'
import { firstPosition, positionStep } from '#common/platform/positions.ts'
import { commonItemFields, emptyFieldValues, pickDefinedFields } from '#common/work/work-items/fields.ts'
import { maxWorkItemNameLength } from '#common/work/work-items/rules.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { t } from '../../locales/i18n.ts'
import { callForContainer } from '../../platform/app/call-for-container.ts'
import { createReordering } from '../../platform/app/reordering.ts'
import { mutate, replaceRows, request, requestWithVersion, store, tables } from '../../platform/app/sync.ts'
import { daysUntil } from '../../platform/person/dates.ts'
import { getMyId } from '../../platform/person/me.ts'
import { assignableUsersAtom } from '../../platform/person/people.ts'
import { getCurrentDay } from '../../platform/person/today.ts'
import { currentSlug, workspaceAtom } from '../../platform/shell/workspace.ts'
import { RequestError } from '../../platform/sync/http.ts'
import { type Mutation, toAnyMutation, undoableMutation } from '../../platform/sync/mutation.ts'
import { createRowActions, createSentCall, fieldsBeforePatch } from '../../platform/sync/row-actions.ts'
import { toast } from '../../platform/ui/toast.ts'
import { statesAtom } from '../states/atoms.ts'
import { type Draft, emptyDraft } from './draft-fields.ts'
import { estimateValuesOfProjectAtom } from './estimates.ts'
import { withReactKeys } from './sub-item-draft.ts'

/**
 * The templates for work items of a project, in their order. `pageTemplatesAtom` contains the templates for
 * pages. Its key can also be null for the templates of the workspace itself, which are all for pages.
 */
export const itemTemplatesAtom = templatesOf('work_item')
export const pageTemplatesAtom = templatesOf('page')

function templatesOf(kind: TemplateKind) {
  return atomFamily((projectId: string | null) =>
    atom((get) =>
      get(tables.work_item_templates.allAtom)
        .filter((template) => template.project_id === projectId && template.kind === kind)
        .sort((a, b) => a.sort_order - b.sort_order || a.id.localeCompare(b.id)),
    ),
  )
}

export interface TemplateDialog {
  /** The project of the template. Is null for a template of the workspace. */
  project_id: string | null
  /** The id of the template. Is null for a new template. */
  id: string | null
  /** The kind of a new template. The default is a template for work items. */
  kind?: TemplateKind
  /** The unsaved values of a form that was closed. A toast offers to reopen the form with these values. */
  written?: { fields: TemplateFields; text: string }
}

/** The template that the dialog shows. The value is null while the dialog is closed. */
export const templateDialogAtom = atom<TemplateDialog | null>(null)

export function openTemplateDialog(dialog: TemplateDialog): void {
  store.set(templateDialogAtom, dialog)
}

/**
 * Loads the templates of a project or of the workspace. Afterwards the change feed keeps them up to date. Throws `RequestError`.
 */
export async function loadTemplates(project_id: string | null): Promise<void> {
  const slug = currentSlug()
  const { answer, version } = await requestWithVersion(callForContainer(project_id, 'listTemplates'), {
    params: { slug, project_id: project_id ?? '' },
  })
  if (currentSlug() === slug)
    replaceRows('work_item_templates', answer, version, (row) => row.project_id === project_id)
}

/** Loads the text of a template. Throws `RequestError`. */
export async function loadTemplateDescription(row: TemplateRow): Promise<string> {
  const { description_html } = await request(callForContainer(row.project_id, 'getTemplate'), {
    params: paramsOf(row),
  })
  return description_html
}

/** The editable fields of a template. */
export type TemplateFields = Pick<
  TemplateRow,
  | keyof typeof commonItemFields
  | 'name'
  | 'title'
  | 'start_in_days'
  | 'due_in_days'
  | 'sub_items'
  | 'logo_props'
  | 'view_props'
>

export const emptyTemplate: TemplateFields = {
  name: '',
  title: '',
  ...emptyFieldValues(commonItemFields),
  start_in_days: null,
  due_in_days: null,
  sub_items: [],
  logo_props: {},
  view_props: {},
}

const templates = createRowActions('work_item_templates', {
  update: (row, fields: Partial<TemplateFields> & { sort_order?: number }) =>
    createSentCall(callForContainer(row.project_id, 'updateTemplate'), {
      params: paramsOf(row),
      body: sent(fields),
    }),
  remove: (row) =>
    createSentCall(callForContainer(row.project_id, 'deleteTemplate'), { params: paramsOf(row) }),
  restore: (row) =>
    createSentCall(callForContainer(row.project_id, 'restoreTemplate'), { params: paramsOf(row) }),
})

export async function createTemplate(
  project_id: string | null,
  fields: TemplateFields,
  text: string,
  kind: TemplateKind = 'work_item',
): Promise<void> {
  const row = rowOf(project_id, fields, kind)
  await mutate({
    call: callForContainer(project_id, 'createTemplate'),
    input: {
      params: { slug: currentSlug(), project_id: project_id ?? '' },
      body: { id: row.id, kind, ...sent(fields), description_html: text },
    },
    changes: [{ entity: 'work_item_templates', id: row.id, op: 'create', fields: { ...row } }],
    answerTable: 'work_item_templates',
    message: t('templates.created', { name: row.name }),
    undo: toAnyMutation(templates.removing(row)),
    redo: toAnyMutation(templates.restoring(row)),
    createdRow: { entity: 'work_item_templates', id: row.id },
  })
}

/** Saves a template. `text` is only given if the user changed the text. */
export async function updateTemplate(
  row: TemplateRow,
  fields: Partial<TemplateFields>,
  text?: { before: string; now: string },
): Promise<void> {
  const words = t('templates.changed', { name: fields.name ?? row.name })
  await mutate(
    undoableMutation(
      patching(row, fields, text?.now),
      words,
      patching(row, fieldsBeforePatch(row, fields), text?.before),
    ),
  )
}

export async function deleteTemplate(row: TemplateRow): Promise<void> {
  await mutate(templates.remove(row, t('templates.deleted', { name: row.name })))
}

export const templateReordering = createReordering({
  find: (id) => tables.work_item_templates.get(id),
  listOf: ({ kind, project_id }) =>
    store.get((kind === 'page' ? pageTemplatesAtom : itemTemplatesAtom)(project_id)),
  positionOf: ({ sort_order }) => sort_order,
  nameOf: ({ name }) => name,
  messageOf: ({ name }) => t('templates.changed', { name }),
  placing: (row, sort_order, _, words) => toAnyMutation(templates.update(row, { sort_order }, words)),
})

/** Saves an item and its direct sub-items as a template. */
export async function saveItemAsTemplate(item: WorkItemRow): Promise<void> {
  const params = { slug: currentSlug(), project_id: item.project_id, id: item.id }
  try {
    const [{ description_html }, below] = await Promise.all([
      request('getWorkItem', { params }),
      request('listSubItems', { params, query: {} }),
    ])
    const parts = Array.isArray(below.sub_issues) ? below.sub_issues : Object.values(below.sub_issues).flat()
    const fields: TemplateFields = {
      ...propertiesOf(item),
      name: item.name.slice(0, maxWorkItemNameLength),
      title: item.name,
      logo_props: {},
      view_props: {},
      start_in_days: daysAhead(item.start_date),
      sub_items: parts.map((part) => {
        const { start_date: _, ...properties } = { start_date: null, ...propertiesOf(part) }
        return { ...properties, name: part.name }
      }),
    }
    await createTemplate(item.project_id, fields, description_html)
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    toast.error(t('templates.notSaved'), { text: t('shell.refusedServer') })
  }
}

function propertiesOf(item: WorkItemRow) {
  return { ...pickDefinedFields(commonItemFields, item), due_in_days: daysAhead(item.target_date) }
}

/**
 * Returns the number of days from today until a date. Returns null for a missing date, and for a past date,
 * which is useless in a template.
 */
function daysAhead(date: string | null): number | null {
  const days = date === null ? -1 : daysUntil(date)
  return days < 0 ? null : days
}

/**
 * Returns the draft for a new item from a template. Omits states, labels, people and estimates that no longer exist in the project.
 */
export function draftFromTemplate(row: TemplateRow, description: string): Draft {
  // Templates of the workspace are for pages only.
  const project_id = row.project_id ?? ''
  const states = new Set(store.get(statesAtom(project_id)).map(({ id }) => id))
  const people = new Set(store.get(assignableUsersAtom(project_id)).map(({ id }) => id))
  const points = new Set(store.get(estimateValuesOfProjectAtom(project_id)).map(({ id }) => id))
  const own = (of: Pick<TemplateRow, keyof typeof commonItemFields>) => ({
    ...pickDefinedFields(commonItemFields, of),
    estimate_point: of.estimate_point !== null && points.has(of.estimate_point) ? of.estimate_point : null,
    state_id: of.state_id !== null && states.has(of.state_id) ? of.state_id : null,
    assignee_ids: of.assignee_ids.filter((id) => people.has(id)),
    label_ids: of.label_ids.filter((id) => tables.labels.get(id)?.project_id === project_id),
  })
  return {
    ...emptyDraft,
    ...own(row),
    project_id,
    name: row.title,
    description,
    start_date: dayIn(row.start_in_days),
    target_date: dayIn(row.due_in_days),
    sub_items: withReactKeys(
      row.sub_items.map((one) => ({
        ...own(one),
        name: one.name,
        start_date: null,
        target_date: dayIn(one.due_in_days),
      })),
    ),
  }
}

function dayIn(days: number | null): string | null {
  return days === null ? null : addDays(getCurrentDay(), days)
}

function rowOf(project_id: string | null, fields: TemplateFields, kind: TemplateKind): TemplateRow {
  const now = new Date().toISOString()
  const all = [itemTemplatesAtom, pageTemplatesAtom].flatMap((of) => store.get(of(project_id)))
  const last = all.length === 0 ? undefined : Math.max(...all.map(({ sort_order }) => sort_order))
  return {
    ...fields,
    id: newId(),
    kind,
    workspace_id: store.get(workspaceAtom).id ?? '',
    project_id,
    preview: '',
    sort_order: last === undefined ? firstPosition : last + positionStep,
    created_at: now,
    updated_at: now,
    created_by: getMyId(),
    updated_by: getMyId(),
  }
}

/** Converts the stored page appearance of a template to the form that the API expects. */
function sent<Fields extends Partial<TemplateFields>>({ view_props, ...fields }: Fields) {
  return { ...fields, ...(view_props && { view_props: parsePageAppearance(view_props) }) }
}

function patching(
  row: TemplateRow,
  fields: Partial<TemplateFields>,
  text?: string,
): Mutation<'updateTemplate'> {
  const step = templates.patching(row, fields)
  if (text === undefined) return step
  return { ...step, input: { ...step.input, body: { ...step.input.body, description_html: text } } }
}

function paramsOf({ id, project_id }: TemplateRow) {
  return { slug: currentSlug(), project_id: project_id ?? '', template_id: id }
}
