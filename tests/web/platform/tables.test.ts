import { afterAll, beforeAll, expect, test } from 'vitest'
import { entities } from '#common/entities.ts'
import { newId } from '#common/platform/ids.ts'
import type { LabelRow } from '#common/work/labels/schema.ts'
import {
  type RowOf,
  type TableDeclaration,
  type TableName,
  tableDeclarations,
  tableNames,
} from '#web/platform/sync/tables.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'
import { openSimulatedTab } from '../../support/sync-person.ts'

let atlas: ProjectTestServer

beforeAll(async () => {
  atlas = await startProjectTestServer()
})
afterAll(() => atlas.close())

const count = (values: Iterable<unknown>) => [...values].length

// @ts-expect-error: the declaration names neither the owner of its rows nor how they are loaded.
const undeclared: TableDeclaration<LabelRow> = {}

test('every table is a synced entity with a loading declaration', () => {
  expect(tableNames().filter((name) => !Object.hasOwn(entities, name))).toEqual([])
  expect(Object.keys(undeclared)).toEqual([])
})

test('opening a workspace loads what is loaded with it, each call once', async () => {
  const { tables, loading, network } = openSimulatedTab(atlas.server, atlas.cast.ann)
  await atlas.cast.ann.call('createLabel', { params: atlas.params, body: { name: 'bug' } })
  await atlas.cast.ann.call('updateProject', {
    params: atlas.params,
    body: { cycle_view: true, module_view: true, is_time_tracking_enabled: true },
  })
  await atlas.cast.ann.call('createCycle', { params: atlas.params, body: { name: 'Sprint 1' } })
  await atlas.cast.ann.call('createModule', { params: atlas.params, body: { name: 'Engine' } })
  await atlas.cast.ann.call('createEstimate', {
    params: atlas.params,
    body: { estimate: { type: 'points' }, estimate_points: [{ key: 1, value: '1' }] },
  })
  await atlas.cast.ann.call('createFavorite', {
    params: { slug: atlas.cast.slug },
    body: { entity_type: 'folder', name: 'At hand' },
  })
  await atlas.cast.ann.call('createTeamspace', {
    params: { slug: atlas.cast.slug },
    body: { name: 'Design' },
  })
  await atlas.cast.ann.call('createDashboard', {
    params: { slug: atlas.cast.slug },
    body: { name: 'Figures' },
  })
  const item = await atlas.make('Timed')
  await atlas.cast.ann.call('startTimer', { params: { ...atlas.params, id: item.id }, body: {} })
  await atlas.cast.ann.call('createReminder', {
    params: { ...atlas.params, id: item.id },
    body: { remind_at: new Date(Date.now() + 3_600_000).toISOString() },
  })
  const page = await atlas.cast.ann.call('createPage', { params: atlas.params, body: { name: 'Plan' } })
  await atlas.cast.ann.call('watchPage', {
    params: { ...atlas.params, page_id: page.id },
    body: { scope: 'page' },
  })
  await loading.readWorkspace(atlas.cast.slug, () => true)
  const empty = tableNames().filter((name) => count(tables[name].values()) === 0)
  const unread = tableNames().filter((name) => tableDeclarations[name].loaded === 'by features')
  expect(empty.toSorted()).toEqual(
    [...unread, 'drafts', 'user_properties', 'home_preferences', 'sidebar_preferences'].toSorted(),
  )
  expect(network.asked).toEqual([...new Set(network.asked)])
})

test('an answer that arrives after leaving is not shown', async () => {
  const { tables, loading } = openSimulatedTab(atlas.server, atlas.cast.ann)
  await loading.readWorkspace(atlas.cast.slug, () => false)
  expect(tableNames().flatMap((name) => [...tables[name].values()])).toEqual([])
})

test('a start from stored rows receives the changes since then, or reloads if they are unknown', async () => {
  const { version } = await openSimulatedTab(atlas.server, atlas.cast.ann).loading.readWorkspace(
    atlas.cast.slug,
    () => true,
  )
  const label = await atlas.cast.ann.call('createLabel', { params: atlas.params, body: { name: 'late' } })
  const startFrom = async (since: number) => {
    const tab = openSimulatedTab(atlas.server, atlas.cast.ann)
    let reloads = 0
    await tab.follow(atlas.cast.slug, () => void reloads++, since)
    const received = tab.receivedVersion(atlas.cast.slug)
    tab.close()
    return { label: tab.tables.labels.get(label.id)?.name, reloads, received }
  }
  const { received, ...changed } = await startFrom(version)
  expect(changed).toEqual({ label: 'late', reloads: 0 })
  expect(received).toBeGreaterThan(version)
  // The database was restored from a backup, so the stored version is newer than the version of the server.
  expect(await startFrom(version + 100_000)).toMatchObject({ label: undefined, reloads: 1 })
})

test('leaving a workspace removes exactly its rows', () => {
  const { tables, applyRows, loading } = openSimulatedTab(atlas.server, atlas.cast.ann)
  for (const name of tableNames()) applyRows(name, [{ id: newId() } as RowOf<TableName>], 0)
  loading.forgetWorkspace()
  const left = tableNames().filter((name) => count(tables[name].values()) > 0)
  expect(left).toEqual(['workspaces'])
})

test('reloading some rows keeps the others and local changes', () => {
  const { tables, applyRows, applyLocal, replaceRows, settle } = openSimulatedTab(
    atlas.server,
    atlas.cast.ann,
  )
  const [here, there] = ['here', 'there'].map((project_id) => ({ id: newId(), project_id, name: 'Before' }))
  const views = [here, there] as unknown as RowOf<'views'>[]
  applyRows('views', views, 1)
  const id = there?.id ?? ''
  const renamed = [{ entity: 'views', id, op: 'update', fields: { name: 'Refused' } }] as const
  applyLocal('mutation', renamed, null)
  replaceRows('views', [], 2, (view) => view.project_id === 'here')
  expect(count(tables.views.values())).toBe(1)
  expect(tables.views.get(id)?.name).toBe('Refused')
  settle('mutation', renamed)
  expect(tables.views.get(id)?.name).toBe('Before')
})

test('a list without the details of a row keeps the loaded details', () => {
  const { tables, applyRows, replaceRows } = openSimulatedTab(atlas.server, atlas.cast.ann)
  const id = newId()
  applyRows('dashboards', [{ id, name: 'Before', widgets: [] }] as unknown as RowOf<'dashboards'>[], 1)
  replaceRows('dashboards', [{ id, name: 'After' }] as unknown as RowOf<'dashboards'>[], 2)
  expect(tables.dashboards.get(id)).toEqual({ id, name: 'After', widgets: [] })
})
