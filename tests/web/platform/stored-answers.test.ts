import { createStore } from 'jotai'
import { expect, test } from 'vitest'
import { calls } from '#common/calls.ts'
import type { Change } from '#common/platform/changes.ts'
import { instantCalls, offlineCalls } from '#web/platform/app/offline-calls.ts'
import { createRequestClient } from '#web/platform/sync/http.ts'
import { LocalRows } from '#web/platform/sync/local-rows.ts'
import type { StoredAnswer } from '#web/platform/sync/stored-answers.ts'
import { createTables } from '#web/platform/sync/tables.ts'

type Answer = () => Response | Promise<Response>

/** Creates a client whose answers are stored in memory. `network.answer` is the next answer of the server. */
function clientWithMemory() {
  const stored = new Map<string, StoredAnswer>()
  const network = { answer: (() => Response.json({})) as Answer, isLive: false }
  const client = createRequestClient(
    async () => network.answer(),
    () => {},
    undefined,
    {
      isStorable: (call) => offlineCalls.has(call),
      isInstant: (call) => instantCalls.has(call),
      put: (url, answer) => void stored.set(url, answer),
      find: async (url) => stored.get(url) ?? null,
      remove(matches) {
        for (const url of [...stored.keys()].filter(matches)) stored.delete(url)
      },
    },
    () => network.isLive,
  )
  return { ...client, stored, network }
}

const away: Answer = () => Promise.reject(new TypeError('no network'))
const params = { slug: 'acme' }

test('an unreachable server is replaced by the stored answer with its version', async () => {
  const { request, requestWithVersion, hasUsedStoredAnswers, forgetUseOfStoredAnswers, network } =
    clientWithMemory()
  network.answer = () => Response.json([{ id: 'one' }], { headers: { 'x-workspace-version': '7' } })
  await request('listWorkspaceLabels', { params })
  expect(hasUsedStoredAnswers()).toBe(false)
  for (const answer of [away, () => new Response(null, { status: 503 })]) {
    network.answer = answer
    expect(await requestWithVersion('listWorkspaceLabels', { params })).toEqual({
      answer: [{ id: 'one' }],
      version: 7,
      isStored: true,
    })
    expect(hasUsedStoredAnswers()).toBe(true)
    forgetUseOfStoredAnswers()
  }
  const other = request('listWorkspaceLabels', { params: { slug: 'other' } })
  await expect(other).rejects.toMatchObject({ code: 'unavailable' })
  expect(hasUsedStoredAnswers()).toBe(false)
})

test.each([403, 404])('after status %s, the stored answer is removed', async (status) => {
  const { request, stored, network } = clientWithMemory()
  network.answer = () => Response.json([])
  await request('listWorkspaceLabels', { params })
  expect(stored.size).toBe(1)
  const code = status === 403 ? 'forbidden' : 'not_found'
  network.answer = () => Response.json({ code, error: code }, { status })
  await expect(request('listWorkspaceLabels', { params })).rejects.toMatchObject({ code })
  expect(stored.size).toBe(0)
})

test('with a live connection, and for reads that test the server, a failed read stays an error', async () => {
  const { request, network, hasUsedStoredAnswers } = clientWithMemory()
  network.answer = () => Response.json([])
  await request('listWorkspaceLabels', { params })
  network.answer = away
  network.isLive = true
  await expect(request('listWorkspaceLabels', { params })).rejects.toMatchObject({ code: 'offline' })
  network.isLive = false
  const fresh = request('listWorkspaceLabels', { params }, { stored: 'never' })
  await expect(fresh).rejects.toMatchObject({ code: 'offline' })
  expect(hasUsedStoredAnswers()).toBe(false)
})

test('while stored answers are preferred, instant reads do not wait for the server', async () => {
  const { request, requestWithVersion, preferStoredAnswers, hasUsedStoredAnswers, network } =
    clientWithMemory()
  network.answer = () => Response.json([{ id: 'old' }], { headers: { 'x-workspace-version': '7' } })
  await request('listWorkspaceLabels', { params })
  await request('listSubscribers', { params: { ...params, project_id: 'p', id: 'i' } })
  network.answer = () => Response.json([{ id: 'new' }], { headers: { 'x-workspace-version': '9' } })
  preferStoredAnswers(true)
  expect(await requestWithVersion('listWorkspaceLabels', { params })).toEqual({
    answer: [{ id: 'old' }],
    version: 7,
    isStored: true,
  })
  expect(hasUsedStoredAnswers()).toBe(true)
  // This call is not instant, so its screen does not load it again.
  const subscribers = await request('listSubscribers', { params: { ...params, project_id: 'p', id: 'i' } })
  expect(subscribers).toEqual([{ id: 'new' }])
  expect(await request('listWorkspaceLabels', { params }, { stored: 'never' })).toEqual([{ id: 'new' }])
  preferStoredAnswers(false)
  expect(await request('listWorkspaceLabels', { params })).toEqual([{ id: 'new' }])
})

