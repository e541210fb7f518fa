import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { OperatorError } from '#api/platform/config/operator-error.ts'
import { runCommand } from '#api/platform/db/command-line.ts'
import { calls } from '#common/calls.ts'
import { documentName } from '#common/documents/content/names.ts'
import type { Call } from '#common/platform/call.ts'
import { type ApiClient, fillPath, runSql } from '../support/api-client.ts'
import { BrowserClient } from '../support/browser-client.ts'
import { closeClients, openDocumentClient, pollUntilTrue } from '../support/document-clients.ts'
import { startServerProcess } from '../support/server-process.ts'
import { createPermissionTestData, type PermissionTestData } from '../support/world.ts'
import { releasesFolder, type StoredRelease } from './release.ts'

type Server = Awaited<ReturnType<typeof startServerProcess>>

const email = 'nora@example.com'
const password = 'nine quiet otters paddle'

/**
 * Stores a backup of a Tandem instance of this version. It contains one row of every kind, the sample project, texts
 * that two people edited, and files.
 */
async function keep(name: string): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tandem-release-'))
  const folder = join(releasesFolder, name)
  const server = await startServerProcess(dataDir, { TRUSTED_PROXIES: '1' })
  try {
    const token = await makeAccount(server)
    const world = await createPermissionTestData({ ...server, close: async () => {} })
    await run('scripts/seed.ts', ['--workspace', 'acme', '--admin', email], dataDir)
    const documents = await writeTexts(server, world)
    const reads = await readEverything(server, world)
    await everythingIsTold(server)
    const project = await nextOf(server, world)
    await run('scripts/backup.ts', ['backup', join(folder, 'backup')], dataDir)
    const release: StoredRelease = {
      admin_id: world.ada.id,
      email,
      password,
      token,
      reads,
      project,
      documents,
    }
    await writeFile(join(folder, 'release.json'), `${JSON.stringify(release, null, 2)}\n`)
    console.log(`Kept ${name}: ${reads.length} addresses to read, ${documents.length} documents.`)
  } finally {
    closeClients()
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Creates the first account with the sign-up forms, so that it has a password, and an API token. */
async function makeAccount(server: Server): Promise<string> {
  const browser = new BrowserClient(server)
  await browser.post('signUp', { email, password })
  if (!browser.isSignedIn) throw new Error('Nobody could sign up.')
  const made = await browser.send('createApiToken', { json: { label: 'Reports', scope: 'read' } })
  return JSON.parse(made.text).token
}

/**
 * Types as two people into an empty page and into the empty description of a work item. Returns the
 * resulting texts.
 */
async function writeTexts(
  server: Server,
  { ada, acme, people }: PermissionTestData,
): Promise<StoredRelease['documents']> {
  const max = people.find((each) => each.name.startsWith('Max'))?.client ?? ada
  const names = [documentName('page', acme.page_id), documentName('work_item', acme.item_id)]
  const documents: StoredRelease['documents'] = []
  for (const name of names) {
    const [first, second] = [ada, max].map((who) => openDocumentClient(server.url, who, name))
    if (first === undefined || second === undefined) continue
    await Promise.all([first.synced(), second.synced()])
    first.type('A plan that two people write.')
    second.type('With what the other thinks of it.')
    await pollUntilTrue(() => first.text().split('\n').length === second.text().split('\n').length)
    await Promise.all([first.saved(), second.saved()])
    await pollUntilTrue(() => first.text() === second.text() && first.text().includes('the other'))
    documents.push({ name, text: first.text() })
  }
  return documents
}

/**
 * Returns the URLs of all GET calls in both projects of the admin that the server answers with status 200.
 */
async function readEverything(
  server: Server,
  { ada, acme, sibling, input }: PermissionTestData,
): Promise<string[]> {
  const reads = new Set<string>()
  for (const call of Object.values<Call>(calls).filter(({ method }) => method === 'GET'))
    for (const side of [acme, sibling]) {
      const { params = {}, query = {} } = input(call, side, ada)
      const search = new URLSearchParams(query).toString()
      const path = fillPath(call.path, params) + (search === '' ? '' : `?${search}`)
      if (!reads.has(path) && (await isRead(server, ada, path))) reads.add(path)
    }
  return [...reads].sort()
}

async function isRead({ url }: Server, { cookie }: ApiClient, path: string): Promise<boolean> {
  const response = await fetch(url + path, { headers: { cookie }, redirect: 'manual' })
  await response.arrayBuffer()
  return response.status === 200
}

/** Waits until the server has written activity records, notifications and emails. */
function everythingIsTold({ databaseUrl }: Server): Promise<void> {
  return pollUntilTrue(async () => {
    const behind = await runSql(
      databaseUrl,
      `select 1 from workspace_versions v join feed_cursors c on c.workspace_id = v.workspace_id where c.version < v.version`,
    )
    return behind.length === 0
  }, 'every reader has read everything')
}

async function nextOf(
  { databaseUrl }: Server,
  { acme }: PermissionTestData,
): Promise<StoredRelease['project']> {
  const [row] = await runSql<{ next: number }>(
    databaseUrl,
    'select last::int + 1 as next from project_sequences where project_id = $1',
    [acme.project_id],
  )
  return { slug: acme.slug, project_id: acme.project_id, next_sequence: row?.next ?? 1 }
}

async function run(program: string, words: string[], dataDir: string): Promise<void> {
  const child = spawn(process.execPath, [program, ...words], {
    cwd: resolve(import.meta.dirname, '../..'),
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, SETTINGS_FILE: '/dev/null' },
    stdio: 'inherit',
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${program} ended with ${code}.`)
}

const usage =
  '\n  npm run keep-release -- 0.2.0   keeps an installation of this release, to test upgrades from it\n'

await runCommand(usage, async ([name]) => {
  if (name === undefined) throw new OperatorError(usage)
  await keep(name)
})
