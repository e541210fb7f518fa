import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PageShareRole } from '#common/pages/pages/shares.ts'
import { setPageShare } from '#web/pages/pages/actions.ts'
import { applyRows, store, tables, undo } from '#web/platform/app/sync.ts'
import { workspaceAtom } from '#web/platform/shell/workspace.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'

let atlas: ProjectTestServer
const send = globalThis.fetch

beforeAll(async () => {
  atlas = await startProjectTestServer()
  // Node does not add the base URL and the cookie to requests as a browser does, so this function adds them.
  globalThis.fetch = (path, init) =>
    send(new URL(String(path), atlas.server.url), {
      ...init,
      headers: { ...init?.headers, cookie: atlas.cast.ann.cookie, origin: atlas.server.url },
    })
  store.set(workspaceAtom, (now) => ({ ...now, slug: atlas.cast.slug }))
})

afterAll(async () => {
  globalThis.fetch = send
  await atlas.close()
})

async function make(name: string, parent: string | null = null): Promise<string> {
  const body = { name, access: 1, parent } as const
  const page = await atlas.cast.ann.call('createPage', { params: atlas.params, body })
  applyRows('pages', [page], 0)
  return page.id
}

async function share(id: string, role: PageShareRole | null): Promise<void> {
  const page = tables.pages.get(id)
  if (page === undefined) throw new Error('The page is not loaded.')
  await setPageShare(page, { id: atlas.cast.max.id, name: 'Max' }, role, true)
}

async function roleOfMax(page_id: string): Promise<PageShareRole | undefined> {
  const { shares } = await atlas.cast.ann.call('getPage', { params: { ...atlas.params, page_id } })
  return shares[atlas.cast.max.id]
}

test('sharing a page without sub-pages can be undone', async () => {
  const id = await make('Alone')
  await share(id, 'write')
  expect(await roleOfMax(id)).toBe('write')
  await undo()
  expect(await roleOfMax(id)).toBeUndefined()
})

test('sharing a page with its sub-pages cannot be undone', async () => {
  const [earlier, root] = [await make('Earlier'), await make('Root')]
  const below = await make('Below', root)
  await share(earlier, 'read')
  await share(root, 'write')
  expect(await roleOfMax(below)).toBe('write')
  await undo()
  expect([await roleOfMax(root), await roleOfMax(below)]).toEqual(['write', 'write'])
  expect(await roleOfMax(earlier)).toBeUndefined()
})
