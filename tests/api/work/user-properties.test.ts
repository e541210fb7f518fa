import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#common/platform/ids.ts'
import { firstPosition } from '#common/platform/positions.ts'
import { createDefaultUserProperties } from '#common/work/user-properties/rules.ts'
import { type ApiClient, runSql } from '../../support/api-client.ts'
import { connectLive } from '../../support/live-client.ts'
import {
  type ProjectPathParams,
  type ProjectTestServer,
  startProjectTestServer,
} from '../../support/project-test-server.ts'

let atlas: ProjectTestServer
let params: ProjectPathParams

beforeAll(async () => {
  atlas = await startProjectTestServer()
  params = atlas.params
})
afterAll(() => atlas.close())

const read = (who: ApiClient, where = params) => who.call('getUserProperties', { params: where })
const change = (who: ApiClient, body: object, where = params) =>
  who.call('updateUserProperties', { params: where, body })
const fresh = (name: string, identifier: string) => atlas.makeProject(name, identifier)

describe('the preferences of a person for a project', () => {
  test('are defaults until something is changed', async () => {
    const answer = await atlas.changingNothing(() => read(atlas.cast.gus))
    expect(answer).toMatchObject({
      ...createDefaultUserProperties(),
      id: null,
      context: 'project',
      context_id: params.project_id,
      user_id: atlas.cast.gus.id,
    })
    expect(answer.display_properties).toEqual(createDefaultUserProperties().display_properties)
  })

  test('are merged with what is sent', async () => {
    const where = await fresh('Laid', 'LAY')
    const ann = atlas.cast.ann
    await change(ann, { display_filters: { layout: 'list' }, filters: { priority: ['high'] } }, where)
    await change(ann, { display_filters: { order_by: '-created_at' }, filters: { state: ['x'] } }, where)
    await change(ann, { display_properties: { key: false }, rich_filters: { a: 1 } }, where)
    const answer = await change(
      ann,
      { rich_filters: { b: 2 }, preferences: { pages: { block_display: false } } },
      where,
    )
    const was = createDefaultUserProperties()
    expect(answer).toMatchObject({
      display_filters: { ...was.display_filters, layout: 'list', order_by: '-created_at' },
      filters: { ...was.filters, priority: ['high'], state: ['x'] },
      display_properties: { ...was.display_properties, key: false },
      preferences: { ...was.preferences, pages: { block_display: false } },
    })
    expect(answer.rich_filters).toEqual({ b: 2 })
    expect(await read(ann, where)).toEqual(answer)
  })

  test('keep the zoom of the timeline and the widths of columns', async () => {
    const where = await fresh('Wide', 'WID')
    await change(atlas.cast.ann, { display_filters: { gantt: { zoom: 'quarter' } } }, where)
    const widths = { title: 300, state: 64 }
    await change(atlas.cast.ann, { display_filters: { spreadsheet: { widths } } }, where)
    const { display_filters } = await read(atlas.cast.ann, where)
    expect(display_filters).toMatchObject({ gantt: { zoom: 'quarter' }, spreadsheet: { widths } })
    await change(atlas.cast.ann, { display_filters: { spreadsheet: { widths: { state: 80 } } } }, where)
    const after = await read(atlas.cast.ann, where)
    expect(after.display_filters.spreadsheet).toEqual({ widths: { state: 80 } })
  })

  test('get defaults for settings that were added later', async () => {
    const where = await fresh('Old', 'OLD')
    const { id } = await change(atlas.cast.ann, { display_filters: { layout: 'list' } }, where)
    const sql = `update user_properties set display_filters = display_filters - 'gantt' - 'spreadsheet' where id = $1`
    await runSql(atlas.server.databaseUrl, sql, [id])
    const whole = { ...createDefaultUserProperties().display_filters, layout: 'list' }
    expect((await read(atlas.cast.ann, where)).display_filters).toEqual(whole)
    const all = await atlas.cast.ann.call('listUserProperties', { params: where })
    expect(all.find((row) => row.id === id)?.display_filters).toEqual(whole)
    const answer = await change(atlas.cast.ann, { display_filters: { order_by: '-created_at' } }, where)
    expect(answer.display_filters).toEqual({ ...whole, order_by: '-created_at' })
  })

  test('are published once, only to that person', async () => {
    const where = await fresh('Heard', 'HEA')
    const [tab, max] = [
      await connectLive(atlas.server, atlas.cast.ann),
      await connectLive(atlas.server, atlas.cast.max),
    ]
    await tab.subscribe(atlas.cast.slug)
    await max.subscribe(atlas.cast.slug)
    const id = newId()
    const made = await atlas.changes(() =>
      change(atlas.cast.ann, { id, display_filters: { layout: 'list' } }, where),
    )
    const room = `user:${atlas.cast.ann.id}`
    expect(made).toMatchObject([{ entity: 'user_properties', id, op: 'create', audience: [room] }])
    const heard = await tab.hears((one) => one.id === id)
    expect(heard.fields).toMatchObject({ context_id: where.project_id, display_filters: { layout: 'list' } })
    const changed = await atlas.changes(() =>
      change(atlas.cast.ann, { display_filters: { layout: 'kanban' } }, where),
    )
    expect(changed).toMatchObject([{ id, op: 'update', audience: [room] }])
    expect(Object.keys(changed[0]?.fields ?? {}).sort()).toEqual(['display_filters', 'updated_at'])
    // Changes arrive in order. If the server sent the change of Ann's preferences to Max, he would receive it
    // before this later change.
    const item = await atlas.make('Later')
    await max.hears((one) => one.id === item.id)
    expect(max.heard.filter((one) => one.id === id)).toEqual([])
    tab.close()
    max.close()
  })

  test('are one row, also when two tabs start concurrently', async () => {
    const where = await fresh('Tabs', 'TAB')
    const answers = await Promise.all(
      ['list', 'calendar', 'kanban'].map((layout) =>
        change(atlas.cast.ann, { id: newId(), display_filters: { layout } }, where),
      ),
    )
    expect(new Set(answers.map((answer) => answer.id)).size).toBe(1)
    const all = await atlas.cast.ann.call('listUserProperties', { params: where })
    expect(all.filter((row) => row.context_id === where.project_id)).toHaveLength(1)
  })

  test('that do not change publish nothing', async () => {
    const where = await fresh('Same', 'SAM')
    await change(atlas.cast.ann, { display_filters: { layout: 'list' } }, where)
    await atlas.changingNothing(() => change(atlas.cast.ann, { display_filters: { layout: 'list' } }, where))
  })

  test('give a board columns and different sub-groups', async () => {
    const where = await fresh('Lanes', 'LAN')
    const shown = async (display_filters: object) => {
      const answer = await change(atlas.cast.ann, { display_filters }, where)
      return [answer.display_filters.group_by, answer.display_filters.sub_group_by]
    }
    expect(await shown({ layout: 'kanban', group_by: null })).toEqual(['state', null])
    expect(await shown({ group_by: 'priority', sub_group_by: 'labels' })).toEqual(['priority', 'labels'])
    expect(await shown({ group_by: 'labels' })).toEqual(['labels', null])
    expect(await shown({ layout: 'list', group_by: null, sub_group_by: 'state' })).toEqual([null, null])
    expect(await shown({ group_by: 'state', sub_group_by: 'priority' })).toEqual(['state', 'priority'])
  })

  test.each([
    [{ display_filters: { layout: 'pie' } }, 'display_filters.layout'],
    [{ display_filters: { group_by: 'password' } }, 'display_filters.group_by'],
    [{ display_filters: { order_by: 'name; drop' } }, 'display_filters.order_by'],
    [{ display_filters: { gantt: { zoom: 'year' } } }, 'display_filters.gantt.zoom'],
    [
      { display_filters: { spreadsheet: { widths: { state: 5 } } } },
      'display_filters.spreadsheet.widths.state',
    ],
    [{ display_filters: { spreadsheet: { widths: { colour: 90 } } } }, 'display_filters.spreadsheet.widths'],
    [{ filters: { colour: ['red'] } }, 'filters'],
    [{ filters: { state: ['a\u0000'] } }, 'filters.state.0'],
    [{ display_properties: { key: 'yes' } }, 'display_properties.key'],
    [{ rich_filters: { name: 'a\u0000b' } }, 'rich_filters.name'],
    [{ rich_filters: { name: '\ud800' } }, 'rich_filters.name'],
    [{ rich_filters: { name: 'x'.repeat(20_000) } }, 'rich_filters'],
    [{ preferences: { pages: {} } }, 'preferences.pages.block_display'],
  ])('refuse %j by its name', async (body, field) => {
    const refused = await atlas.changingNothing(() =>
      atlas.cast.max.refused('updateUserProperties', { params, body }),
    )
    expect(refused).toMatchObject({ status: 400, code: 'invalid' })
    expect(Object.keys(refused.fields ?? {})).toEqual([field])
  })
})

