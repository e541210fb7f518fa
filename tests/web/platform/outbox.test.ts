import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { newId } from '#common/platform/ids.ts'
import { type AnyMutation, type Mutation, toAnyMutation } from '#web/platform/sync/mutation.ts'
import type { OutboxStorage } from '#web/platform/sync/outbox-storage.ts'
import { createTabOutboxStorage, withCurrentFieldNames } from '#web/platform/sync/outbox-storage.ts'
import { runSql } from '../../support/api-client.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'
import { createSharedOutboxStorage, openSimulatedTab, type SimulatedTab } from '../../support/sync-person.ts'

let atlas: ProjectTestServer
const opened: SimulatedTab[] = []

beforeAll(async () => {
  atlas = await startProjectTestServer()
})
afterEach(() => {
  for (const { live } of opened.splice(0)) live.close()
})
afterAll(() => atlas.close())

async function tab(
  who: Parameters<typeof openSimulatedTab>[1] = atlas.cast.ann,
  storage?: OutboxStorage,
): Promise<SimulatedTab> {
  const person = openSimulatedTab(atlas.server, who)
  opened.push(person)
  if (storage !== undefined) await person.outbox.open(storage)
  return person
}

/** Creates an item and loads it in the tab of `person`. Returns the id of the item. */
async function loaded(person: SimulatedTab, name: string): Promise<string> {
  const item = await atlas.make(name)
  person.applyRows('work_items', [item], 0)
  return item.id
}

const nameOf = (person: SimulatedTab, id: string) => person.tables.work_items.get(id)?.name
const waiting = ({ store, outbox }: SimulatedTab) => store.get(outbox.waitingAtom)

function naming(id: string, name: string): Mutation<'updateWorkItem'> {
  return {
    call: 'updateWorkItem',
    input: { params: { ...atlas.params, id }, body: { name } },
    changes: [{ entity: 'work_items', id, op: 'update', fields: { name } }],
    answerTable: 'work_items',
    message: `called ${name}`,
  }
}

function making(id: string, name: string): Mutation<'createWorkItem'> {
  return {
    call: 'createWorkItem',
    input: { params: atlas.params, body: { id, name } },
    changes: [{ entity: 'work_items', id, op: 'create', fields: { id, name } }],
    answerTable: 'work_items',
    message: `made ${name}`,
  }
}

/**
 * Simulates that a tab changes a field and the server stores the change, but the answer is lost. Then another user
 * changes the same field.
 */
async function losingAnAnswer() {
  const storage = createSharedOutboxStorage()
  const before = await tab(atlas.cast.ann, storage())
  const id = await loaded(before, 'First')
  before.network.set('losing')
  void before.mutate(naming(id, 'Mine'))
  await vi.waitFor(async () => expect(await storage().all()).toMatchObject([{ isTried: true }]))
  before.network.set('offline')
  await atlas.cast.max.call('updateWorkItem', { params: { ...atlas.params, id }, body: { name: 'Theirs' } })
  return { storage, id }
}

/** Returns the names that the item had, in the order of its changes. */
async function namesOf(id: string): Promise<string[]> {
  const rows = await runSql<{ name: string }>(
    atlas.server.databaseUrl,
    "select fields->>'name' as name from changes where entity_id = $1 and fields ? 'name' order by version",
    [id],
  )
  return rows.map(({ name }) => name)
}

test('two instances in one process are independent users', async () => {
  const [ann, max] = [await tab(), await tab(atlas.cast.max)]
  const id = await loaded(ann, 'Shared')
  max.applyRows(
    'work_items',
    [await atlas.cast.max.call('getWorkItem', { params: { ...atlas.params, id } })],
    0,
  )
  await Promise.all([ann, max].map((person) => person.follow(atlas.cast.slug, () => {})))
  const saved = ann.mutate(naming(id, "Ann's"))
  expect([nameOf(ann, id), nameOf(max, id)]).toEqual(["Ann's", 'Shared'])
  await saved
  await vi.waitFor(() => expect(nameOf(max, id)).toBe("Ann's"))
  expect(max.store.get(max.connectionAtom)).toBe('live')
  await max.mutate(naming(id, "Max's"))
  await vi.waitFor(() => expect(nameOf(ann, id)).toBe("Max's"))
})

