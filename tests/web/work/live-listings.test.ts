import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createClock } from '#common/platform/clock.ts'
import type { ListingGroup, ListingGroups } from '#common/work/listing/arrange.ts'
import type { DisplayFilters } from '#common/work/listing/view-settings.ts'
import { createDefaultUserProperties } from '#common/work/user-properties/rules.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { applyChange, forgetChanges, forgetRows, mutate, store } from '#web/platform/app/sync.ts'
import {
  listingAtom,
  loadNextListingPage,
  loadRemainingListingPages,
  reloadListings,
  retryListing,
  subscribeToListing,
} from '#web/work/listing/listings.ts'
import type { RichFilters } from '#web/work/listing/rich-filters.ts'
import { projectScope } from '#web/work/listing/scopes.ts'
import { createListingView } from '#web/work/listing/view.ts'
import { runSql } from '../../support/api-client.ts'
import { createWorkspaceWithUsers, type WorkspaceWithUsers } from '../../support/cast.ts'
import { connectLive, type LiveClient } from '../../support/live-client.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'

let server: TestServer
let cast: WorkspaceWithUsers
let live: LiveClient
const send = globalThis.fetch
/** Functions that delay requests before they are sent or before their response is read. */
const gates = { before: async (_method: string) => {}, after: async (_url: string) => {} }

beforeAll(async () => {
  server = await startTestServer()
  cast = await createWorkspaceWithUsers(server)
  live = await connectLive(server, cast.ann)
  await live.subscribe(cast.slug)
  live.socket.on('changes', ({ changes }) => changes.forEach(applyChange))
  // Node does not add the base URL and the cookie to requests as a browser does, so this function adds them.
  globalThis.fetch = async (path, init) => {
    await gates.before(init?.method ?? 'GET')
    const headers = { ...init?.headers, cookie: cast.ann.cookie, origin: server.url }
    const answer = await send(new URL(String(path), server.url), { ...init, headers })
    await gates.after(String(path))
    return answer
  }
})

afterAll(async () => {
  globalThis.fetch = send
  live.close()
  await server.close()
})

/**
 * Creates a project with `count` items in the first state. Returns the listing of its board and the ids in
 * order.
 */
async function board(identifier: string, count: number) {
  const project = await cast.ann.call('createProject', {
    params: { slug: cast.slug },
    body: { name: identifier, identifier, network: 2 },
  })
  const params = { slug: cast.slug, project_id: project.id }
  const states = await runSql<{ id: string }>(
    server.databaseUrl,
    'select id from states where project_id = $1 order by sequence',
    [project.id],
  )
  const [from = '', to = ''] = states.map((state) => state.id)
  const items: WorkItemRow[] = []
  for (let at = 0; at < count; at++)
    items.push(await cast.ann.call('createWorkItem', { params, body: { name: `${at}`, state_id: from } }))
  const last = items.at(-1)
  await live.hears((change) => change.id === last?.id)
  // Simulates a tab that was opened after the items were created.
  forgetRows(['work_items'])
  forgetChanges()
  const view = createListingView(projectScope(cast.slug, project.id), {
    display: createDefaultUserProperties().display_filters,
    filters: {},
    clock: createClock('UTC'),
  })
  const shown = () => store.get(listingAtom(view.key))
  const group = (state: string) => shown().groups[state] ?? { ids: [], total: 0 }
  const opens = async () => {
    const close = subscribeToListing(view)
    await vi.waitFor(() => expect(shown().status).toBe('ready'))
    return close
  }
  return { params, view, from, to, items, group, opens }
}

test('a listing shows an optimistic move that is newer than its response', async () => {
  const { params, from, to, items, group, opens } = await board('MOV', 2)
  const [item] = items
  if (item === undefined) throw new Error('no item')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  gates.before = (method) => (method === 'PATCH' ? released : Promise.resolve())
  const saved = mutate({
    call: 'updateWorkItem',
    input: { params: { ...params, id: item.id }, body: { state_id: to } },
    changes: [{ entity: 'work_items', id: item.id, op: 'update', fields: { state_id: to } }],
    answerTable: 'work_items',
  })
  // Opens the list while an optimistic change is pending, as happens when a user changes an item and then goes to the
  // board.
  const close = await opens()
  release()
  await saved
  await live.hears((change) => change.id === item.id && change.op === 'update')
  expect(group(to)).toEqual({ ids: [item.id], total: 1 })
  expect(group(from)).toEqual({ ids: [items[1]?.id], total: 1 })
  close()
})