describe('the position of a project in the sidebar', () => {
  test('changes for that person only', async () => {
    const left = await atlas.changes(() => change(atlas.cast.max, { sort_order: 12.5 }))
    expect(left.map((one) => one.entity).sort()).toEqual(['project_members', 'user_properties'])
    const order = async (who: ApiClient) => {
      const projects = await who.call('listProjects', { params })
      return projects.find((project) => project.id === params.project_id)?.sort_order
    }
    expect(await order(atlas.cast.max)).toBe(12.5)
    expect((await read(atlas.cast.max)).sort_order).toBe(12.5)
    expect(await order(atlas.cast.gus)).toBe(firstPosition)
  })

  test('changes by the older call too', async () => {
    await atlas.cast.gus.call('setProjectView', {
      params,
      body: { sort_order: 3, view_props: { display_filters: { layout: 'calendar' } } },
    })
    expect(await read(atlas.cast.gus)).toMatchObject({
      sort_order: 3,
      display_filters: { layout: 'calendar' },
    })
  })
})

describe('preferences of other screens', () => {
  test('are separate from those of the project', async () => {
    const { ann } = atlas.cast
    await ann.call('updateEpicsUserProperties', {
      params,
      body: { display_filters: { layout: 'gantt_chart' } },
    })
    const answer = await ann.call('updateWorkspaceUserProperties', {
      params,
      body: { display_filters: { layout: 'spreadsheet' }, navigation_project_limit: 4 },
    })
    expect(answer).toMatchObject({
      context: 'workspace',
      context_id: atlas.cast.workspace_id,
      navigation_project_limit: 4,
      navigation_control_preference: 'ACCORDION',
    })
    expect(await ann.call('getWorkspaceUserProperties', { params })).toEqual(answer)
    const epics = await ann.call('getEpicsUserProperties', { params })
    expect([epics.context, epics.display_filters.layout]).toEqual(['epics', 'gantt_chart'])
    expect((await read(ann)).display_filters.layout).toBe('kanban')
  })

  test('the settings of drafts are a list at first, and a board of all drafts is by priority', async () => {
    const { params } = atlas
    const { ann } = atlas.cast
    const all = { params, query: { context: 'drafts' as const } }
    const before = await ann.call('getWorkspaceUserProperties', all)
    expect(before.display_filters).toMatchObject({ layout: 'list', group_by: null, order_by: '-created_at' })
    const body = { display_filters: { layout: 'kanban' as const } }
    const after = await ann.call('updateWorkspaceUserProperties', { ...all, body })
    expect(after.display_filters).toMatchObject({ layout: 'kanban', group_by: 'priority' })
    const one = { params, query: { context: 'project-drafts' as const }, body }
    const inProject = await ann.call('updateUserProperties', one)
    expect(inProject.display_filters).toMatchObject({ layout: 'kanban', group_by: 'state' })
  })

  test('of the older display call are those of the project', async () => {
    const { max } = atlas.cast
    const before = await max.call('getDisplayProperties', { params })
    expect(before.properties).toEqual(createDefaultUserProperties().display_properties)
    const after = await max.call('setDisplayProperties', { params, body: { properties: { cycle: false } } })
    expect(after.properties).toEqual({ ...before.properties, cycle: false })
    expect((await read(max)).display_properties).toEqual(after.properties)
  })

  test('are listed for that person only', async () => {
    await change(atlas.cast.max, { display_filters: { layout: 'list' } })
    const mine = await atlas.cast.max.call('listUserProperties', { params })
    expect(new Set(mine.map((row) => row.user_id))).toEqual(new Set([atlas.cast.max.id]))
    expect(await atlas.cast.eve.call('listUserProperties', { params: atlas.eves })).toEqual([])
  })

  test('security 47: are not found without access', async () => {
    const hidden = await fresh('Hidden', 'HID')
    await atlas.changingNothing(async () => {
      for (const [who, where] of [
        ['eve', params],
        ['max', hidden],
      ] as const) {
        for (const call of ['getUserProperties', 'getEpicsUserProperties', 'getDisplayProperties'] as const) {
          expect((await atlas.cast[who].refused(call, { params: where })).status).toBe(404)
        }
        const body = { display_filters: { layout: 'list' } }
        const refused = await atlas.cast[who].refused('updateUserProperties', { params: where, body })
        expect(refused.status).toBe(404)
      }
    })
  })
})