test('offline changes survive a reload and are sent once in order', async () => {
  const storage = createSharedOutboxStorage()
  const before = await tab(atlas.cast.ann, storage())
  const known = await loaded(before, 'Known')
  const made = newId()
  before.network.set('offline')
  for (const mutation of [
    making(made, 'One'),
    naming(made, 'Two'),
    naming(known, 'Three'),
    naming(made, 'Four'),
  ])
    void before.mutate(mutation as Mutation<'updateWorkItem'>)
  expect(nameOf(before, made)).toBe('Four')
  await vi.waitFor(async () => expect(await storage().all()).toHaveLength(4))
  before.live.close()

  const after = openSimulatedTab(atlas.server, atlas.cast.ann)
  opened.push(after)
  after.network.set('offline')
  after.applyRows(
    'work_items',
    [await atlas.cast.ann.call('getWorkItem', { params: { ...atlas.params, id: known } })],
    0,
  )
  await after.outbox.open(storage(true))
  expect([nameOf(after, made), nameOf(after, known), waiting(after)]).toEqual(['Four', 'Three', 4])
  after.network.set('there')
  await vi.waitFor(() => expect(waiting(after)).toBe(0))
  expect(after.network.written).toHaveLength(4)
  expect(after.network.written).toEqual(after.network.written.toSorted())
  expect(await namesOf(made)).toEqual(['One', 'Two', 'Four'])
  expect(await namesOf(known)).toEqual(['Known', 'Three'])
  expect([nameOf(after, made), nameOf(after, known)]).toEqual(['Four', 'Three'])
})

test('a write whose answer was lost before the reload is not done again', async () => {
  const { storage, id } = await losingAnAnswer()
  const after = await tab(atlas.cast.ann, storage(true))
  await vi.waitFor(() => expect(waiting(after)).toBe(0))
  expect(after.network.written).toHaveLength(1)
  expect(await namesOf(id)).toEqual(['First', 'Mine', 'Theirs'])
})

test('a first attempt that hangs is not lost with the page', async () => {
  const storage = createSharedOutboxStorage()
  const before = await tab(atlas.cast.ann, storage())
  const id = await loaded(before, 'First')
  await before.mutate(naming(id, 'Second'))
  before.network.set('hanging')
  // Both changes are stored on this device, although the second change is sent only after the first one.
  for (const name of ['Third', 'Fourth']) void before.mutate(naming(id, name))
  await vi.waitFor(async () => expect(await storage().all()).toHaveLength(2), 3000)
  const after = await tab(atlas.cast.ann, storage(true))
  await vi.waitFor(() => expect(waiting(after)).toBe(0))
  expect(await namesOf(id)).toEqual(['First', 'Second', 'Third', 'Fourth'])
  expect(await storage().all()).toEqual([])
})

test('a rejected queued change is reported, and the rest is sent', async () => {
  const ann = await tab()
  const [gone, kept] = [await loaded(ann, 'Gone'), await loaded(ann, 'QueuedMutation')]
  const refusals: (string | null)[][] = []
  ann.onRefusal(({ code }, lost, { call }) => void refusals.push([code, lost, call]))
  ann.network.set('away')
  const answers = [ann.mutate(naming(gone, 'Lost')), ann.mutate(naming(kept, 'Saved'))]
  await vi.waitFor(() => expect(waiting(ann)).toBe(2))
  await atlas.cast.ann.call('deleteWorkItem', { params: { ...atlas.params, id: gone } })
  ann.network.set('there')
  expect(await Promise.all(answers)).toMatchObject([null, { name: 'Saved' }])
  expect(refusals).toEqual([['not_found', 'called Lost', 'updateWorkItem']])
  expect([nameOf(ann, gone), nameOf(ann, kept)]).toEqual(['Gone', 'Saved'])
})

