import { calls } from '#common/calls.ts'
import { addDays } from '#common/platform/clock.ts'
import { createSignedInUser, fillPath, runSql } from '../support/api-client.ts'
import type { ServerProcess } from '../support/server-process.ts'
import { createItemSeeder } from './list-seeds.ts'
import type { LoadReportRow } from './report.ts'
import { compareLatencyWithPlainSql } from './requests.ts'

const inAll = 200

/**
 * Measures the list of 200 cycles with counts, and the statistics of a cycle with all 10,000 items of its
 * project.
 */
export async function measureCycleCalls(server: ServerProcess): Promise<LoadReportRow[]> {
  const person = await createSignedInUser(server, 'cycles@example.com')
  const slug = 'cycles'
  const workspace = await person.call('createWorkspace', { body: { name: 'Cycles', slug } })
  await using seeding = await createItemSeeder(server, workspace.id)
  const params = { slug, project_id: await seeding.project(person.id) }
  await person.call('updateProject', { params, body: { cycle_view: true } })
  const today = new Date().toISOString().slice(0, 10)
  const { id: cycle_id } = await person.call('createCycle', {
    params,
    body: { name: 'Running', start_date: today, end_date: addDays(today, 13) },
  })
  // Inserts all cycles with one statement, because creating each cycle with an API call would take much longer.
  await runSql(
    server.databaseUrl,
    `insert into cycles (id, workspace_id, project_id, name, sort_order, start_date, end_date)
     select gen_random_uuid(), $1, $2, 'Ahead ' || n, n, now() + (n * 14 + 1) * interval '1 day', now() + (n * 14 + 13) * interval '1 day'
     from generate_series(1, ${inAll - 1}) n`,
    [workspace.id, params.project_id],
  )
  await runSql(server.databaseUrl, 'update work_items set cycle_id = $1 where project_id = $2', [
    cycle_id,
    params.project_id,
  ])
  await seeding.settle()
  const path = (name: 'listCycles' | 'getCycleProgress' | 'getCycleAnalytics') =>
    fillPath(calls[name].path, { ...params, cycle_id })
  return compareLatencyWithPlainSql(server, person, [
    { what: `GET, ${inAll} cycles with their counts`, method: 'GET', path: path('listCycles'), most: 15 },
    { what: 'GET, counts of one of 10,000 items', method: 'GET', path: path('getCycleProgress') },
    {
      what: 'GET, its figures by day, person and label',
      method: 'GET',
      path: path('getCycleAnalytics'),
      most: 25,
    },
  ])
}
