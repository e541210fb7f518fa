import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiClient, createSignedInUser, runSql } from '../support/api-client.ts'
import { uploadItems, waitForItemImport } from '../support/imports/item-imports.ts'
import { copyMigratedDataFolder } from '../support/prepared-data.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'

let dataDir: string
let server: ServerProcess
let ann: ApiClient
let params: { slug: string; project_id: string }

beforeAll(async () => {
  dataDir = await copyMigratedDataFolder('item-imports')
  server = await startServerProcess(dataDir, { REACHABLE_NETWORKS: '127.0.0.1' })
  ann = await createSignedInUser(server, 'ann@example.com')
  await ann.call('createWorkspace', { body: { name: 'Acme', slug: 'acme' } })
  const project = await ann.call('createProject', {
    params: { slug: 'acme' },
    body: { name: 'Atlas', identifier: 'ATL' },
  })
  params = { slug: 'acme', project_id: project.id }
}, 60_000)

afterAll(async () => {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/** Returns a table in which each row has a label, a comment and, except for the first, a parent. */
function tableOf(count: number, prefix: string): string {
  const rows = Array.from(
    { length: count },
    (_, at) => `${prefix}-${at},Item ${at},label ${at % 7},${at === 0 ? '' : `${prefix}-0`},Comment ${at}`,
  )
  return ['ID,Title,Labels,Parent,Comments', ...rows].join('\n')
}

test('an import whose server is killed goes on with the next one, without doubles', async () => {
  const count = 450
  const { answer } = await uploadItems(server, ann, params, { name: 'many.csv', bytes: tableOf(count, 'K') })
  const where = { ...params, item_import_id: answer.id }
  await ann.call('startItemImport', { params: where, body: {} })
  for (let killed = 1; killed <= 3; killed++) {
    await waitForRows(answer.id, killed * 100)
    await waitForTransaction(answer.id)
    await restart()
    expect(await itemsAndComments()).toEqual(await finishedRows(answer.id))
    // Simulates that the lease of the killed process has expired.
    await sql(
      "update pgboss.job set state = 'retry', start_after = now() where name = 'import-items' and state = 'active'",
    )
  }
  const report = await waitForItemImport(ann, where, 120_000)
  expect(report).toMatchObject({ status: 'completed', total: count, done: count, created: count, noted: 0 })
  expect(await itemsAndComments()).toEqual({ items: count, comments: count })
  const [labels] = await sql("select count(*) as count from labels where name like 'label %'")
  expect(Number(labels?.['count'])).toBe(7)
}, 240_000)

test('attachments of an import whose server is killed are copied once, and relations too', async () => {
  const gate = Promise.withResolvers<void>()
  let asked = 0
  // The website answers the first requests at once, and the others only after the server was killed.
  const website = createServer(async (request, response) => {
    if (++asked > 3) await gate.promise
    response.setHeader('content-type', 'text/plain').end(`Content of ${request.url}`)
  })
  await new Promise<void>((resolve) => void website.listen(0, '127.0.0.1', resolve))
  const host = `http://127.0.0.1:${(website.address() as AddressInfo).port}`
  const count = 6
  const rows = Array.from(
    { length: count },
    (_, at) => `F-${at},File ${at},${host}/${at}.txt,F-${(at + 1) % count}`,
  )
  const bytes = ['ID,Title,Attachments,Relates to', ...rows].join('\n')
  const { answer } = await uploadItems(server, ann, params, { name: 'files.csv', bytes })
  const where = { ...params, item_import_id: answer.id }
  const columns = ['key', 'title', 'attachments', 'relates_to'] as const
  await ann.call('startItemImport', { params: where, body: { columns: [...columns] } })
  await expect.poll(() => asked, { timeout: 60_000 }).toBeGreaterThan(3)
  await restart()
  gate.resolve()
  await sql(
    "update pgboss.job set state = 'retry', start_after = now() where name = 'import-items' and state = 'active'",
  )
  const report = await waitForItemImport(ann, where, 120_000)
  expect(report).toMatchObject({ status: 'completed', files_done: count, files_copied: count, noted: 0 })
  const [row] = await sql(`select
    (select count(*) from work_item_attachments) as attachments,
    (select count(*) from file_assets where entity_type = 'ISSUE_ATTACHMENT') as files,
    (select count(*) from work_item_relations) as relations`)
  const expected = { attachments: `${count}`, files: `${count}`, relations: `${count}` }
  expect(row).toEqual(expected)
  website.close()
}, 240_000)

function sql(statement: string, values: unknown[] = []) {
  return runSql<Record<string, string>>(server.databaseUrl, statement, values)
}

async function itemsAndComments() {
  const [row] = await sql(`select
    (select count(*) from work_items where deleted_at is null) as items,
    (select count(*) from work_item_comments) as comments`)
  return { items: Number(row?.['items']), comments: Number(row?.['comments']) }
}

/** Returns the numbers of items and comments that the import must have created so far. */
async function finishedRows(id: string) {
  const [row] = await sql('select done from item_imports where id = $1', [id])
  return { items: Number(row?.['done']), comments: Number(row?.['done']) }
}

async function waitForRows(id: string, least: number): Promise<void> {
  for (;;) {
    const [row] = await sql('select done, status from item_imports where id = $1', [id])
    if (Number(row?.['done']) >= least || row?.['status'] === 'completed') return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** Waits until a transaction writes the next group of rows. It locks the row of the import. */
async function waitForTransaction(id: string): Promise<void> {
  for (;;) {
    const free = await sql('select id from item_imports where id = $1 for update skip locked', [id])
    const [row] = await sql('select status from item_imports where id = $1', [id])
    if (free.length === 0 || row?.['status'] === 'completed') return
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
}

async function restart(): Promise<void> {
  const port = new URL(server.url).port
  await server.killEverything()
  server = await startServerProcess(dataDir, { PORT: port, REACHABLE_NETWORKS: '127.0.0.1' })
}
