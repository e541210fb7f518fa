import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { homeSectionKeys, sidebarSectionKeys } from '#common/personal/preferences/rules.ts'
import { computePositionInsertion } from '#common/platform/positions.ts'
import { type ApiClient, runSql } from '../../support/api-client.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'

let atlas: ProjectTestServer
let at: ProjectTestServer['params']

beforeAll(async () => {
  atlas = await startProjectTestServer()
  at = atlas.params
  await atlas.cast.ann.call('updateProject', { params: at, body: { cycle_view: true, module_view: true } })
})
afterAll(() => atlas.close())

interface OrderedList {
  name: string
  table: string
  column: 'sort_order' | 'sequence'
  /** The column with the id of the user, if each user has a separate list. */
  own?: 'user_id' | 'owner'
  /** The column that identifies a row. The default is `id`. */
  key?: 'key'
  make: (who: ApiClient, name: string, at: number) => Promise<unknown>
  move: (who: ApiClient, id: string, position: number) => Promise<unknown>
  /** SQL condition for the rows that are in the list. */
  isListed?: string
}

const url = (name: string) => `https://${name.toLowerCase()}.example/`
const lists: OrderedList[] = [
  {
    name: 'favourites',
    table: 'favorites',
    column: 'sequence',
    own: 'user_id',
    make: (who, name) => who.call('createFavorite', { params: at, body: { entity_type: 'folder', name } }),
    move: (who, favorite_id, sequence) =>
      who.call('updateFavorite', { params: { ...at, favorite_id }, body: { sequence } }),
  },
  {
    name: 'modules',
    table: 'modules',
    column: 'sort_order',
    make: (who, name) => who.call('createModule', { params: at, body: { name } }),
    move: (who, module_id, sort_order) =>
      who.call('updateModule', { params: { ...at, module_id }, body: { sort_order } }),
  },
  {
    name: 'draft cycles',
    table: 'cycles',
    column: 'sort_order',
    make: (who, name) => who.call('createCycle', { params: at, body: { name } }),
    move: (who, cycle_id, sort_order) =>
      who.call('updateCycle', { params: { ...at, cycle_id }, body: { sort_order } }),
  },
  {
    name: 'quick links',
    table: 'quick_links',
    column: 'sort_order',
    own: 'owner',
    make: (who, name) => who.call('createQuickLink', { params: at, body: { url: url(name) } }),
    move: (who, quick_link_id, sort_order) =>
      who.call('updateQuickLink', { params: { ...at, quick_link_id }, body: { sort_order } }),
  },
  {
    name: 'stickies',
    table: 'stickies',
    column: 'sort_order',
    own: 'owner',
    make: (who, name) => who.call('createSticky', { params: at, body: { name } }),
    move: (who, sticky_id, sort_order) =>
      who.call('updateSticky', { params: { ...at, sticky_id }, body: { sort_order } }),
  },
  {
    name: 'pages',
    table: 'pages',
    column: 'sort_order',
    make: (who, name) => who.call('createPage', { params: at, body: { name } }),
    move: (who, page_id, sort_order) =>
      who.call('updatePage', { params: { ...at, page_id }, body: { sort_order } }),
  },
  {
    name: 'labels',
    table: 'labels',
    column: 'sort_order',
    make: (who, name) => who.call('createLabel', { params: at, body: { name } }),
    move: (who, label_id, sort_order) =>
      who.call('updateLabel', { params: { ...at, label_id }, body: { sort_order } }),
  },
  {
    name: 'states',
    table: 'states',
    column: 'sequence',
    make: (who, name) => who.call('createState', { params: at, body: { name, color: '#123456' } }),
    move: (who, state_id, sequence) =>
      who.call('updateState', { params: { ...at, state_id }, body: { sequence } }),
  },
  {
    name: 'templates',
    table: 'work_item_templates',
    column: 'sort_order',
    make: (who, name) => who.call('createTemplate', { params: at, body: { name } }),
    move: (who, template_id, sort_order) =>
      who.call('updateTemplate', { params: { ...at, template_id }, body: { sort_order } }),
  },
  {
    name: 'home parts',
    table: 'home_preferences',
    column: 'sort_order',
    own: 'user_id',
    key: 'key',
    make: (who, _, index) => {
      const params = { ...at, key: homeSectionKeys[index] ?? '' }
      return who.call('updateHomePreference', { params, body: { sort_order: index } })
    },
    move: (who, key, sort_order) =>
      who.call('updateHomePreference', { params: { ...at, key }, body: { sort_order } }),
  },
  {
    name: 'sidebar sections',
    table: 'sidebar_preferences',
    column: 'sort_order',
    own: 'user_id',
    key: 'key',
    make: (who, _, index) => {
      const params = { ...at, key: sidebarSectionKeys[index] ?? '' }
      return who.call('updateSidebarPreference', { params, body: { sort_order: index } })
    },
    move: (who, key, sort_order) =>
      who.call('updateSidebarPreference', { params: { ...at, key }, body: { sort_order } }),
  },
  {
    name: 'work items of different states',
    table: 'work_items',
    column: 'sort_order',
    make: (who, name, index) => {
      const state_id = Object.values(atlas.states)[index % 3] ?? ''
      return who.call('createWorkItem', { params: at, body: { name, state_id } })
    },
    move: (who, id, sort_order) =>
      who.call('updateWorkItem', { params: { ...at, id }, body: { sort_order } }),
  },
]

