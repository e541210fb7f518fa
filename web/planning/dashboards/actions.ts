import type { DashboardRow, Widget } from '#common/planning/dashboards/schema.ts'
import { widgetDefaults } from '#common/planning/dashboards/widget-defaults.ts'
import { newId } from '#common/platform/ids.ts'
import { positionBetween } from '#common/platform/positions.ts'
import { t } from '../../locales/i18n.ts'
import { createReordering } from '../../platform/app/reordering.ts'
import { applyRows, mutate, replaceRows, requestWithVersion, store, tables } from '../../platform/app/sync.ts'
import { getMyId } from '../../platform/person/me.ts'
import { currentSlug, workspaceAtom } from '../../platform/shell/workspace.ts'
import { isSameJson } from '../../platform/sync/is-same-json.ts'
import { toAnyMutation, undoableMutation } from '../../platform/sync/mutation.ts'
import { createRowActions, createSentCall, fieldsBeforePatch } from '../../platform/sync/row-actions.ts'
import type { Dashboard } from '../../platform/sync/tables.ts'
import { dashboardsAtom } from './atoms.ts'

export type DashboardFields = Pick<DashboardRow, 'name' | 'description' | 'logo_props' | 'access'>
type Patch = Partial<DashboardFields & Pick<DashboardRow, 'sort_order'>>

const dashboards = createRowActions('dashboards', {
  create: ({ id, name, description, logo_props, access, sort_order, widgets }) =>
    createSentCall('createDashboard', {
      params: { slug: currentSlug() },
      body: { id, name, description, logo_props, access, sort_order, ...(widgets && { widgets }) },
    }),
  update: (dashboard, patch: Patch) =>
    createSentCall('updateDashboard', { params: paramsOf(dashboard), body: patch }),
  remove: (dashboard) => createSentCall('deleteDashboard', { params: paramsOf(dashboard) }),
  restore: (dashboard) => createSentCall('restoreDashboard', { params: paramsOf(dashboard) }),
})

/** Loads the dashboards of the workspace. Afterwards the change feed keeps them up to date. */
export async function loadDashboards(): Promise<void> {
  const slug = currentSlug()
  const { answer, version } = await requestWithVersion('listDashboards', { params: { slug } })
  if (currentSlug() === slug) replaceRows('dashboards', answer, version)
}

/** Loads a dashboard with its widgets, and returns it. */
export async function loadDashboard(id: string): Promise<DashboardRow> {
  const slug = currentSlug()
  const params = { slug, dashboard_id: id }
  const { answer, version } = await requestWithVersion('getDashboard', { params })
  if (currentSlug() === slug) applyRows('dashboards', [answer], version)
  return answer
}

/** Creates a dashboard and returns it, or null if the server rejected it. */
export function createDashboard(
  fields: DashboardFields,
  widgets: Widget[] = [],
): Promise<DashboardRow | null> {
  const now = new Date().toISOString()
  const row: DashboardRow = {
    id: newId(),
    workspace_id: store.get(workspaceAtom).id ?? '',
    owned_by: getMyId(),
    widgets,
    ...fields,
    sort_order: positionBetween(store.get(dashboardsAtom).at(-1)?.sort_order ?? null, null),
    created_at: now,
    updated_at: now,
    created_by: getMyId(),
    updated_by: getMyId(),
  }
  return mutate(dashboards.creating(row))
}

export async function editDashboard(dashboard: Dashboard, patch: Partial<DashboardFields>): Promise<void> {
  await mutate(dashboards.update(dashboard, patch, t('dashboards.updated', { name: dashboard.name })))
}

export async function deleteDashboard(dashboard: Dashboard): Promise<void> {
  await mutate(dashboards.remove(dashboard, t('dashboards.deleted', { name: dashboard.name })))
}

/**
 * Copies a dashboard as a private dashboard of the user. Returns the copy, or null if the server rejected it. Throws
 * if the original cannot be loaded.
 */
export async function duplicateDashboard(id: string): Promise<DashboardRow | null> {
  const { name, description, logo_props, widgets } = await loadDashboard(id)
  const copied = widgets.map((one) => ({ ...one, id: newId() }))
  const copyName = t('ui.copyOf', { name })
  return createDashboard({ name: copyName, description, logo_props, access: 0 }, copied)
}

