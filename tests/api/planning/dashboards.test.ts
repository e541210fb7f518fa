import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dashboardsLimit, widgetsLimit } from '#common/planning/dashboards/rules.ts'
import { newId } from '#common/platform/ids.ts'
import { runSql } from '../../support/api-client.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'

let atlas: ProjectTestServer
let params: { slug: string }

beforeAll(async () => {
  atlas = await startProjectTestServer()
  params = { slug: atlas.params.slug }
})
afterAll(() => atlas.close())

const make = (body: object = {}, who = atlas.cast.max) =>
  who.call('createDashboard', { params, body: { name: 'Release', ...body } })
const at = (dashboard: { id: string }) => ({ ...params, dashboard_id: dashboard.id })
const isOf = (owner: { id: string }) => (dashboard: { owned_by: string }) => dashboard.owned_by === owner.id
const names = async (who = atlas.cast.max) =>
  (await who.call('listDashboards', { params })).map(({ name }) => name)

describe('a dashboard', () => {
  test('is created, changed, deleted and restored; its owner receives each change', async () => {
    const { max } = atlas.cast
    const changes = await atlas.changes(async () => {
      const made = await make({ name: 'Mine' })
      expect(made).toMatchObject({ name: 'Mine', access: 0, owned_by: max.id, widgets: [] })
      await max.call('updateDashboard', { params: at(made), body: { name: 'Ours' } })
      await max.call('deleteDashboard', { params: at(made) })
      expect(await names()).not.toContain('Ours')
      await max.call('restoreDashboard', { params: at(made) })
      expect(await names()).toContain('Ours')
    })
    expect(changes.map(({ op }) => op)).toEqual(['create', 'update', 'delete', 'create'])
    for (const { audience } of changes) expect(audience.join()).toContain(`user:${max.id}`)
  })

  test('that is private is found by its owner alone', async () => {
    const { ann } = atlas.cast
    const made = await make({ name: 'Private' })
    expect(await names(ann)).not.toContain('Private')
    const refusal = { status: 404, error: 'Dashboard not found' }
    expect(await ann.refused('getDashboard', { params: at(made) })).toMatchObject(refusal)
    await atlas.changingNothing(async () => {
      expect(await ann.refused('deleteDashboard', { params: at(made) })).toMatchObject(refusal)
      const body = { name: 'Taken' }
      expect(await ann.refused('updateDashboard', { params: at(made), body })).toMatchObject(refusal)
    })
  })

  test('that is shared is seen by members and changed by its owner and admins', async () => {
    const { ann, max } = atlas.cast
    const made = await make({ name: 'Shared', access: 1 }, ann)
    expect(await names(max)).toContain('Shared')
    await atlas.changingNothing(async () => {
      const refused = await max.refused('updateDashboard', { params: at(made), body: { name: 'Taken' } })
      expect(refused).toMatchObject({ status: 403 })
    })
    const own = await make({ name: 'Of Max', access: 1 })
    expect(await ann.call('updateDashboard', { params: at(own), body: { name: 'By Ann' } })).toMatchObject({
      name: 'By Ann',
      owned_by: max.id,
    })
    await atlas.changingNothing(async () => {
      const refused = await ann.refused('updateDashboard', { params: at(own), body: { access: 0 } })
      expect(refused).toMatchObject({ status: 403 })
    })
  })

  test('is not for guests, nor for people of other workspaces', async () => {
    const { gus, eve } = atlas.cast
    const made = await make({ access: 1 })
    expect(await names(gus)).toEqual([])
    expect(await gus.refused('getDashboard', { params: at(made) })).toMatchObject({ status: 403 })
    expect(await eve.refused('getDashboard', { params: at(made) })).toMatchObject({ status: 404 })
    const elsewhere = { slug: atlas.eves.slug, dashboard_id: made.id }
    expect(await eve.refused('getDashboard', { params: elsewhere })).toMatchObject({ status: 404 })
  })

  test('is listed without its widgets', async () => {
    const { max } = atlas.cast
    const made = await make({ name: 'Heavy', widgets: [{ kind: 'number' }] })
    const listed = (await max.call('listDashboards', { params })).find(({ id }) => id === made.id)
    expect(listed).toMatchObject({ name: 'Heavy', access: 0 })
    expect(listed).not.toHaveProperty('widgets')
    expect((await max.call('getDashboard', { params: at(made) })).widgets).toHaveLength(1)
  })

  test('is duplicated with new widgets, as a private dashboard of the caller', async () => {
    const { ann, max } = atlas.cast
    const made = await make({ access: 1, widgets: [{ kind: 'bars', x_axis: 'PRIORITY' }] }, ann)
    const copy = await max.call('duplicateDashboard', { params: at(made), body: {} })
    expect(copy).toMatchObject({
      access: 0,
      owned_by: max.id,
      widgets: [{ kind: 'bars', x_axis: 'PRIORITY' }],
    })
    expect(copy.widgets[0]?.id).not.toBe(made.widgets[0]?.id)
  })

  test('with two widgets of the same id is refused', async () => {
    const id = newId()
    const body = {
      name: 'Twice',
      widgets: [
        { id, kind: 'number' },
        { id, kind: 'pie' },
      ],
    } as const
    await atlas.changingNothing(async () => {
      expect(await atlas.cast.max.refused('createDashboard', { params, body })).toMatchObject({
        status: 400,
        fields: { widgets: ['Send each widget once.'] },
      })
    })
  })

  test('is neither created nor restored beyond the limit of its owner', async () => {
    const { ann, max } = atlas.cast
    const trashed = await make({ access: 1 })
    await max.call('deleteDashboard', { params: at(trashed) })
    const kept = await make({ name: 'Full' })
    const fill = (count: number) =>
      runSql(
        atlas.server.databaseUrl,
        `insert into dashboards select (jsonb_populate_record(d, jsonb_build_object('id', gen_random_uuid()))).*
         from dashboards d, generate_series(1, $2::int) where d.id = $1`,
        [kept.id, count],
      )
    await fill(dashboardsLimit - (await max.call('listDashboards', { params })).filter(isOf(max)).length)
    const refusal = { status: 400, error: `You can have at most ${dashboardsLimit} dashboards.` }
    await atlas.changingNothing(async () => {
      expect(await max.refused('createDashboard', { params, body: { name: 'More' } })).toMatchObject(refusal)
      for (const who of [ann, max])
        expect(await who.refused('restoreDashboard', { params: at(trashed) })).toMatchObject(refusal)
    })
    expect(await max.call('restoreDashboard', { params: at(kept) })).toMatchObject({ name: 'Full' })
    await runSql(atlas.server.databaseUrl, `delete from dashboards where name = 'Full' and id <> $1`, [
      kept.id,
    ])
    expect(await max.call('restoreDashboard', { params: at(trashed) })).toMatchObject({ id: trashed.id })
  })
})

