import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { newId } from '#common/platform/ids.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import type { HistoryStep } from '#web/platform/sync/history.ts'
import { type AnyMutation, type Mutation, toAnyMutation } from '#web/platform/sync/mutation.ts'
import { createTabOutboxStorage } from '#web/platform/sync/outbox-storage.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'
import { openSimulatedTab, type SimulatedTab } from '../../support/sync-person.ts'

let atlas: ProjectTestServer
const opened: SimulatedTab[] = []

beforeAll(async () => {
  atlas = await startProjectTestServer()
})
afterEach(() => {
  for (const { live } of opened.splice(0)) live.close()
})
afterAll(() => atlas.close())

interface Tab extends SimulatedTab {
  steps: HistoryStep[]
  left: string[]
}

function tab(): Tab {
  const person = openSimulatedTab(atlas.server, atlas.cast.ann)
  opened.push(person)
  const [steps, left]: [HistoryStep[], string[]] = [[], []]
  person.history.onDone((step) => void steps.push(step))
  person.undo.onPartlyUndone((how) => void left.push(how))
  return { ...person, steps, left }
}

async function loaded({ applyRows }: Tab, name: string): Promise<WorkItemRow> {
  const item = await atlas.make(name)
  applyRows('work_items', [item], 0)
  return item
}

type Patch = Partial<Pick<WorkItemRow, 'name' | 'priority' | 'label_ids'>>

const rowIn = ({ tables }: Tab, { id }: WorkItemRow) => tables.work_items.get(id)
const theirs = (item: WorkItemRow, body: Patch) =>
  atlas.cast.max.call('updateWorkItem', { params: { ...atlas.params, id: item.id }, body })

function patching({ id }: WorkItemRow, patch: Patch): Mutation<'updateWorkItem'> {
  return {
    call: 'updateWorkItem',
    input: { params: { ...atlas.params, id }, body: patch },
    changes: [{ entity: 'work_items', id, op: 'update', fields: patch }],
    answerTable: 'work_items',
  }
}

/** Changes the item as a screen does, from the state that this tab shows. */
function change(person: Tab, item: WorkItemRow, patch: Patch) {
  const row = rowIn(person, item)
  const before = Object.fromEntries(Object.keys(patch).map((name) => [name, row?.[name as keyof Patch]]))
  const undo = toAnyMutation(patching(item, before))
  return person.mutate({ ...patching(item, patch), message: JSON.stringify(patch), undo })
}

function settingAll(items: WorkItemRow[], name: string): Mutation<'setWorkItems'> {
  return {
    call: 'setWorkItems',
    input: { params: atlas.params, body: { updates: items.map(({ id }) => ({ id, name })) } },
    changes: items.map(({ id }) => ({ entity: 'work_items', id, op: 'update', fields: { name } })),
  }
}

function renaming(items: WorkItemRow[], name: string): AnyMutation {
  return toAnyMutation({ ...settingAll(items, name), undo: toAnyMutation(settingAll(items, 'Before')) })
}

test('the change made last is undone first, whichever was answered first, and done again in the same order', async () => {
  const ann = tab()
  const item = await loaded(ann, 'Before')
  await Promise.all([change(ann, item, { name: 'First' }), change(ann, item, { priority: 'high' })])
  expect(await ann.undo.undo()).toBe(true)
  expect(rowIn(ann, item)).toMatchObject({ name: 'First', priority: 'none' })
  expect(await ann.undo.undo()).toBe(true)
  expect(rowIn(ann, item)).toMatchObject({ name: 'Before', priority: 'none' })
  expect(await ann.undo.undo()).toBe(false)
  expect(await ann.undo.redo()).toBe(true)
  expect(rowIn(ann, item)).toMatchObject({ name: 'First', priority: 'none' })
  expect(await ann.undo.redo()).toBe(true)
  expect(await ann.undo.redo()).toBe(false)
  expect(await atlas.stored(item)).toMatchObject({ name: 'First', priority: 'high' })
  expect(await ann.undo.undo()).toBe(true)
  expect(await atlas.stored(item)).toMatchObject({ name: 'First', priority: 'none' })
})

