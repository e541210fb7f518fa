import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runSql } from '../../support/api-client.ts'
import { createRandom, type Random } from '../../support/history/random.ts'
import {
  type ProjectPathParams,
  type ProjectTestServer,
  startProjectTestServer,
} from '../../support/project-test-server.ts'

/*
 * A property-based test: people build and change trees of items and epics. After each action, every item must have the epic that
 * is found by walking up the tree, and each epic must count all of its descendants.
 */
let atlas: ProjectTestServer
const seed = Number(process.env['EPICS_SEED'] ?? Math.floor(Math.random() * 2 ** 31))

beforeAll(async () => {
  atlas = await startProjectTestServer()
})
afterAll(() => atlas.close())

interface Item extends Record<string, unknown> {
  id: string
  is_epic: boolean
  epic_id: string | null
  parent_id: string | null
  project_id: string
  state__group: string
  deleted_at: Date | null
  archived_at: Date | null
}

function sql<Row extends Record<string, unknown>>(statement: string, values: unknown[] = []): Promise<Row[]> {
  return runSql<Row>(atlas.server.databaseUrl, statement, values)
}

const itemsOf = (places: ProjectPathParams[]) =>
  sql<Item>(
    `select id, is_epic, epic_id, parent_id, project_id, state__group, deleted_at, archived_at from work_items
     where project_id = any($1) order by sequence_id, id`,
    [places.map(({ project_id }) => project_id)],
  )
const isCounted = ({ deleted_at, archived_at }: Item) => deleted_at === null && archived_at === null

/** Returns the epic at the top of an item's tree. Returns null for that epic itself. */
function epicAbove(item: Item, byId: ReadonlyMap<string, Item>): string | null {
  let top = item
  for (let up: Item | undefined = item; up !== undefined; up = byId.get(up.parent_id ?? '')) top = up
  return top.is_epic && top.id !== item.id ? top.id : null
}

const groups = ['backlog', 'unstarted', 'started', 'completed', 'cancelled']

async function compare(places: ProjectPathParams[], done: string): Promise<void> {
  const items = await itemsOf(places)
  const byId = new Map(items.map((item) => [item.id, item]))
  const wrong = items.filter((item) => item.epic_id !== epicAbove(item, byId))
  expect({ seed, done, wrong }).toEqual({ seed, done, wrong: [] })
  for (const place of places) {
    const listed = await atlas.cast.ann.call('listEpicProgress', { params: place })
    const epics = items.filter(
      (item) => item.is_epic && item.deleted_at === null && item.project_id === place.project_id,
    )
    expect(new Set(listed.map(({ id }) => id))).toEqual(new Set(epics.map(({ id }) => id)))
    for (const epic of listed) {
      const below = items.filter((item) => item.epic_id === epic.id && isCounted(item))
      const counts = groups.map((group) => [
        `${group}_issues`,
        below.filter((item) => item.state__group === group).length,
      ])
      expect({ seed, done, ...epic }).toMatchObject({
        seed,
        done,
        total_issues: below.length,
        ...Object.fromEntries(counts),
      })
    }
  }
}

interface Work {
  place: ProjectPathParams
  elsewhere: ProjectPathParams
  states: { id: string; group: string }[]
}
interface Among {
  rows: Item[]
  live: Item[]
  epics: Item[]
}
type AuditEntry = (random: Random, work: Work, among: Among) => Promise<unknown>

async function makePlace(name: string, identifier: string): Promise<Work> {
  const { ann } = atlas.cast
  const place = await atlas.makeProject(name, identifier)
  const elsewhere = await atlas.makeProject(`${name} beside`, `${identifier}B`)
  for (const params of [place, elsewhere])
    await ann.call('updateProject', { params, body: { is_epic_enabled: true } })
  const states = Object.values(await ann.call('listStates', { params: place })).flat()
  return { place, elsewhere, states: states.filter(({ group }) => group !== 'triage') }
}

const at = ({ place }: Work, item: Item | undefined) => ({ ...place, id: item?.id ?? '' })
const idOf = (random: Random, among: Item[]) => random.pickAny(among)?.id ?? null

const make: AuditEntry = (random, { place, states }, { live }) =>
  atlas.cast.ann.call('createWorkItem', {
    params: place,
    body: {
      name: 'Item',
      state_id: random.pickAny(states)?.id,
      parent_id: random.chance(0.7) ? idOf(random, live) : null,
    },
  })
const makeEpic: AuditEntry = (_, { place }) =>
  atlas.cast.ann.call('createEpic', { params: place, body: { name: 'Epic', sub_items: [{ name: 'Part' }] } })

/**
 * Ignores the error 400, because random actions can be invalid: they can create a cycle in the tree, move an
 * epic below an item, or use an item that is not an epic.
 */
async function maybe(act: Promise<unknown>): Promise<void> {
  await act.catch((error: Error) => expect(error.message).toMatch(/was refused with 400/))
}
const put: AuditEntry = (random, work, { live }) =>
  maybe(
    atlas.cast.ann.call('updateWorkItem', {
      params: at(work, random.pickAny(live)),
      body: { parent_id: random.chance(0.2) ? null : idOf(random, live) },
    }),
  )
