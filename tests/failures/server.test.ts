import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSignedInUser } from '../support/api-client.ts'
import { freePort } from '../support/free-port.ts'
import { startServerProcess } from '../support/server-process.ts'

let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tandem server-'))
})

afterEach(() => rm(dataDir, { recursive: true, force: true }))

test('SIGTERM ends the server and its database with 0', async () => {
  const server = await startServerProcess(dataDir)
  expect(await server.stop()).toBe(0)
  expect(await readdir(join(dataDir, 'postgres'))).not.toContain('postmaster.pid')
})

test('an accepted write outlives kill -9 of everything', async () => {
  const server = await startServerProcess(dataDir)
  const ann = await createSignedInUser(server, 'ann@example.com')
  await ann.call('createWorkspace', { body: { name: 'Acme', slug: 'acme' } })
  await server.killEverything()

  const again = await startServerProcess(dataDir)
  const [workspace] = await (
    await fetch(`${again.url}/api/users/me/workspaces/`, { headers: { cookie: ann.cookie } })
  ).json()
  expect(workspace).toMatchObject({ name: 'Acme', slug: 'acme' })
  await again.stop()
})

test('a taken port is named and leaves nothing running', async () => {
  const port = await freePort()
  const other = createServer().listen(port, '127.0.0.1')
  await once(other, 'listening')
  await expect(startServerProcess(dataDir, { PORT: String(port) })).rejects.toThrow(`Port ${port} is taken.`)
  expect(await readdir(join(dataDir, 'postgres'))).not.toContain('postmaster.pid')
  other.close()
})

test('a wrong setting ends the start with its name', async () => {
  await expect(startServerProcess(dataDir, { LOG_LEVEL: 'loud' })).rejects.toThrow(/LOG_LEVEL must be one of/)
})
