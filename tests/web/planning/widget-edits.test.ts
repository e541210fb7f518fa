import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Widget } from '#common/planning/dashboards/schema.ts'
import { createDashboard, editWidget, removeWidget } from '#web/planning/dashboards/actions.ts'
import { widgetWithDefaults } from '#web/planning/dashboards/first-widgets.ts'
import { store, tables, undo } from '#web/platform/app/sync.ts'
import { workspaceAtom } from '#web/platform/shell/workspace.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'

let atlas: ProjectTestServer
const send = globalThis.fetch

beforeAll(async () => {
  atlas = await startProjectTestServer()
  // Node does not add the base URL and the cookie to requests as a browser does, so this function adds them.
  globalThis.fetch = (path, init) =>
    send(new URL(String(path), atlas.server.url), {
      ...init,
      headers: { ...init?.headers, cookie: atlas.cast.ann.cookie, origin: atlas.server.url },
    })
  store.set(workspaceAtom, (now) => ({ ...now, slug: atlas.cast.slug }))
})

afterAll(async () => {
  globalThis.fetch = send
  await atlas.close()
})

async function make(...widgets: Widget[]) {
  const fields = { name: 'Release', description: '', logo_props: {}, access: 0 } as const
  const dashboard = await createDashboard(fields, widgets)
  if (dashboard === null) throw new Error('The server rejected the dashboard.')
  return dashboard
}

test('all settings of a form are saved together with the id of the widget', async () => {
  const widget = widgetWithDefaults({ kind: 'bars', title: 'Before' })
  const { id, ...dashboard } = await make(widget)
  const edited = { ...widget, title: 'After', date_field: 'completed_at' } as const
  expect(await editWidget({ id, ...dashboard }, widget, edited)).toBe(true)
  expect(tables.dashboards.get(id)?.widgets).toEqual([edited])
  const params = { slug: atlas.cast.slug, dashboard_id: id }
  expect((await atlas.cast.ann.call('getDashboard', { params })).widgets).toEqual([edited])
})

test('an edit keeps the settings that another user has changed meanwhile', async () => {
  const widget = widgetWithDefaults({ kind: 'bars', title: 'Before' })
  const dashboard = await make(widget)
  const params = { slug: atlas.cast.slug, dashboard_id: dashboard.id, widget_id: widget.id }
  await atlas.cast.ann.call('updateWidget', { params, body: { x_axis: 'LABELS' } })
  await editWidget(dashboard, widget, { ...widget, title: 'After' })
  const { widgets } = await atlas.cast.ann.call('getDashboard', { params })
  expect(widgets).toMatchObject([{ title: 'After', x_axis: 'LABELS' }])
})

test('undo of a removal puts the widget back in its position', async () => {
  const widgets = (['bars', 'pie', 'table'] as const).map((kind) => widgetWithDefaults({ kind }))
  const dashboard = await make(...widgets)
  const params = { slug: atlas.cast.slug, dashboard_id: dashboard.id }
  const stored = async () =>
    (await atlas.cast.ann.call('getDashboard', { params })).widgets.map(({ id }) => id)
  for (const removed of widgets.slice(0, 2)) {
    await removeWidget(dashboard, removed)
    expect(await stored()).not.toContain(removed.id)
    await undo()
    expect(await stored()).toEqual(widgets.map(({ id }) => id))
  }
})

test('a rejected edit is reported to the form', async () => {
  const widget = widgetWithDefaults({ kind: 'bars' })
  const dashboard = await make(widget)
  expect(await editWidget(dashboard, widget, { ...widget, date_filter: 'custom' })).toBe(false)
})
