import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectLive } from '../../support/live-client.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'

let atlas: ProjectTestServer
const said: Record<string, unknown>[] = []
let client: ChildProcess

beforeAll(async () => {
  atlas = await startProjectTestServer()
})
afterAll(async () => {
  client.kill()
  await atlas.close()
})

const says = (what: Record<string, unknown>) =>
  expect.poll(() => said, { timeout: 10_000 }).toContainEqual(expect.objectContaining(what))

test('the live client of the documentation follows a project', async () => {
  const { ann, max, slug } = atlas.cast
  const before = await atlas.make('Before')
  const path = new URL('../../../docs/examples/live-client.mjs', import.meta.url).pathname
  const session = max.cookie.replace('session-id=', '')
  client = spawn(process.execPath, [path, atlas.server.url, slug, atlas.params.project_id, session])
  createInterface({ input: client.stdout ?? process.stdin }).on('line', (line) => said.push(JSON.parse(line)))
  await says({ read: 1 })
  await says({ here: 1 })
  const made = await atlas.make('Made')
  await says({ create: made.id, name: 'Made' })
  const at = { ...atlas.params, id: before.id }
  await ann.call('updateWorkItem', { params: at, body: { name: 'Renamed' } })
  await says({ update: before.id, name: 'Renamed' })
  await ann.call('deleteWorkItem', { params: at })
  await says({ delete: before.id })
  const watching = await connectLive(atlas.server, ann)
  await watching.subscribe(slug)
  watching.socket.emit('presence', { place: `project:${atlas.params.project_id}` })
  await says({ here: 2 })
  watching.close()
  await ann.call('removeWorkspaceMember', {
    params: { slug, member_id: (await workspaceMembership(max.id)) ?? '' },
  })
  await says({ refused: 'not_found' })
})

async function workspaceMembership(userId: string): Promise<string | undefined> {
  const { ann, slug } = atlas.cast
  return (await ann.call('listWorkspaceMembers', { params: { slug } })).find(
    (row) => row.member_id === userId,
  )?.id
}