describe('a widget', () => {
  test('is added after the others, changed, moved and removed', async () => {
    const { max } = atlas.cast
    const made = await make()
    const first = await max.call('createWidget', { params: at(made), body: { kind: 'number' } })
    const second = await max.call('createWidget', { params: at(made), body: { kind: 'pie', title: 'Share' } })
    expect(second.widgets).toMatchObject([
      { kind: 'number', w: 4, h: 3 },
      { kind: 'pie', title: 'Share' },
    ])
    const [one, two] = second.widgets
    if (one === undefined || two === undefined) throw new Error('There are two widgets.')
    const changed = await max.call('updateWidget', {
      params: { ...at(made), widget_id: one.id },
      body: { x_axis: 'LABELS' },
    })
    expect(changed.widgets[0]).toMatchObject({ x_axis: 'LABELS', kind: 'number' })
    const moved = await max.call('arrangeDashboard', {
      params: at(made),
      body: { widgets: [{ id: two.id, w: 6, h: 2 }] },
    })
    expect(moved.widgets).toMatchObject([{ id: two.id, w: 6, h: 2 }, { id: one.id }])
    const removed = await max.call('deleteWidget', { params: { ...at(made), widget_id: one.id } })
    expect(removed.widgets.map(({ id }) => id)).toEqual([two.id])
    expect(first.widgets).toHaveLength(1)
    const params = at(made)
    const last = await max.call('createWidget', { params, body: { kind: 'text' } })
    const third = last.widgets.at(-1)?.id ?? ''
    const beside = await max.call('createWidget', { params, body: { kind: 'bars', after: two.id } })
    expect(beside.widgets.map(({ kind }) => kind)).toEqual(['pie', 'bars', 'text'])
    await max.call('deleteWidget', { params: { ...params, widget_id: third } })
    // If another user has removed the widget `after`, the new widget is added at the end.
    const alone = await max.call('createWidget', { params, body: { kind: 'lines', after: third } })
    expect(alone.widgets.map(({ kind }) => kind)).toEqual(['pie', 'bars', 'lines'])
  })

  test('with unreadable filters or without the days of its range is refused', async () => {
    const { max } = atlas.cast
    const made = await make()
    await atlas.changingNothing(async () => {
      const create = (body: object) =>
        max.refused('createWidget', { params: at(made), body: { kind: 'bars', ...body } })
      expect(await create({ rich_filters: { none__in: 'a' } })).toMatchObject({ status: 400 })
      expect(await create({ date_filter: 'custom' })).toMatchObject({
        status: 400,
        fields: { start_date: ['A custom date filter needs a start date.'] },
      })
    })
  })

  test('that does not exist is not found', async () => {
    const made = await make()
    const gone = { ...at(made), widget_id: newId() }
    const refusal = { status: 404, error: 'Widget not found' }
    const { max } = atlas.cast
    expect(await max.refused('updateWidget', { params: gone, body: {} })).toMatchObject(refusal)
    expect(await max.refused('deleteWidget', { params: gone })).toMatchObject(refusal)
  })

  test('is refused beyond the limit of a dashboard', async () => {
    const widgets = Array.from({ length: widgetsLimit }, () => ({ kind: 'number' }))
    const made = await make({ widgets })
    const refused = atlas.cast.max.refused('createWidget', { params: at(made), body: { kind: 'number' } })
    expect(await refused).toMatchObject({ error: `A dashboard can have at most ${widgetsLimit} widgets.` })
  })
})