describe.each(lists)('$name', ({ table, column, own, key = 'id', isListed = 'true', make, move }) => {
  let who: ApiClient
  const read = async () => {
    const isOf = own === undefined ? at.project_id : who.id
    const where = `${own ?? (table === 'pages' ? 'project_ids[1]' : 'project_id')} = '${isOf}' and ${isListed}`
    const rows = await runSql<{ id: string; position: number }>(
      atlas.server.databaseUrl,
      `select ${key} as id, ${column} as position from ${table} where ${where} order by ${column}`,
    )
    return rows
  }
  const inOrder = async () => {
    const rows = await read()
    expect(new Set(rows.map(({ position }) => position)).size).toBe(rows.length)
    return rows
  }
  const set = async (positions: Map<string, number>) => {
    for (const [id, position] of positions)
      await runSql(atlas.server.databaseUrl, `update ${table} set ${column} = $2 where ${key} = $1`, [
        id,
        position,
      ])
  }

  beforeAll(async () => {
    who = atlas.cast.ann
    for (const [index, name] of ['Alpha', 'Beta', 'Gamma', 'Delta'].entries()) await make(who, name, index)
    // Default sections of the home screen and sidebar are not stored in the database. They are listed after
    // the stored sections.
    const first = await read()
    await set(new Map(first.slice(0, 4).map(({ id }, index) => [id, -1e6 + index * 1e-5])))
  })

  test('are moved to their position however small the gap is', async () => {
    for (let step = 0; step < 12; step++) {
      const rows = await inOrder()
      const moved = rows[3]
      const others = rows.filter((row) => row !== moved)
      const { position } = computePositionInsertion(
        others.map((row) => row.position),
        1,
      )
      await move(who, moved?.id ?? '', position)
      const after = (await inOrder()).map(({ id }) => id)
      const known = new Set(rows.map(({ id }) => id))
      expect(after.filter((id) => known.has(id))).toEqual(
        others.map(({ id }) => id).toSpliced(1, 0, moved?.id ?? ''),
      )
    }
  })

  test('get different positions if two are moved into one gap at the same moment', async () => {
    const [first, second, third, fourth] = await inOrder()
    const middle = ((first?.position ?? 0) + (second?.position ?? 0)) / 2
    await Promise.all([third, fourth].map((row) => move(who, row?.id ?? '', middle)))
    const after = (await inOrder()).map(({ id }) => id)
    expect(after[0]).toBe(first?.id)
    expect(after[3]).toBe(second?.id)
    expect(after.slice(1, 3).toSorted()).toEqual([third?.id, fourth?.id].toSorted())
  })
})

test('copies of a page follow it however often it is copied', async () => {
  const { ann } = atlas.cast
  const page = await ann.call('createPage', { params: at, body: { name: 'Original' } })
  const next = await ann.call('createPage', {
    params: at,
    body: { name: 'Next', sort_order: page.sort_order + 1e-5 },
  })
  const made: string[] = []
  for (let copy = 0; copy < 12; copy++) {
    const { id } = await ann.call('duplicatePage', { params: { ...at, page_id: page.id }, body: {} })
    made.unshift(id)
  }
  const rows = await ann.call('listPages', { params: at, query: {} })
  const order = rows.toSorted((a, b) => a.sort_order - b.sort_order).map(({ id }) => id)
  const from = order.indexOf(page.id)
  expect(order.slice(from, from + 14)).toEqual([page.id, ...made, next.id])
})