test('undo and redo are reported', async () => {
  const ann = tab()
  const item = await loaded(ann, 'Before')
  const undone: string[] = []
  ann.history.onUndone(({ message: words }) => void undone.push(words))
  await change(ann, item, { name: 'Done' })
  await ann.undo.undo()
  expect(undone).toEqual(['{"name":"Done"}'])
  await ann.undo.redo()
  expect(ann.steps.map(({ message, isRedo }) => [message, isRedo])).toEqual([
    ['{"name":"Done"}', undefined],
    ['{"name":"Done"}', true],
  ])
})

test('undo waits for a change that is being sent', async () => {
  const ann = tab()
  const item = await loaded(ann, 'Before')
  const saved = change(ann, item, { name: 'Sent a moment ago' })
  expect(await ann.undo.undo()).toBe(true)
  expect(await saved).not.toBeNull()
  expect(rowIn(ann, item)?.name).toBe('Before')
})

test('the Undo of a toast works once, after later changes too', async () => {
  const ann = tab()
  const item = await loaded(ann, 'Before')
  await change(ann, item, { name: 'Older' })
  await change(ann, item, { priority: 'low' })
  const [older] = ann.steps
  expect(await ann.undo.undo(older)).toBe(true)
  expect(await ann.undo.undo(older)).toBe(false)
  expect(rowIn(ann, item)).toMatchObject({ name: 'Before', priority: 'low' })
  expect(await ann.undo.undo()).toBe(true)
  expect(rowIn(ann, item)).toMatchObject({ name: 'Before', priority: 'none' })
})

test('a new change clears the redo stack', async () => {
  const ann = tab()
  const item = await loaded(ann, 'Before')
  await change(ann, item, { name: 'Undone' })
  await ann.undo.undo()
  await change(ann, item, { priority: 'low' })
  expect(await ann.undo.redo()).toBe(false)
  expect(rowIn(ann, item)).toMatchObject({ name: 'Before', priority: 'low' })
})

test('undo and redo keep later changes by others', async () => {
  const ann = tab()
  const item = await loaded(ann, 'Before')
  await ann.follow(atlas.cast.slug, () => {})
  await change(ann, item, { name: 'Mine', priority: 'high' })
  await theirs(item, { name: 'Theirs' })
  await vi.waitFor(() => expect(rowIn(ann, item)?.name).toBe('Theirs'))
  await ann.undo.undo()
  expect(ann.left).toEqual(['some'])
  expect(await atlas.stored(item)).toMatchObject({ name: 'Theirs', priority: 'none' })
  await theirs(item, { priority: 'urgent' })
  await vi.waitFor(() => expect(rowIn(ann, item)?.priority).toBe('urgent'))
  await ann.undo.redo()
  expect(ann.left).toEqual(['some', 'all'])
  expect(await atlas.stored(item)).toMatchObject({ name: 'Theirs', priority: 'urgent' })
})

test('a group is undone and redone together, except later changes and deletions', async () => {
  const ann = tab()
  const items = [await loaded(ann, 'Before'), await loaded(ann, 'Before'), await loaded(ann, 'Before')]
  const [one, two, three] = items as [WorkItemRow, WorkItemRow, WorkItemRow]
  await ann.follow(atlas.cast.slug, () => {})
  await ann.mutateTogether(
    [renaming([one, two], 'After'), renaming([three], 'After')],
    (all) => `${all.length}`,
  )
  expect(ann.steps.map(({ message: words }) => words)).toEqual(['2'])
  await vi.waitFor(() => expect(rowIn(ann, three)?.name).toBe('After'))
  await theirs(two, { name: 'Theirs' })
  await vi.waitFor(() => expect(rowIn(ann, two)?.name).toBe('Theirs'))
  await ann.undo.undo()
  const names = () => Promise.all(items.map(async (item) => (await atlas.stored(item))['name']))
  expect(await names()).toEqual(['Before', 'Theirs', 'Before'])
  await vi.waitFor(() => expect(rowIn(ann, three)?.name).toBe('Before'))
  await atlas.cast.ann.call('deleteWorkItem', { params: { ...atlas.params, id: one.id } })
  await vi.waitFor(() => expect(rowIn(ann, one)).toBeUndefined())
  await ann.undo.redo()
  expect(await names()).toEqual(['Before', 'Theirs', 'After'])
})

