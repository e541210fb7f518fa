import { rm } from 'node:fs/promises'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiClient, createSignedInUser, runSql } from '../support/api-client.ts'
import { sendImport, waitForImportReport } from '../support/imports/send-import.ts'
import { copyMigratedDataFolder } from '../support/prepared-data.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'

let dataDir: string
let server: ServerProcess
let ann: ApiClient
let params: { slug: string; project_id: string }

beforeAll(async () => {
  dataDir = await copyMigratedDataFolder('imports')
  server = await startServerProcess(dataDir)
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

const count = 60

test('an import whose server is killed goes on with the next one, and leaves no half page and no second one', async () => {
  const files = Object.fromEntries(
    Array.from({ length: count }, (_, at) => [
      `page ${at}.md`,
      strToU8(`# Page ${at}\n\nText ${at}, see [next](page%20${at + 1}.md)`),
    ]),
  )
  const { answer } = await sendImport(server, ann, params, { name: 'many.zip', bytes: zipSync(files) })
  for (let killed = 1; killed <= 3; killed++) {
    await some(answer.id, killed * 10)
    await restart()
    await wholeSoFar()
    // Simulates that the lease of the killed process has expired.
    await sql(
      "update pgboss.job set state = 'retry', start_after = now() where name = 'import-pages' and state = 'active'",
    )
  }
  const report = await waitForImportReport(ann, params, answer.id)
  expect(report).toMatchObject({ status: 'completed', total: count, done: count, left_out: 0 })
  expect(report.notes.filter((note) => note.kind === 'page')).toHaveLength(count)
  // The last page contains a broken link. The report lists no other broken link.
  expect(report.notes.filter((note) => note.kind === 'dead_link')).toHaveLength(1)
  const pages = await wholeSoFar()
  expect(new Set(pages.map((page) => page['name']))).toHaveLength(count)
  expect(pages).toHaveLength(count)
}, 180_000)

function sql(statement: string, values: unknown[] = []) {
  return runSql<Record<string, string>>(server.databaseUrl, statement, values)
}

/**
 * Returns the imported pages, each with its text and the numbers of stored documents and report entries. The
 * document is in `document_updates`, or in `documents` after the server has merged its updates.
 */
async function wholeSoFar() {
  const pages = await sql(`
    select p.name, p.description_html, p.description_stripped,
      (select count(*) from document_updates u where u.name = 'page:' || p.id)
        + (select count(*) from documents d where d.name = 'page:' || p.id and d.state is not null) as stored,
      (select count(*) from page_import_notes n where n.page_id = p.id and n.kind = 'page') as notes
    from pages p where p.deleted_at is null`)
  for (const page of pages) {
    expect(page['description_stripped']).toMatch(new RegExp(`^Text ${page['name']?.slice(5)}, see next`))
    expect([Number(page['stored']) > 0, Number(page['notes'])]).toEqual([true, 1])
  }
  return pages
}

async function some(id: string, least: number): Promise<void> {
  for (;;) {
    const [row] = await sql('select done, status from page_imports where id = $1', [id])
    if (Number(row?.['done']) >= least || row?.['status'] === 'completed') return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

async function restart(): Promise<void> {
  const port = new URL(server.url).port
  await server.killEverything()
  server = await startServerProcess(dataDir, { PORT: port })
}