const choose: AuditEntry = (random, work, { live, epics }) =>
  maybe(
    atlas.cast.ann.call('changeWorkItems', {
      params: work.place,
      body: {
        issue_ids: random.some(live, 4).map(({ id }) => id),
        properties: { epic_id: random.chance(0.2) ? null : idOf(random, epics) },
      },
    }),
  )
/** Sets the parents of several items in one request. Parents may be items of the same request. */
const putMany: AuditEntry = (random, work, { live }) => {
  const some = random.some(live, 4)
  const updates = some.map(({ id }) => ({ id, parent_id: idOf(random, [...some, ...live]) }))
  return maybe(atlas.cast.ann.call('setWorkItems', { params: work.place, body: { updates } }))
}
const setState: AuditEntry = (random, work, { live }) =>
  maybe(
    atlas.cast.ann.call('changeWorkItems', {
      params: work.place,
      body: {
        issue_ids: random.some(live, 5).map(({ id }) => id),
        properties: { state_id: random.pickAny(work.states)?.id },
      },
    }),
  )
const convert: AuditEntry = (random, work, { live }) =>
  atlas.cast.ann.call('convertToEpic', { params: at(work, random.pickAny(live)) })
const convertBack: AuditEntry = async (random, work, { live, epics }) => {
  const epic = random.pickAny(epics)
  const body = { parent_id: random.chance(0.5) ? idOf(random, live) : null }
  if (epic) await maybe(atlas.cast.ann.call('convertToWorkItem', { params: at(work, epic), body }))
}
const trash: AuditEntry = (random, work, { live }) =>
  atlas.cast.ann.call('deleteWorkItem', { params: at(work, random.pickAny(live)) })
const takeBack: AuditEntry = async (random, work, { rows }) => {
  const trashed = random.pickAny(rows.filter((row) => row.deleted_at !== null))
  if (trashed === undefined) return
  if (random.chance(0.7)) await atlas.cast.ann.call('restoreWorkItem', { params: at(work, trashed) })
  else await atlas.cast.ann.call('purgeWorkItems', { params: work.place, body: { issue_ids: [trashed.id] } })
}
const archive: AuditEntry = async (random, work, { live }) => {
  const closed = live.filter(({ state__group }) => ['completed', 'cancelled'].includes(state__group))
  const done = random.pickAny(closed)
  if (done) await atlas.cast.ann.call('archiveWorkItem', { params: at(work, done) })
}
const unarchive: AuditEntry = async (random, work, { rows }) => {
  const archived = random.pickAny(rows.filter((row) => row.archived_at !== null && row.deleted_at === null))
  if (archived) await atlas.cast.ann.call('unarchiveWorkItem', { params: at(work, archived) })
}
const move: AuditEntry = (random, { place, elsewhere }, { live }) =>
  atlas.cast.ann.call('moveWorkItems', {
    params: place,
    body: { issue_ids: [idOf(random, live)], new_project_id: elsewhere.project_id },
  })
const moveBack: AuditEntry = async (random, { place, elsewhere }) => {
  const there = (await itemsOf([elsewhere])).filter(isCounted)
  const id = idOf(random, there)
  const body = { issue_ids: [id], new_project_id: place.project_id }
  if (id !== null) await atlas.cast.ann.call('moveWorkItems', { params: elsewhere, body })
}

const deeds = {
  make,
  makeEpic,
  put,
  choose,
  putMany,
  setState,
  convert,
  convertBack,
  trash,
  takeBack,
  archive,
  unarchive,
  move,
  moveBack,
}
const weighted = [
  ...Object.keys(deeds),
  'make',
  'make',
  'make',
  'make',
  'put',
  'choose',
  'setState',
] as (keyof typeof deeds)[]

describe('the epics of items and their figures', () => {
  test('equal those found by walking the tree', async () => {
    const random = createRandom(seed)
    const work = await makePlace('Trees', 'TRE')
    const places = [work.place, work.elsewhere]
    for (let step = 0; step < 90; step++) {
      const rows = await itemsOf([work.place])
      const live = rows.filter(isCounted)
      const name: keyof typeof deeds =
        live.length < 4 ? (step % 2 === 0 ? 'makeEpic' : 'make') : (random.pickAny(weighted) ?? 'make')
      await deeds[name](random, work, { rows, live, epics: live.filter(({ is_epic }) => is_epic) })
      await compare(places, `${step}: ${name}`)
    }
  }, 120_000)

  test('are correct after concurrent changes of many items', async () => {
    const random = createRandom(seed)
    const work = await makePlace('At once', 'ATO')
    for (let at = 0; at < 3; at++) await makeEpic(random, work, { rows: [], live: [], epics: [] })
    const rows = await itemsOf([work.place])
    const epics = rows.filter(({ is_epic }) => is_epic)
    const among = { rows, live: rows, epics }
    await Promise.all(
      Array.from({ length: 40 }, () => random.pick([make, choose, setState, put])(random, work, among)),
    )
    await compare([work.place], 'at once')
  }, 60_000)
})