test('a rejected change of a group is not undone', async () => {
  const ann = tab()
  const [kept, gone] = [await loaded(ann, 'Before'), await loaded(ann, 'Before')]
  await ann.follow(atlas.cast.slug, () => {})
  const refused: AnyMutation = {
    ...renaming([gone], 'After'),
    input: { params: atlas.params, body: { updates: [{ id: gone.id, name: '' }] } },
  } as AnyMutation
  await ann.mutateTogether([renaming([kept], 'After'), refused], (all) => `${all.length}`)
  expect(ann.steps.map(({ message: words, mutations }) => [words, mutations.length])).toEqual([['1', 1]])
  await vi.waitFor(() => expect(rowIn(ann, kept)?.name).toBe('After'))
  expect(await atlas.stored(gone)).toMatchObject({ name: 'Before' })
  await ann.undo.undo()
  expect(await atlas.stored(kept)).toMatchObject({ name: 'Before' })
})

test('a change that cannot be undone anymore is skipped', async () => {
  const ann = tab()
  const item = await loaded(ann, 'Before')
  await change(ann, item, { name: 'Mine' })
  await atlas.cast.ann.call('deleteWorkItem', { params: { ...atlas.params, id: item.id } })
  const refused: string[] = []
  ann.history.onUndoRefused((_step, how) => void refused.push(how))
  await ann.undo.undo()
  expect(refused).toEqual(['all'])
  expect(await ann.undo.undo()).toBe(false)
  expect(await ann.undo.redo()).toBe(false)
})

test('a queued group is undone together and can be redone', async () => {
  const ann = tab()
  const items = [await loaded(ann, 'Before'), await loaded(ann, 'Before')] as const
  ann.network.set('offline')
  void ann.mutateTogether([renaming([items[0]], 'After'), renaming([items[1]], 'After')], () => 'both')
  await vi.waitFor(() => expect(ann.store.get(ann.outbox.waitingAtom)).toBe(2))
  expect(await ann.undo.undo()).toBe(true)
  expect(ann.store.get(ann.outbox.waitingAtom)).toBe(0)
  expect(items.map((item) => rowIn(ann, item)?.name)).toEqual(['Before', 'Before'])
  void ann.undo.redo()
  await vi.waitFor(() => expect(ann.store.get(ann.outbox.waitingAtom)).toBe(2))
  ann.network.set('there')
  for (const item of items)
    await vi.waitFor(async () => expect(await atlas.stored(item)).toMatchObject({ name: 'After' }))
})

test('rapid undo and redo give the same result as slow ones', async () => {
  const ann = tab()
  const item = await loaded(ann, '0')
  for (const name of ['1', '2', '3', '4', '5', '6']) await change(ann, item, { name })
  await Promise.all(Array.from({ length: 6 }, () => ann.undo.undo()))
  expect([rowIn(ann, item)?.name, (await atlas.stored(item))['name']]).toEqual(['0', '0'])
  await Promise.all(Array.from({ length: 5 }, () => ann.undo.redo()))
  expect([rowIn(ann, item)?.name, (await atlas.stored(item))['name']]).toEqual(['5', '5'])
})

test('changes of another workspace are neither undone nor redone', async () => {
  const ann = tab()
  const item = await loaded(ann, 'Before')
  ann.showWorkspace(atlas.cast.slug)
  await change(ann, item, { name: 'Mine' })
  await change(ann, item, { priority: 'high' })
  await ann.undo.undo()
  ann.loading.forgetWorkspace()
  ann.showWorkspace('elsewhere')
  await theirs(item, { name: 'Theirs' })
  expect([await ann.undo.undo(), await ann.undo.undo(ann.steps[0]), await ann.undo.redo()]).toEqual([
    false,
    false,
    false,
  ])
  ann.network.set('offline')
  void change(ann, item, { priority: 'low' })
  expect(await ann.undo.undo()).toBe(false)
  ann.network.set('there')
  await vi.waitFor(() => expect(ann.store.get(ann.outbox.waitingAtom)).toBe(0))
  expect(await atlas.stored(item)).toMatchObject({ name: 'Theirs', priority: 'low' })
})

