import { setInterval } from 'node:timers/promises'
import { type ApiClient, createSignedInUser, runSql } from '../support/api-client.ts'
import { uploadItems } from '../support/imports/item-imports.ts'
import type { ServerProcess } from '../support/server-process.ts'
import type { LoadReportRow } from './report.ts'
import { residentMegabytes } from './start.ts'

/** The number of work items that are created by single calls, to compare their time with that of the import. */
const singleCalls = 200
/** The number of rows per second that imports 100,000 rows within ten minutes. */
const budgetPerSecond = 100_000 / 600
/** The largest growth of the server's memory in megabytes. */
const memoryBudget = 300

/**
 * Measures the import of a CSV file with `rows` work items. Each row has two labels, a state, a description and a
 * comment, and every tenth row has a parent.
 */
export async function measureItemImport(server: ServerProcess, rows: number): Promise<LoadReportRow[]> {
  const person = await createSignedInUser(server, 'imports@example.com')
  await person.call('createWorkspace', { body: { name: 'Imports', slug: 'imports' } })
  const project = { name: 'Moved in', identifier: 'IN' }
  const { id } = await person.call('createProject', { params: { slug: 'imports' }, body: project })
  const params = { slug: 'imports', project_id: id }
  const single = await measureSingleCalls(person, params)
  const before = await residentMegabytes(server.pid)
  const { answer } = await uploadItems(server, person, params, { name: 'large.csv', bytes: tableOf(rows) })
  const began = performance.now()
  await person.call('startItemImport', { params: { ...params, item_import_id: answer.id }, body: {} })
  let largest = before
  for await (const _ of setInterval(250)) {
    largest = Math.max(largest, await residentMegabytes(server.pid))
    if (await isFinished(server, answer.id)) break
  }
  const perSecond = rows / ((performance.now() - began) / 1000)
  const growth = largest - before
  return [
    {
      what: `import of ${rows.toLocaleString('en')} work items`,
      value: `${Math.round(perSecond)} a second`,
      baseline: `single calls ${Math.round(single)} a second: × ${(perSecond / single).toFixed(1)}`,
      budget: `${Math.ceil(budgetPerSecond)} a second`,
      verdict: perSecond >= budgetPerSecond,
    },
    {
      what: '  growth of the memory of the server',
      value: `${Math.round(growth)} MB`,
      baseline: `before ${Math.round(before)} MB`,
      budget: `${memoryBudget} MB`,
      verdict: growth <= memoryBudget,
    },
  ]
}

function tableOf(rows: number): string {
  const states = ['Backlog', 'Todo', 'In Progress', 'Done']
  const lines = Array.from({ length: rows }, (_, at) => {
    const parent = at % 10 === 0 || at < 10 ? '' : `L-${at - (at % 10)}`
    const labels = `"area ${at % 20}, kind ${at % 7}"`
    return `L-${at},Work item ${at},${states[at % 4]},${labels},${parent},"<p>Text of item ${at}</p>",Comment ${at}`
  })
  return ['ID,Title,State,Labels,Parent,Description,Comments', ...lines].join('\n')
}

/** Returns the number of work items that one user creates per second with one call after the other. */
async function measureSingleCalls(
  person: ApiClient,
  params: { slug: string; project_id: string },
): Promise<number> {
  const began = performance.now()
  for (let at = 0; at < singleCalls; at++)
    await person.call('createWorkItem', { params, body: { name: `Single ${at}` } })
  return singleCalls / ((performance.now() - began) / 1000)
}

/** Throws an error if the import did not create every work item. */
async function isFinished(server: ServerProcess, id: string): Promise<boolean> {
  const [row] = await runSql<{ status: string; done: number; total: number }>(
    server.databaseUrl,
    'select status, done, total from item_imports where id = $1',
    [id],
  )
  if (row?.status === 'failed' || row?.status === 'stopped')
    throw new Error(`the import ended after ${row.done} of ${row.total} rows`)
  return row?.status === 'completed'
}
