import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#common/platform/ids.ts'
import type { WorkItemSyncPage } from '#common/work/listing/schema.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { createWorkspaceWithUsers, type WorkspaceWithUsers } from '../../support/cast.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'

let server: TestServer
let cast: WorkspaceWithUsers

beforeAll(async () => {
  server = await startTestServer()
  cast = await createWorkspaceWithUsers(server)
})
afterAll(() => server.close())

async function makeProject(identifier: string, count: number) {
  const body = { name: identifier, identifier }
  const { id } = await cast.ann.call('createProject', { params: cast, body })
  const params = { slug: cast.slug, project_id: id }
  for (let at = 0; at < count; at++) {
    await cast.ann.call('createWorkItem', { params, body: { name: `Item ${at}` } })
  }
  return params
}

async function allOf(params: { slug: string; project_id: string }): Promise<WorkItemRow[]> {
  const { results } = await cast.ann.call('listWorkItems', { params })
  if (!Array.isArray(results)) throw new Error('grouped')
  return results
}

/**
 * Lists of changes. The test makes the changes of one list between the requests for two pages. The number `which`
 * determines the item to change.
 */
const writes = fc.array(
  fc.array(
    fc.record({ kind: fc.constantFrom('change', 'create', 'delete', 'change many'), which: fc.nat(1000) }),
    { maxLength: 3 },
  ),
  { minLength: 1, maxLength: 6 },
)

test('a copy read by pages misses nothing, whatever changes meanwhile', async () => {
  let projects = 0
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 4 }), writes, async (size, between) => {
      const params = await makeProject(`S${projects++}`, 7)
      const before = await allOf(params)
      const touched = new Set<string>()
      const seen = new Map<string, number>()
      const copy = new Map<string, WorkItemRow>()
      const pending = [...between]
      let cursor: string | null = `${size}:0:0`
      while (cursor !== null) {
        const page: WorkItemSyncPage = await cast.ann.call('syncWorkItems', { params, query: { cursor } })
        for (const row of page.results) {
          seen.set(row.id, (seen.get(row.id) ?? 0) + 1)
          copy.set(row.id, row)
        }
        cursor = page.next_cursor
        for (const { kind, which } of pending.shift() ?? []) await write(kind, which)
      }
      // The client then requests all changes since the newest change that it has received.
      const newest = [...copy.values()]
        .map((row) => row.updated_at)
        .toSorted()
        .at(-1)
      const since: Record<string, string> =
        newest === undefined ? {} : { updated_at__gt: new Date(Date.parse(newest) - 1).toISOString() }
      const later = await cast.ann.call('syncWorkItems', { params, query: since })
      for (const row of later.results) copy.set(row.id, row)
      for (const id of await cast.ann.call('listDeletedWorkItems', { params })) copy.delete(id)

      const byId = (rows: Iterable<WorkItemRow>) => [...rows].toSorted((a, b) => (a.id < b.id ? -1 : 1))
      expect(byId(copy.values())).toEqual(byId(await allOf(params)))
      for (const { id } of before) if (!touched.has(id)) expect(seen.get(id)).toBe(1)

      async function write(kind: string, which: number): Promise<void> {
        if (kind === 'create') {
          await cast.ann.call('createWorkItem', { params, body: { name: `New ${which}` } })
          return
        }
        const rows = await allOf(params)
        const [row, other] = [rows[which % rows.length], rows[(which + 1) % rows.length]]
        if (row === undefined || other === undefined) return
        touched.add(row.id)
        const one = { ...params, id: row.id }
        if (kind === 'delete') await cast.ann.call('deleteWorkItem', { params: one })
        else if (kind === 'change') {
          await cast.ann.call('updateWorkItem', { params: one, body: { name: `Renamed ${newId()}` } })
        } else {
          touched.add(other.id)
          const properties = { priority: row.priority === 'high' ? 'low' : 'high' }
          const body = { issue_ids: [row.id, other.id], properties }
          await cast.ann.call('changeWorkItems', { params, body })
        }
      }
    }),
    { numRuns: 6 },
  )
})

test('security 64: a made-up cursor is refused and never fails', async () => {
  const params = await makeProject('FUZ', 2)
  const { next_cursor } = await cast.ann.call('syncWorkItems', { params, query: { cursor: '1:0:0' } })
  const key = next_cursor?.split(':')[3] ?? ''
  const part = fc.oneof(
    fc.constantFrom('1', '0', '1000', '1001', '9999999', key, `9999999999999999-${newId()}`, `0-${newId()}`),
    fc.string({ maxLength: 20 }),
  )
  const parts = fc.array(part, { maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(parts, async (made) => {
      const address = `${server.url}/api/workspaces/acme/projects/${params.project_id}/v2/issues/`
      const response = await fetch(`${address}?${new URLSearchParams({ cursor: made.join(':') })}`, {
        headers: { cookie: cast.ann.cookie },
      })
      expect([200, 400]).toContain(response.status)
      if (response.status === 400) {
        expect(await response.json()).toMatchObject({ fields: { cursor: ['Invalid cursor parameter.'] } })
      } else await response.json()
    }),
    { numRuns: 80 },
  )
})