test('a list that was stored on another day is found', async () => {
  const { request, network } = clientWithMemory()
  const listParams = { ...params, project_id: 'p' }
  network.answer = () => Response.json({ results: [] })
  await request('listWorkItems', { params: listParams, query: { today: '2026-03-09', type: 'all' } })
  network.answer = away
  const read = (type: 'all' | 'active') =>
    request('listWorkItems', { params: listParams, query: { today: '2026-03-10', type } })
  expect(await read('all')).toEqual({ results: [] })
  await expect(read('active')).rejects.toMatchObject({ code: 'offline' })
})

test('a digest that was stored with another start is found', async () => {
  const { request, network } = clientWithMemory()
  network.answer = () => Response.json([])
  await request('getDigest', { params, query: { since: '2026-03-09T08:00:00.000Z' } })
  network.answer = away
  expect(await request('getDigest', { params, query: { since: '2026-03-10T08:00:00.000Z' } })).toEqual([])
})

test('a read of stored answers only sends no request', async () => {
  const { request, network } = clientWithMemory()
  network.answer = () => Response.json([])
  const read = () => request('listWorkspaceLabels', { params }, { stored: 'only' })
  await expect(read()).rejects.toMatchObject({ code: 'offline' })
  await request('listWorkspaceLabels', { params })
  network.answer = away
  expect(await read()).toEqual([])
})

test('a damaged stored answer is not used', async () => {
  const { request, stored, network } = clientWithMemory()
  network.answer = () => Response.json([])
  await request('listWorkspaceLabels', { params })
  for (const [url, answer] of stored) stored.set(url, { ...answer, text: '[{' })
  const read = request('listWorkspaceLabels', { params }, { stored: 'only' })
  await expect(read).rejects.toMatchObject({ code: 'offline' })
})

test('every call whose stored answer is shown at once is stored', () => {
  for (const name of instantCalls) expect([...offlineCalls]).toContain(name)
})

test('errors of the server, writes and reads of secrets do not use the store', async () => {
  const { request, stored, network } = clientWithMemory()
  network.answer = () => Response.json([])
  await request('listApiTokens', {})
  await request('updateProfile', { body: {} })
  expect(stored.size).toBe(0)
  await request('listWorkspaceLabels', { params })
  network.answer = () => Response.json({ code: 'internal', error: 'internal' }, { status: 500 })
  await expect(request('listWorkspaceLabels', { params })).rejects.toMatchObject({ code: 'internal' })
  network.answer = away
  await expect(request('listApiTokens', {})).rejects.toMatchObject({ code: 'offline' })
})

test('no call with secrets, for administrators or with a file is stored', () => {
  const secret =
    /token|secret|webhook|audit|export|session|second.?factor|invitation|configurations|public|github|push/i
  for (const name of offlineCalls) {
    expect(calls[name].method, name).toBe('GET')
    expect(`${name} ${calls[name].path}`).not.toMatch(secret)
  }
})

test('older rows receive the changes of an earlier tab', () => {
  const rows = new LocalRows(createTables(createStore()))
  const label = (id: string, version: number, name: string): Change =>
    ({
      entity: 'labels',
      id,
      op: 'update',
      version,
      mutation_id: null,
      fields: { id, name },
    }) as unknown as Change
  type Labels = Parameters<typeof rows.applyRows<'labels'>>[1]
  rows.applyRows(
    'labels',
    [
      { id: 'a', name: 'Old' },
      { id: 'c', name: 'New' },
    ] as unknown as Labels,
    5,
  )
  rows.restoreChanges([label('b', 4, 'Four'), label('c', 5, 'Five'), label('a', 6, 'Six')], 5)
  // Applies the stored answer of another screen, which is from version 3.
  rows.applyRows('labels', [{ id: 'b', name: 'Three' }] as unknown as Labels, 3)
  expect(rows.changesSince(3).map(({ id }) => id)).toEqual(['b', 'c', 'a'])
})