test('two tabs of a person send each change once', async () => {
  const storage = createSharedOutboxStorage()
  const tabs = [await tab(atlas.cast.ann, storage()), await tab(atlas.cast.ann, storage())]
  const ids = await Promise.all(tabs.map((each, at) => loaded(each, `Of tab ${at}`)))
  for (const { network } of tabs) network.set('offline')
  const answers = tabs.map((each, at) => each.mutate(naming(ids[at] ?? '', `By tab ${at}`)))
  await vi.waitFor(() => expect(tabs.map(waiting)).toEqual([2, 2]))
  for (const { network } of tabs) network.set('there')
  expect(await Promise.all(answers)).toMatchObject([{ name: 'By tab 0' }, { name: 'By tab 1' }])
  await vi.waitFor(() => expect(tabs.map(waiting)).toEqual([0, 0]))
  expect(tabs.flatMap(({ network }) => network.written)).toHaveLength(2)
})

test('Undo takes a change out that was never sent, and reports no rejection', async () => {
  const ann = await tab()
  const refusals: string[] = []
  ann.onRefusal(({ code }) => void refusals.push(code))
  const id = await loaded(ann, 'Before')
  ann.network.set('offline')
  const saved = ann.mutate({ ...naming(id, 'Undone'), undo: toAnyMutation(naming(id, 'Before')) })
  await vi.waitFor(() => expect(waiting(ann)).toBe(1))
  expect(await ann.undo.undo()).toBe(true)
  expect(await saved).toBeNull()
  expect([nameOf(ann, id), waiting(ann)]).toEqual(['Before', 0])
  ann.network.set('there')
  expect(await ann.undo.undo()).toBe(false)
  expect([ann.network.written, refusals]).toEqual([[], []])
})

test('Undo of a change that may have arrived sends its inverse after it', async () => {
  const ann = await tab()
  const id = await loaded(ann, 'Before')
  ann.network.set('losing')
  const saved = ann.mutate({ ...naming(id, 'Doubtful'), undo: toAnyMutation(naming(id, 'Before')) })
  await vi.waitFor(() => expect(waiting(ann)).toBe(1))
  ann.network.set('away')
  expect(await ann.undo.undo()).toBe(true)
  expect(await saved).toBeNull()
  expect(nameOf(ann, id)).toBe('Before')
  ann.network.set('there')
  await vi.waitFor(() => expect(waiting(ann)).toBe(0))
  expect(await namesOf(id)).toEqual(['Before', 'Doubtful', 'Before'])
})

test('queued changes of one workspace are not shown in another', async () => {
  const ann = await tab()
  const id = newId()
  ann.network.set('offline')
  void ann.mutate(making(id, 'Here'))
  ann.showWorkspace('elsewhere')
  expect(nameOf(ann, id)).toBeUndefined()
  ann.showWorkspace(atlas.cast.slug)
  expect(nameOf(ann, id)).toBe('Here')
})

test('queued changes are not sent as another user', async () => {
  const { ann, max } = atlas.cast
  const browser = { id: ann.id, cookie: ann.cookie }
  const page = await tab(browser)
  const id = await loaded(page, 'First')
  page.network.set('offline')
  void page.mutate(naming(id, "Ann's"))
  await vi.waitFor(() => expect(waiting(page)).toBe(1))
  browser.cookie = max.cookie
  page.network.set('there')
  await vi.waitFor(() => expect(page.network.written).not.toEqual([]))
  await expect(page.requests.request('getMe', {})).rejects.toMatchObject({ code: 'unauthenticated' })
  expect(await namesOf(id)).toEqual(['First'])
  browser.cookie = ann.cookie
  page.network.set('there')
  await vi.waitFor(() => expect(waiting(page)).toBe(0))
  expect(await namesOf(id)).toEqual(['First', "Ann's"])
})

test('changes after a lost answer stay after a reload', async () => {
  const { storage, id } = await losingAnAnswer()
  const after = await tab()
  await after.follow(atlas.cast.slug, () => {})
  const row = await atlas.cast.ann.call('getWorkItem', { params: { ...atlas.params, id } })
  after.applyRows('work_items', [row], Number.MAX_SAFE_INTEGER)
  await after.outbox.open(storage(true))
  await vi.waitFor(() => expect(waiting(after)).toBe(0))
  await vi.waitFor(() => expect(nameOf(after, id)).toBe('Theirs'))
})