test.each<[string, Partial<DisplayFilters>, (state: string) => RichFilters]>([
  ['a filter', { group_by: 'priority', order_by: '-created_at' }, (state) => ({ state_id: state })],
  ['other groups', { group_by: 'state', sub_group_by: 'priority', order_by: 'name' }, () => ({})],
  ['a filtered list', { layout: 'list', group_by: null }, () => ({ priority: 'none' })],
])('without a network, %s shows the same items as on the server', async (_, display, filtersFor) => {
  const { params, from, view, opens } = await board(`OF${offlineBoards++}`, 4)
  const close = await opens()
  expect(view.isWhole).toBe(true)
  const other = createListingView(projectScope(cast.slug, params.project_id), {
    display: { ...createDefaultUserProperties().display_filters, ...display },
    filters: filtersFor(from),
    clock: createClock('UTC'),
  })
  const shown = () => store.get(listingAtom(other.key))
  gates.before = () => Promise.reject(new TypeError('no network'))
  const stop = subscribeToListing(other)
  await vi.waitFor(() => expect(shown().status).toBe('ready'))
  const offline = filled(shown().groups)
  expect(Object.keys(offline)).not.toEqual([])
  gates.before = async () => {}
  retryListing(other)
  await vi.waitFor(() => expect(shown().status).toBe('ready'))
  expect(filled(shown().groups)).toEqual(offline)
  stop()
  close()
})
let offlineBoards = 0

/** Returns the groups that contain items. The server also returns empty groups. */
function filled(groups: ListingGroups): ListingGroups {
  return Object.fromEntries(
    Object.entries(groups).flatMap(([name, group]): [string, ListingGroup][] =>
      group.total === 0 ? [] : [[name, group.groups ? { ...group, groups: filled(group.groups) } : group]],
    ),
  )
}

test('deleting an item that is not loaded reduces the count', async () => {
  const { params, from, items, group, opens } = await board('CNT', 32)
  const close = await opens()
  const hidden = items.at(-1)
  expect(group(from)).toMatchObject({ total: 32 })
  expect(group(from).ids).not.toContain(hidden?.id)
  await cast.ann.call('deleteWorkItem', { params: { ...params, id: hidden?.id ?? '' } })
  await vi.waitFor(() => expect(group(from).total).toBe(31), 3000)
  close()
})

test('an item that moves while a page loads is listed once', async () => {
  const { params, view, from, to, items, group, opens } = await board('PAG', 32)
  const close = await opens()
  const moved = items.at(-1)
  gates.after = async (url) => {
    if (!url.includes('state=')) return
    gates.after = async () => {}
    await cast.ann.call('updateWorkItem', {
      params: { ...params, id: moved?.id ?? '' },
      body: { state_id: to },
    })
    await live.hears((change) => change.id === moved?.id && change.op === 'update')
  }
  await loadNextListingPage(view, from)
  expect(group(from).ids).not.toContain(moved?.id)
  await vi.waitFor(() => {
    expect(group(from).total).toBe(31)
    expect(group(to)).toEqual({ ids: [moved?.id], total: 1 })
  }, 3000)
  close()
})

test('pages that are loaded during a reload stay', async () => {
  const { view, from, items, group, opens } = await board('STY', 32)
  const close = await opens()
  expect(group(from).ids).toHaveLength(30)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: reloading, resolve: begun } = Promise.withResolvers<void>()
  gates.after = async (url) => {
    if (url.includes('state=')) return
    gates.after = async () => {}
    begun()
    await released
  }
  reloadListings()
  await reloading
  await loadRemainingListingPages(view)
  expect(group(from).ids).toHaveLength(items.length)
  const lengths: number[] = []
  const stop = store.sub(listingAtom(view.key), () => lengths.push(group(from).ids.length))
  release()
  await vi.waitFor(() => expect(lengths).not.toHaveLength(0))
  expect(lengths).toEqual(lengths.map(() => items.length))
  stop()
  close()
})

test('a listing whose reload failed is loaded again', async () => {
  const { params, from, items, group, opens } = await board('AGN', 32)
  const close = await opens()
  gates.before = async (method) => {
    if (method !== 'GET') return
    gates.before = async () => {}
    throw new Error('no network')
  }
  await cast.ann.call('deleteWorkItem', { params: { ...params, id: items.at(-1)?.id ?? '' } })
  await vi.waitFor(() => expect(group(from).total).toBe(31), 8000)
  close()
})
