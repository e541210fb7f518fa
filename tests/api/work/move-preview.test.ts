import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ResponseOf } from '#common/platform/call.ts'
import { role } from '#common/platform/roles.ts'
import type { workItemBulkCalls } from '#common/work/work-items/bulk-calls.ts'
import { runSql } from '../../support/api-client.ts'
import {
  type ProjectPathParams,
  type ProjectTestServer,
  startProjectTestServer,
} from '../../support/project-test-server.ts'

let atlas: ProjectTestServer

beforeAll(async () => {
  atlas = await startProjectTestServer()
})
afterAll(() => atlas.close())

type Preview = ResponseOf<(typeof workItemBulkCalls)['previewMove']>
type Row = Record<string, unknown> & {
  id: string
  state_id: string
  parent_id: string | null
  deleted_at: unknown
  sequence_id: number
  cycle_id: string | null
  estimate_point: string | null
} & Record<'label_ids' | 'assignee_ids' | 'subscriber_ids' | 'module_ids', string[]>

const bodyOf = (ids: string[], to: ProjectPathParams) => ({ issue_ids: ids, new_project_id: to.project_id })
const previewOf = (ids: string[], from: ProjectPathParams, to: ProjectPathParams) =>
  atlas.changingNothing(() => atlas.cast.ann.call('previewMove', { params: from, body: bodyOf(ids, to) }))

test('the preview of a move equals its result, for random items in both directions', async () => {
  const { ann, max } = atlas.cast
  let round = 0
  await fc.assert(
    fc.asyncProperty(items, otherStates, async (wanted, renamed) => {
      round += 1
      const from = await atlas.makeProject(`From ${round}`, `FR${round}`)
      const to = await atlas.makeProject(`To ${round}`, `TO${round}`)
      await ann.call('addProjectMembers', {
        params: from,
        body: { members: [{ member_id: max.id, role: role.member }] },
      })
      for (const [at, state] of (await statesOf(to)).entries())
        if (renamed[at])
          await ann.call('updateState', {
            params: { ...to, state_id: state.id },
            body: { name: `Else ${at}` },
          })
      await labelsOf(to, ['shared', 'Elsewhere'])
      await estimateOf(to, ['1', '5'])
      const made = await makeItems(wanted, from)
      const named = made.filter((_, at) => wanted[at]?.isNamed)
      const alive = await livingOf(named)
      if (alive.length === 0) return
      await moveAsSaid(alive, from, to)
      // When an item moves back, it gets its former values again, unless somebody changed them in the other
      // project.
      const [first = ''] = alive
      await ann.call('updateWorkItem', {
        params: { ...to, id: first },
        body: { state_id: (await statesOf(to))[0]?.id, label_ids: [] },
      })
      await moveAsSaid(alive, to, from)
      await moveAsSaid(alive.slice(0, 1), from, to)
    }),
    { numRuns: 6, seed: 12, endOnFailure: true },
  )
}, 120_000)

test('a rejected move is rejected by the preview too and uses no number', async () => {
  const { ann, max } = atlas.cast
  const there = await atlas.makeProject('Hidden', 'HID')
  const item = await atlas.make('Stays')
  expect(
    await max.refused('previewMove', { params: atlas.params, body: bodyOf([item.id], there) }),
  ).toMatchObject({ status: 400 })
  expect(
    await ann.refused('previewMove', { params: atlas.params, body: bodyOf([item.id], atlas.params) }),
  ).toMatchObject({ status: 400, fields: { new_project_id: [expect.any(String)] } })
  for (const _ of [1, 2])
    expect((await previewOf([item.id], atlas.params, there)).items).toEqual([
      { id: item.id, project_id: there.project_id, sequence_id: 1 },
    ])
  expect((await atlas.make('First', {}, ann, there)).sequence_id).toBe(1)
})

interface Wanted {
  parent: number | null
  state: number
  labels: number[]
  people: number[]
  isPlanned: boolean
  modules: number[]
  estimate: number | null
  isNamed: boolean
  isTrashed: boolean
}

const items = fc.array(
  fc.record({
    parent: fc.option(fc.nat(5)),
    state: fc.nat(4),
    labels: fc.subarray([0, 1, 2]),
    people: fc.subarray([0, 1]),
    isPlanned: fc.boolean(),
    modules: fc.subarray([0, 1]),
    estimate: fc.option(fc.nat(2)),
    isNamed: fc.boolean(),
    isTrashed: fc.integer({ min: 1, max: 6 }).map((n) => n === 1),
  }),
  { minLength: 2, maxLength: 7 },
)
const otherStates = fc.array(fc.boolean(), { minLength: 5, maxLength: 5 })

async function makeItems(wanted: Wanted[], from: ProjectPathParams): Promise<string[]> {
  const { ann, max } = atlas.cast
  const states = await statesOf(from)
  const labels = await labelsOf(from, ['Shared', 'Alone', 'Single'])
  const points = await estimateOf(from, ['1', '2', '3'])
  await ann.call('updateProject', { params: from, body: { cycle_view: true, module_view: true } })
  const cycle = await ann.call('createCycle', { params: from, body: { name: 'Some day' } })
  const modules: string[] = []
  for (const name of ['Map', 'Office'])
    modules.push((await ann.call('createModule', { params: from, body: { name } })).id)
  const made: string[] = []
  for (const one of wanted) {
    const more = {
      parent_id: one.parent === null ? null : (made[one.parent] ?? null),
      state_id: states[one.state % states.length]?.id,
      label_ids: one.labels.map((at) => labels[at]),
      assignee_ids: one.people.map((at) => [ann.id, max.id][at]),
      cycle_id: one.isPlanned ? cycle.id : null,
      module_ids: one.modules.map((at) => modules[at]),
      estimate_point: one.estimate === null ? null : (points[one.estimate]?.id ?? null),
    }
    made.push((await atlas.make('Random', more, ann, from)).id)
  }
  // Deleting an item also deletes its descendants, so an item may be deleted already.
  for (const id of made.filter((_, at) => wanted[at]?.isTrashed))
    if ((await livingOf([id])).length > 0) await ann.call('deleteWorkItem', { params: { ...from, id } })
  return made
}