test('an accepted change of one workspace is not applied to another', async () => {
  const ann = await tab()
  const id = newId()
  ann.showWorkspace(atlas.cast.slug)
  ann.network.set('offline')
  const saved = ann.mutate(making(id, 'Here'))
  ann.loading.forgetWorkspace()
  ann.showWorkspace('elsewhere')
  ann.network.set('there')
  expect(await saved).toMatchObject({ id })
  expect(nameOf(ann, id)).toBeUndefined()
})

test.each(['put', 'all', 'claim', 'remove'] as const)(
  'what the machine cannot keep any more is sent all the same: %s fails',
  async (failing) => {
    const full = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))
    const ann = await tab(atlas.cast.ann, { ...createTabOutboxStorage(), [failing]: full })
    const [one, two] = [await loaded(ann, 'One'), await loaded(ann, 'Two')]
    ann.network.set('offline')
    const saved = [ann.mutate(naming(one, 'First')), ann.mutate(naming(two, 'Second'))]
    await vi.waitFor(() => expect(waiting(ann)).toBe(2))
    ann.network.set('there')
    expect(await Promise.all(saved)).toMatchObject([{ name: 'First' }, { name: 'Second' }])
    expect([await namesOf(one), await namesOf(two)]).toEqual([
      ['One', 'First'],
      ['Two', 'Second'],
    ])
  },
)

test('a change made while the outbox opens is sent', async () => {
  const kept = createTabOutboxStorage()
  const opening = Promise.withResolvers<void>()
  const slow = {
    ...kept,
    put: (one: Parameters<typeof kept.put>[0]) => opening.promise.then(() => kept.put(one)),
  }
  const ann = await tab()
  const [one, two] = [await loaded(ann, 'One'), await loaded(ann, 'Two')]
  ann.network.set('offline')
  const first = ann.mutate(naming(one, 'First'))
  await vi.waitFor(() => expect(waiting(ann)).toBe(1))
  const opened = ann.outbox.open(slow)
  const second = ann.mutate(naming(two, 'Second'))
  await vi.waitFor(() => expect(waiting(ann)).toBe(2))
  opening.resolve()
  await opened
  ann.network.set('there')
  expect(await Promise.all([first, second])).toMatchObject([{ name: 'First' }, { name: 'Second' }])
})

test('an obsolete stored change does not block others', async () => {
  const storage = createTabOutboxStorage()
  const ann = await tab()
  const id = await loaded(ann, 'First')
  const old = {
    ...naming(id, 'Old'),
    call: 'noSuchCall',
    changes: [{ entity: 'no_such_table', id, op: 'update' }],
  }
  await storage.put({ id: newId(), mutation: old as unknown as AnyMutation, isTried: false })
  await storage.put({ id: newId(), mutation: toAnyMutation(naming(id, 'New')), isTried: false })
  const lost: (string | null)[] = []
  ann.onRefusal((_, what) => void lost.push(what))
  await ann.outbox.open(storage)
  await vi.waitFor(() => expect(waiting(ann)).toBe(0))
  expect(lost).toEqual(['called Old'])
  expect(await namesOf(id)).toEqual(['First', 'New'])
})

test('reads a change that an earlier version of the client has stored', () => {
  const former = {
    call: 'createLabel',
    ...{ answers: 'labels', inTurn: '1', words: 'Created', opens: { entity: 'labels', id: '1' } },
    undo: { call: 'deleteLabel', words: 'Deleted' },
  } as unknown as AnyMutation
  expect(withCurrentFieldNames({ id: '1', isTried: true, mutation: former })).toEqual({
    ...{ id: '1', isTried: true },
    mutation: {
      call: 'createLabel',
      ...{
        answerTable: 'labels',
        queueKey: '1',
        message: 'Created',
        createdRow: { entity: 'labels', id: '1' },
      },
      undo: { call: 'deleteLabel', message: 'Deleted' },
    },
  })
})
