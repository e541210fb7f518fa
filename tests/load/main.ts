import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { requestsHelp } from '#api/platform/db/command-line.ts'
import { signUp } from '../support/api-client.ts'
import { startServerProcess } from '../support/server-process.ts'
import { measureAnalytics } from './analytics.ts'
import { measureBackup } from './backup.ts'
import { measureBoard } from './board.ts'
import { measureCallBodies } from './call-bodies.ts'
import { measureCarets } from './carets.ts'
import { measureCycles } from './cycles.ts'
import { measureDocuments, measureOpenDocuments } from './documents.ts'
import { measureFairness } from './fairness.ts'
import { measureFanOut } from './fan-out.ts'
import { measureFiles } from './files.ts'
import { measureGuesses } from './guesses.ts'
import { measureHistory } from './history.ts'
import { measureHostileBodies } from './hostile-bodies.ts'
import { measureItem } from './item.ts'
import { measureLists } from './list-calls.ts'
import { measureLongPage } from './long-page.ts'
import { measureNotifications } from './notifications.ts'
import { measurePaste } from './paste.ts'
import { measureReader } from './reader.ts'
import { measureRecovery } from './recovery.ts'
import { type Row, table } from './report.ts'
import { measureRequests } from './requests.ts'
import { measureRoutes } from './route-sizes.ts'
import { measureMemory, measureStart } from './start.ts'
import { measureStorms } from './storms.ts'
import { measureTextHistory } from './text-history.ts'

const usage = `
  npm run bench                  measures everything
    --only lists --only storms   parts of it: start, memory, fan-out, storms, fairness, guesses, documents, open-documents, carets, stalls,
                                 bodies, requests, board, cycles, analytics, item, reader, notifications, paste, long-page, text-history,
                                 lists, backup, history, files, recovery, routes
    --large                      with 2,000 sockets
    --trace FILE                 a real history of edits
`
if (requestsHelp(process.argv.slice(2))) {
  console.log(usage)
  process.exit()
}

const { values: wishes } = parseArgs({
  options: {
    large: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true },
    trace: { type: 'string' },
  },
})

/** The server uses a temporary data folder. The results are for information and never fail the run. */
const dataDir = await mkdtemp(join(tmpdir(), 'tandem-bench-'))
try {
  const rows = await measureAll()
  console.log(`\n${table(rows)}\n\n${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}\n`)
} finally {
  await rm(dataDir, { recursive: true, force: true })
}

async function measureAll(): Promise<Row[]> {
  const rows: Row[] = []
  const measure = async (part: string, work: () => Promise<Row[]>) => {
    if (wishes.only !== undefined && !wishes.only.includes(part)) return
    console.log(`${part} …`)
    const measured = await work().catch((error: unknown) => [failure(part, error)])
    // The results are printed immediately, so that an interrupted run still shows what was measured.
    console.log(table(measured))
    rows.push(...measured)
  }
  await (await startServerProcess(dataDir)).stop()
  await measure('start', async () => [await measureStart(dataDir)])
  const server = await startServerProcess(dataDir)
  try {
    await measure('memory', async () => [await measureMemory(server)])
    const person = await signUp(server, 'bench@example.com')
    const workspace = await person.call('createWorkspace', { body: { name: 'Bench', slug: 'bench' } })
    await measure('fan-out', () => measureFanOut(server, person, workspace, wishes.large ? 2000 : 500))
    await measure('storms', () => measureStorms(server, person, workspace))
    await measure('fairness', () => measureFairness(server, person, workspace))
    await measure('documents', () => measureDocuments(server))
    await measure('open-documents', () => measureOpenDocuments(server))
    await measure('carets', () => measureCarets(server))
    await measure('stalls', () => measureHostileBodies(server))
    await measure('requests', () => measureRequests(server, person, workspace))
    await measure('board', () => measureBoard(server))
    await measure('cycles', () => measureCycles(server))
    await measure('analytics', () => measureAnalytics(server))
    await measure('item', () => measureItem(server))
    await measure('reader', () => measureReader(server))
    await measure('notifications', () => measureNotifications(server))
    await measure('paste', () => measurePaste(server))
    await measure('long-page', () => measureLongPage(server))
    await measure('text-history', () => measureTextHistory(server, wishes.trace))
    await measure('lists', () => measureLists(server, person, workspace))
    await measure('backup', () => measureBackup(server, person, workspace))
    await measure('history', () => measureHistory(server))
  } finally {
    await server.stop()
  }
  await measure('guesses', () => measureGuesses(dataDir))
  await measure('bodies', () => measureCallBodies(dataDir))
  await measure('files', measureFiles)
  await measure('recovery', measureRecovery)
  await measure('routes', measureRoutes)
  return rows
}

function failure(part: string, error: unknown): Row {
  console.error(error)
  return { what: part, value: 'could not be measured' }
}