async function moveAsSaid(ids: string[], from: ProjectPathParams, to: ProjectPathParams): Promise<void> {
  const said = await atlas.cast.ann.call('previewMove', { params: from, body: bodyOf(ids, to) })
  const before = await rowsBelow(ids)
  const done = await atlas.cast.ann.call('moveWorkItems', { params: from, body: bodyOf(ids, to) })
  const after = new Map((await rowsBelow(ids)).map((row) => [row.id, row]))
  const names = new Map((await labelRows([from, to])).map(({ id, name }) => [id, name.toLowerCase()]))
  const moved = before.flatMap((row) => {
    const now = after.get(row.id)
    return now === undefined || row.deleted_at !== null ? [] : [{ row, now }]
  })
  const byId = (rows: Preview['items']) => rows.toSorted((a, b) => a.id.localeCompare(b.id))
  expect(byId(said.items)).toEqual(byId(done))
  expect(said.below).toBe(moved.length - ids.length)
  expect(sorted(said.states.map(({ from, to, count }) => [`${from} ${to}`, count]))).toEqual(
    counted(moved.map(({ row, now }) => `${row.state_id} ${now.state_id}`)),
  )
  const values = new Map(
    (
      await runSql<{ id: string; value: string }>(
        atlas.server.databaseUrl,
        'select id, value from estimate_points',
      )
    ).map(({ id, value }) => [id, value]),
  )
  const lists = [
    [said.labels, 'label_ids', (id: string) => names.get(id) ?? ''],
    [said.assignees, 'assignee_ids', (id: string) => id],
    [said.subscribers, 'subscriber_ids', (id: string) => id],
    [said.modules, 'module_ids', (id: string) => id],
    [said.cycles, 'cycle_id', (id: string) => id],
    [said.estimates, 'estimate_point', (id: string) => values.get(id) ?? ''],
  ] as const
  for (const [list, name, nameOf] of lists) {
    const idsOf = (row: Row) => [row[name] ?? []].flat()
    const isIn = (ids: string[], id: string) => ids.some((other) => nameOf(other) === nameOf(id))
    const told = (ids: Preview['labels']['kept']) => sorted(ids.map(({ id, count }) => [id, count]))
    expect('kept' in list ? told(list.kept) : [], name).toEqual(
      counted(moved.flatMap(({ row, now }) => idsOf(row).filter((id) => isIn(idsOf(now), id)))),
    )
    expect(told(list.dropped), name).toEqual(
      counted(moved.flatMap(({ row, now }) => idsOf(row).filter((id) => !isIn(idsOf(now), id)))),
    )
    expect(told(list.regained), name).toEqual(
      counted(moved.flatMap(({ row, now }) => idsOf(now).filter((id) => !isIn(idsOf(row), id)))),
    )
  }
  const parents = (part: 'dropped' | 'regained') =>
    sorted(said.parents[part].map(({ id, count }) => [id, count]))
  const changed = moved.filter(({ row, now }) => row.parent_id !== now.parent_id)
  expect(parents('dropped')).toEqual(counted(changed.flatMap(({ row }) => row.parent_id ?? [])))
  expect(parents('regained')).toEqual(counted(changed.flatMap(({ now }) => now.parent_id ?? [])))
}

function counted(keys: string[]): [string, number][] {
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return sorted([...counts])
}

function sorted(pairs: (readonly [string, number])[]): [string, number][] {
  return pairs
    .map(([key, count]): [string, number] => [key, count])
    .toSorted(([a], [b]) => a.localeCompare(b))
}

async function rowsBelow(ids: string[]): Promise<Row[]> {
  return runSql<Row>(
    atlas.server.databaseUrl,
    `with recursive tree as (
      select * from work_items where id = any($1)
      union select child.* from work_items child join tree on child.parent_id = tree.id)
    select * from tree`,
    [ids],
  )
}

async function livingOf(ids: string[]): Promise<string[]> {
  const rows = await rowsBelow(ids)
  return ids.filter((id) => rows.some((row) => row.id === id && row.deleted_at === null))
}

async function statesOf(params: ProjectPathParams) {
  const listed = await atlas.cast.ann.call('listStates', { params })
  return Array.isArray(listed) ? listed : []
}

async function labelsOf(params: ProjectPathParams, names: string[]): Promise<string[]> {
  const ids: string[] = []
  for (const name of names)
    ids.push((await atlas.cast.ann.call('createLabel', { params, body: { name } })).id)
  return ids
}

/** Creates an estimate and makes it active. */
async function estimateOf(params: ProjectPathParams, values: string[]) {
  const body = {
    estimate: { name: 'Effort', type: 'points' as const, last_used: true },
    estimate_points: values.map((value, at) => ({ key: at + 1, value })),
  }
  return (await atlas.cast.ann.call('createEstimate', { params, body })).points
}

async function labelRows(places: ProjectPathParams[]) {
  const rows = await Promise.all(places.map((params) => atlas.cast.ann.call('listLabels', { params })))
  return rows.flat()
}
