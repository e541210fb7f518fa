import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { connectOrStartEmbedded, type EmbeddedPostgres } from '#api/platform/db/embedded-postgres.ts'

let dataDir: string
const open: EmbeddedPostgres[] = []

beforeAll(async () => {
  // The path contains a space on purpose.
  dataDir = await mkdtemp(join(tmpdir(), 'tandem postgres-'))
})

afterEach(async () => {
  for (const postgres of open.splice(0)) await postgres.stop()
})

afterAll(() => rm(dataDir, { recursive: true, force: true }))

test('a first start makes an empty database', async () => {
  const { url } = await start()
  const [row] = await query(url, 'select current_database() as database, current_user as owner')
  expect(row).toEqual({ database: 'tandem', owner: 'tandem' })
})

test('the application is no superuser in its database', async () => {
  const { url } = await start()
  const [row] = await query(url, 'select rolsuper from pg_roles where rolname = current_user')
  expect(row).toEqual({ rolsuper: false })
})

test('names in any language keep their case rules', async () => {
  const { url } = await start()
  const [row] = await query(url, `select lower('ÄΣЖİ') = lower('äσжi̇') as same, upper('straße') as upper`)
  expect(row).toEqual({ same: true, upper: 'STRASSE' })
})

test('commits wait for the disk unless told otherwise', async () => {
  const { url } = await start()
  expect(await query(url, 'show fsync')).toEqual([{ fsync: 'on' }])
  expect(await query(url, 'show synchronous_commit')).toEqual([{ synchronous_commit: 'on' }])
})

test('only loopback with the kept password is let in', async () => {
  const { url } = await start()
  const wrong = Object.assign(new URL(url), { password: 'wrong' }).href
  await expect(query(wrong, 'select 1')).rejects.toThrow(/password authentication failed/)
  const [row] = await query(url, 'select host(inet_server_addr()) as address')
  expect(row).toEqual({ address: '127.0.0.1' })
})

test('files with the password are for their owner only', async () => {
  await start()
  for (const name of ['postgres-password', 'postgres.json', 'postgres.log']) {
    expect((await stat(join(dataDir, name))).mode & 0o077, name).toBe(0)
  }
})

test('a second process joins the running server', async () => {
  const first = await start()
  const second = await start()
  expect(second.url).toBe(first.url)
})

test('the server stays until its last user stops', async () => {
  const first = await start()
  const second = await start()
  await first.stop()
  expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await second.stop()
  await expect(query(second.url, 'select 1')).rejects.toThrow(/ECONNREFUSED/)
})

test('first starts at the same moment make one server', async () => {
  const fresh = await mkdtemp(join(tmpdir(), 'tandem-postgres-'))
  const all = await Promise.all([start(fresh), start(fresh), start(fresh)])
  expect(new Set(all.map(({ url }) => url)).size).toBe(1)
  for (const postgres of all) await postgres.stop()
  expect((await readdir(fresh)).sort()).toEqual(['postgres', 'postgres-password', 'postgres.log'])
  await rm(fresh, { recursive: true, force: true })
})

test('what was committed is there after kill -9', async () => {
  const before = await start()
  await query(before.url, 'create table kept (word text)')
  await query(before.url, `insert into kept values ('here')`)
  process.kill(await serverPid(), 'SIGKILL')
  const after = await start()
  expect(await query(after.url, 'select word from kept')).toEqual([{ word: 'here' }])
})

test('a killed server comes back at its address', async () => {
  const { url } = await start()
  process.kill(await serverPid(), 'SIGKILL')
  expect(await untilAnswered(url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a lock that names another process is passed over', async () => {
  const postgres = await start()
  const lock = join(dataDir, 'postgres/postmaster.pid')
  const [, ...rest] = (await readFile(lock, 'utf8')).split('\n')
  await postgres.stop()
  await writeFile(lock, [process.ppid, ...rest].join('\n'))
  const { url } = await start()
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('what a killed first start left is removed', async () => {
  const fresh = await mkdtemp(join(tmpdir(), 'tandem-postgres-'))
  // The folder name contains a process id. Process ids are smaller than 2^22, so no running process has this id.
  const left = join(fresh, 'postgres.draft-4194305-x')
  await writeFile(left, 'half a cluster')
  await (await start(fresh)).stop()
  await expect(stat(left)).rejects.toThrow(/ENOENT/)
  await rm(fresh, { recursive: true, force: true })
})

test('a wrong password file is named, the server stopped', async () => {
  const password = join(dataDir, 'postgres-password')
  const kept = await readFile(password, 'utf8')
  await writeFile(password, 'something else\n')
  await expect(start()).rejects.toThrow(/refuses the password in .*postgres-password/)
  await writeFile(password, kept)
  await expect(stat(join(dataDir, 'postgres/postmaster.pid'))).rejects.toThrow(/ENOENT/)
})

async function start(folder = dataDir): Promise<EmbeddedPostgres> {
  const postgres = await connectOrStartEmbedded({ dataDir: folder, log: { warn: () => {} } })
  open.push(postgres)
  return postgres
}

async function serverPid(): Promise<number> {
  return JSON.parse(await readFile(join(dataDir, 'postgres.json'), 'utf8')).pid
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  // The client ignores the error of a server that is killed between two queries.
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

async function untilAnswered(url: string, text: string): Promise<unknown[]> {
  for (;;) {
    try {
      return await query(url, text)
    } catch {
      await pause(20)
    }
  }
}
