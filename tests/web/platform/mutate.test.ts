import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '#common/platform/ids.ts'
import { applyRows, mutate, onRefusal, savingAtom, store, tables } from '#web/platform/app/sync.ts'
import type { RequestError } from '#web/platform/sync/http.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'

let atlas: ProjectTestServer
const send = globalThis.fetch
const refusals: RequestError[] = []

beforeAll(async () => {
  atlas = await startProjectTestServer()
  onRefusal((error) => void refusals.push(error))
  // Node does not add the base URL and the cookie to requests as a browser does, so this function adds them.
  globalThis.fetch = (path, init) =>
    send(new URL(String(path), atlas.server.url), {
      ...init,
      headers: { ...init?.headers, cookie: atlas.cast.ann.cookie, origin: atlas.server.url },
    })
})

beforeEach(() => {
  refusals.length = 0
})

afterAll(async () => {
  globalThis.fetch = send
  await atlas.close()
})

async function shown(name: string): Promise<string> {
  const item = await atlas.make(name)
  applyRows('work_items', [item], 0)
  return item.id
}

const nameOf = (id: string) => tables.work_items.get(id)?.name
const rename = (id: string, name: string) =>
  mutate({
    call: 'updateWorkItem',
    input: { params: { ...atlas.params, id }, body: { name } },
    changes: [{ entity: 'work_items', id, op: 'update', fields: { name } }],
    answerTable: 'work_items',
  })

test('a change is shown at once and stays when it is accepted', async () => {
  const id = await shown('Before')
  const saved = rename(id, 'After')
  expect(nameOf(id)).toBe('After')
  expect(store.get(savingAtom)).toBe(1)
  expect(await saved).toMatchObject({ id, name: 'After' })
  expect(nameOf(id)).toBe('After')
  expect(store.get(savingAtom)).toBe(0)
  expect(refusals).toEqual([])
})

test('a rejected change is rolled back and reported', async () => {
  const id = await shown('Before')
  const saved = rename(id, '')
  expect(nameOf(id)).toBe('')
  expect(await saved).toBeNull()
  expect(nameOf(id)).toBe('Before')
  expect(store.get(savingAtom)).toBe(0)
  expect(refusals.map(({ code, fields }) => [code, Object.keys(fields)])).toEqual([['invalid', ['name']]])
})

test('only the rejected one of two changes is rolled back', async () => {
  const id = await shown('Before')
  const refused = rename(id, '')
  const accepted = mutate({
    call: 'updateWorkItem',
    input: { params: { ...atlas.params, id }, body: { priority: 'urgent' } },
    changes: [{ entity: 'work_items', id, op: 'update', fields: { priority: 'urgent' } }],
    answerTable: 'work_items',
  })
  await Promise.all([refused, accepted])
  expect(tables.work_items.get(id)).toMatchObject({ name: 'Before', priority: 'urgent' })
})

test('a rejected create disappears', async () => {
  const id = newId()
  const saved = mutate({
    call: 'createWorkItem',
    input: { params: atlas.params, body: { id, name: '' } },
    changes: [{ entity: 'work_items', id, op: 'create', fields: { id, name: '' } }],
    answerTable: 'work_items',
  })
  expect(tables.work_items.get(id)).toBeDefined()
  expect(await saved).toBeNull()
  expect(tables.work_items.get(id)).toBeUndefined()
})

test('a rejected delete reappears', async () => {
  const id = await shown('Stays')
  const elsewhere = { ...atlas.params, project_id: newId(), id }
  const saved = mutate({
    call: 'deleteWorkItem',
    input: { params: elsewhere },
    changes: [{ entity: 'work_items', id, op: 'delete', fields: {} }],
    answerTable: 'work_items',
  })
  expect(nameOf(id)).toBeUndefined()
  expect(await saved).toBeNull()
  expect(nameOf(id)).toBe('Stays')
})

test('quick changes of one row arrive in order', async () => {
  const id = await shown('Before')
  await Promise.all(['One', 'Two', 'Three', 'Four', 'Five', 'Six'].map((name) => rename(id, name)))
  expect(nameOf(id)).toBe('Six')
  expect(await atlas.stored({ id })).toMatchObject({ name: 'Six' })
})
