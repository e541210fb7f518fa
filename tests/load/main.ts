import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isHelpRequested } from '#api/platform/db/command-line.ts'
import { createSignedInUser } from '../support/api-client.ts'
import { startServerProcess } from '../support/server-process.ts'
import { measureAnalytics } from './analytics.ts'
import { measureBackup } from './backup.ts'
import { measureLayoutsInChromium } from './board.ts'
import { measureLargestCallBodies } from './call-bodies.ts'
import { measureRemoteTypingLatency } from './carets.ts'
import { measureCycleCalls } from './cycles.ts'
import { measureDocumentUpdateRate, measureOpenDocuments } from './documents.ts'
import { measureFairness } from './fairness.ts'
import { measureFanOut } from './fan-out.ts'
import { measureFileTransfers } from './files.ts'
import { measurePasswordGuessing } from './guesses.ts'
import { checkRandomHistories } from './history.ts'
import { measureExpensiveTexts } from './hostile-bodies.ts'
import { measureItemWithManyComments } from './item.ts'
import { measureItemImport } from './item-imports.ts'
import { measureListCalls } from './list-calls.ts'
import { measureTypingInLongPage } from './long-page.ts'
import { measureNotificationDelay } from './notifications.ts'
import { measurePastingLongTexts } from './paste.ts'
import { measureActivityReader } from './reader.ts'
import { measureCrashRecovery } from './recovery.ts'
import { formatReportTable, type LoadReportRow } from './report.ts'
import { measureRequestOverhead } from './requests.ts'
import { measureRouteDownloadSizes } from './route-sizes.ts'
import { measureMemory, measureStartupTime } from './start.ts'
import { measureRequestStorms } from './storms.ts'
import { measureLongEditHistory } from './text-history.ts'

const usage = `
  npm run bench                  measures everything
    --only lists --only storms   parts of it: start, memory, fan-out, storms, fairness, guesses, documents, open-documents, carets, stalls,
                                 bodies, requests, board, cycles, analytics, item, reader, notifications, paste, long-page, text-history,
                                 lists, item-imports, backup, history, files, recovery, routes
    --large                      with 2,000 sockets, and an import of 100,000 rows
    --trace FILE                 a real history of edits
`
if (isHelpRequested(process.argv.slice(2))) {
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

/** The measured server uses a temporary data folder. A missed budget is only printed and does not fail the run. */
const dataDir = await mkdtemp(join(tmpdir(), 'tandem-bench-'))
try {
  const rows = await measureAll()
  console.log(
    `\n${formatReportTable(rows)}\n\n${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}\n`,
  )
} finally {
  await rm(dataDir, { recursive: true, force: true })
}

async function measureAll(): Promise<LoadReportRow[]> {
  const rows: LoadReportRow[] = []
  const measure = async (part: string, work: () => Promise<LoadReportRow[]>) => {
    if (wishes.only !== undefined && !wishes.only.includes(part)) return
    console.log(`${part} …`)
    const measured = await work().catch((error: unknown) => [failure(part, error)])
    // The results are printed immediately, so that an interrupted run still shows what was measured.
    console.log(formatReportTable(measured))
    rows.push(...measured)
  }
  await (await startServerProcess(dataDir)).stop()
  await measure('start', async () => [await measureStartupTime(dataDir)])
  const server = await startServerProcess(dataDir)
  try {
    await measure('memory', async () => [await measureMemory(server)])
    const person = await createSignedInUser(server, 'bench@example.com')
    const workspace = await person.call('createWorkspace', { body: { name: 'Bench', slug: 'bench' } })
    await measure('fan-out', () => measureFanOut(server, person, workspace, wishes.large ? 2000 : 500))
    await measure('storms', () => measureRequestStorms(server, person, workspace))
    await measure('fairness', () => measureFairness(server, person, workspace))
    await measure('documents', () => measureDocumentUpdateRate(server))
    await measure('open-documents', () => measureOpenDocuments(server))
    await measure('carets', () => measureRemoteTypingLatency(server))
    await measure('stalls', () => measureExpensiveTexts(server))
    await measure('requests', () => measureRequestOverhead(server, person, workspace))
    await measure('board', () => measureLayoutsInChromium(server))
    await measure('cycles', () => measureCycleCalls(server))
    await measure('analytics', () => measureAnalytics(server))
    await measure('item', () => measureItemWithManyComments(server))
    await measure('reader', () => measureActivityReader(server))
    await measure('notifications', () => measureNotificationDelay(server))
    await measure('paste', () => measurePastingLongTexts(server))
    await measure('long-page', () => measureTypingInLongPage(server))
    await measure('text-history', () => measureLongEditHistory(server, wishes.trace))
    await measure('item-imports', () => measureItemImport(server, wishes.large ? 100_000 : 10_000))
    await measure('lists', () => measureListCalls(server, person, workspace))
    await measure('backup', () => measureBackup(server, person, workspace))
    await measure('history', () => checkRandomHistories(server))
  } finally {
    await server.stop()
  }
  await measure('guesses', () => measurePasswordGuessing(dataDir))
  await measure('bodies', () => measureLargestCallBodies(dataDir))
  await measure('files', measureFileTransfers)
  await measure('recovery', measureCrashRecovery)
  await measure('routes', measureRouteDownloadSizes)
  return rows
}

function failure(part: string, error: unknown): LoadReportRow {
  console.error(error)
  return { what: part, value: 'could not be measured' }
}