export const dashboardReordering = createReordering({
  find: (id) => tables.dashboards.get(id),
  listOf: () => store.get(dashboardsAtom),
  positionOf: ({ sort_order }) => sort_order,
  nameOf: ({ name }) => name,
  messageOf: ({ name }) => t('dashboards.moved', { name }),
  placing: (dashboard, sort_order, _, message) =>
    toAnyMutation(dashboards.update(dashboard, { sort_order }, message)),
})

/**
 * Adds a widget after the widget `after`, by default after all others. Returns false if the server rejected
 * it.
 */
export async function addWidget(dashboard: DashboardRow, widget: Widget, after?: string): Promise<boolean> {
  const { widgets } = dashboard
  const at = widgets.findIndex(({ id }) => id === after) + 1
  const add = withWidgets(dashboard, widgets.toSpliced(at === 0 ? widgets.length : at, 0, widget))
  const body = { ...widget, ...(after !== undefined && { after }) }
  const adding = add(createSentCall('createWidget', { params: paramsOf(dashboard), body }))
  const mutation = undoableMutation(adding, t('dashboards.widgetAdded'), removing(dashboard, widget))
  return (await mutate(mutation)) !== null
}

/** Saves the changed settings of a widget. Returns false if the server rejected them. */
export async function editWidget(
  dashboard: DashboardRow,
  widget: Widget,
  settings: Omit<Widget, 'id'>,
): Promise<boolean> {
  // The id of a widget is part of the path. The server rejects it in the body. Unchanged settings are left
  // out, so that they do not overwrite the changes of other users.
  const patch = Object.fromEntries(
    Object.entries(settings).filter(
      ([name, value]) => name !== 'id' && !isSameJson(value, Reflect.get(widget, name)),
    ),
  )
  if (Object.keys(patch).length === 0) return true
  const step = (fields: Partial<Omit<Widget, 'id'>>) =>
    withWidgets(
      dashboard,
      dashboard.widgets.map((one) => (one.id === widget.id ? { ...one, ...fields } : one)),
    )(
      createSentCall('updateWidget', {
        params: { ...paramsOf(dashboard), widget_id: widget.id },
        body: fields,
      }),
    )
  const previous = fieldsBeforePatch({ ...widgetDefaults, ...widget }, patch)
  return (await mutate(undoableMutation(step(patch), t('dashboards.widgetUpdated'), step(previous)))) !== null
}

export async function removeWidget(dashboard: DashboardRow, widget: Widget): Promise<void> {
  const at = dashboard.widgets.findIndex(({ id }) => id === widget.id)
  const after = dashboard.widgets[at - 1]?.id ?? null
  const restoring = withWidgets(
    dashboard,
    dashboard.widgets,
  )(createSentCall('createWidget', { params: paramsOf(dashboard), body: { ...widget, after } }))
  await mutate(undoableMutation(removing(dashboard, widget), t('dashboards.widgetRemoved'), restoring))
}

/** Saves the order and the sizes of the widgets of a dashboard. `message` confirms the change. */
export async function arrangeWidgets(
  dashboard: DashboardRow,
  widgets: Widget[],
  message: string,
): Promise<void> {
  const step = (arranged: Widget[]) =>
    withWidgets(
      dashboard,
      arranged,
    )(
      createSentCall('arrangeDashboard', {
        params: paramsOf(dashboard),
        body: { widgets: arranged.map(({ id, w, h }) => ({ id, w, h })) },
      }),
    )
  await mutate(undoableMutation(step(widgets), message, step(dashboard.widgets)))
}

function removing(dashboard: DashboardRow, widget: Widget) {
  return withWidgets(
    dashboard,
    dashboard.widgets.filter(({ id }) => id !== widget.id),
  )(createSentCall('deleteWidget', { params: { ...paramsOf(dashboard), widget_id: widget.id } }))
}

function withWidgets(dashboard: DashboardRow, widgets: Widget[]) {
  return (sent: Parameters<typeof dashboards.setting>[2]) => dashboards.setting(dashboard, { widgets }, sent)
}

function paramsOf({ id }: { id: string }) {
  return { slug: currentSlug(), dashboard_id: id }
}