test('a row that is not loaded is not put back over what may have become of it', async () => {
  const ann = tab()
  const item = await loaded(ann, 'Before')
  ann.showWorkspace(atlas.cast.slug)
  await change(ann, item, { name: 'Mine' })
  ann.loading.forgetWorkspace()
  await theirs(item, { name: 'Theirs' })
  await ann.undo.undo()
  expect(ann.left).toEqual(['all'])
  expect(await atlas.stored(item)).toMatchObject({ name: 'Theirs' })
})

test('rapid undo removes each queued change once', async () => {
  const ann = tab()
  const item = await loaded(ann, 'Before')
  const kept = createTabOutboxStorage()
  // IndexedDB removes a change only after a moment, so the simulated storage waits, too.
  const removeUntried = async (id: string) => {
    await new Promise((resolve) => setImmediate(resolve))
    return kept.removeUntried(id)
  }
  await ann.outbox.open({ ...kept, removeUntried })
  ann.network.set('offline')
  const saved = ['1', '2', '3'].map((name) => change(ann, item, { name }))
  await vi.waitFor(() => expect(ann.store.get(ann.outbox.waitingAtom)).toBe(3))
  const undone = await Promise.all(Array.from({ length: 5 }, () => ann.undo.undo()))
  expect(undone).toEqual([true, true, true, false, false])
  expect(await Promise.all(saved)).toEqual([null, null, null])
  expect([rowIn(ann, item)?.name, ann.store.get(ann.outbox.waitingAtom)]).toEqual(['Before', 0])
  const redone = [ann.undo.redo(), ann.undo.redo()]
  await vi.waitFor(() => expect(rowIn(ann, item)?.name).toBe('2'))
  ann.network.set('there')
  expect(await Promise.all(redone)).toEqual([true, true])
  await vi.waitFor(() => expect(ann.store.get(ann.outbox.waitingAtom)).toBe(0))
  expect(await atlas.stored(item)).toMatchObject({ name: '2' })
})

test('redo of an unsent create creates the row again', async () => {
  const ann = tab()
  const item = { ...(await atlas.make('Pattern')), id: newId(), name: 'On the train' }
  const { id, name } = item
  const params = { ...atlas.params, id }
  const row = { entity: 'work_items' as const, id }
  const making: Mutation<'createWorkItem'> = {
    call: 'createWorkItem',
    input: { params: atlas.params, body: { id, name } },
    changes: [{ ...row, op: 'create', fields: item }],
    answerTable: 'work_items',
    undo: toAnyMutation({
      call: 'deleteWorkItem',
      input: { params },
      changes: [{ ...row, op: 'delete', fields: {} }],
    }),
    redo: toAnyMutation({
      call: 'restoreWorkItem',
      input: { params },
      changes: [{ ...row, op: 'create', fields: item }],
      answerTable: 'work_items',
    }),
  }
  ann.network.set('offline')
  void ann.mutate(making)
  await vi.waitFor(() => expect(ann.store.get(ann.outbox.waitingAtom)).toBe(1))
  for (const round of [1, 2]) {
    expect(await ann.undo.undo()).toBe(true)
    expect(rowIn(ann, item), `round ${round}`).toBeUndefined()
    void ann.undo.redo()
    await vi.waitFor(() => expect(ann.store.get(ann.outbox.waitingAtom)).toBe(1))
  }
  ann.network.set('there')
  await vi.waitFor(() => expect(ann.store.get(ann.outbox.waitingAtom)).toBe(0))
  expect(await atlas.stored(item)).toMatchObject({ name, deleted_at: null })
  await vi.waitFor(() => expect(ann.steps).toHaveLength(1))
  await ann.undo.undo()
  expect(await atlas.stored(item)).not.toMatchObject({ deleted_at: null })
  await ann.undo.redo()
  expect(await atlas.stored(item)).toMatchObject({ name, deleted_at: null })
})
