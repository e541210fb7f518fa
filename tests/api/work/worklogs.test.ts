import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createOrm } from '#api/create-orm.ts'
import { deleteExpiredRows } from '#api/maintenance.ts'
import { createBus } from '#api/platform/bus.ts'
import { addDays, localDay } from '#common/platform/clock.ts'
import { newId } from '#common/platform/ids.ts'
import { role } from '#common/platform/roles.ts'
import { lastAllowedWorklogDay } from '#common/work/worklogs/rules.ts'
import type { WorklogRow } from '#common/work/worklogs/schema.ts'
import { type ApiClient, runSql } from '../../support/api-client.ts'
import { connectLive } from '../../support/live-client.ts'
import {
  type ProjectPathParams,
  type ProjectTestServer,
  startProjectTestServer,
} from '../../support/project-test-server.ts'

let atlas: ProjectTestServer
let place: ProjectPathParams
let other: ProjectPathParams
let projects = 0

beforeAll(async () => {
  atlas = await startProjectTestServer()
})
afterAll(() => atlas.close())

beforeEach(async () => {
  await sql('delete from worklogs')
  place = await project()
  other = await project()
})

/** Creates a project. Ann is its admin, Max a member, and Gus a guest who sees everything. */
async function project(): Promise<ProjectPathParams> {
  const made = await atlas.makeProject(`Fresh ${++projects}`, `F${projects}`)
  const { ann, max, gus } = atlas.cast
  await ann.call('updateProject', {
    params: made,
    body: {
      is_time_tracking_enabled: true,
      cycle_view: true,
      module_view: true,
      guest_view_all_features: true,
      timezone: 'Pacific/Auckland',
    },
  })
  const members = [
    { member_id: max.id, role: role.member },
    { member_id: gus.id, role: role.guest },
  ]
  await ann.call('addProjectMembers', { params: made, body: { members } })
  return made
}

const sql = <Row extends object = Record<string, unknown>>(statement: string, values: unknown[] = []) =>
  runSql<Row>(atlas.server.databaseUrl, statement, values)
const at = ({ id }: { id: string }, where = place) => ({ ...where, id })
const logAt = (log: WorklogRow) => ({
  slug: place.slug,
  project_id: log.project_id,
  id: log.issue_id,
  worklog_id: log.id,
})
const item = (name = 'Dig', more: object = {}) => atlas.make(name, more, atlas.cast.ann, place)
const log = (
  on: { id: string },
  duration: number,
  who: ApiClient = atlas.cast.max,
  more: object = {},
): Promise<WorklogRow> => who.call('createWorklog', { params: at(on), body: { duration, ...more } })
const invalid = (message: string, field: string) => ({ status: 400, fields: { [field]: [message] } })

describe('time is logged', () => {
  test('for today in the time zone of the project, and published only to members', async () => {
    const { ann, gus, max } = atlas.cast
    const dug = await item()
    const [anns, guss] = [await connectLive(atlas.server, ann), await connectLive(atlas.server, gus)]
    for (const live of [anns, guss]) await live.subscribe(atlas.cast.slug)
    const today = localDay(Date.now(), 'Pacific/Auckland')
    const made = await log(dug, 90, max, { description: 'With a spade' })
    expect(made).toMatchObject({
      duration: 90,
      date: today,
      description: 'With a spade',
      logged_by: max.id,
      issue_id: dug.id,
      project_id: place.project_id,
    })
    await anns.hears((change) => change.id === made.id && change.op === 'create')
    const label = await ann.call('createLabel', { params: place, body: { name: 'Later' } })
    await guss.hears((change) => change.id === label.id)
    expect(guss.heard.filter(({ entity }) => entity === 'worklogs')).toEqual([])
    for (const live of [anns, guss]) live.close()
    expect(await ann.call('listWorklogs', { params: at(dug) })).toEqual([made])
    expect(await gus.refused('listWorklogs', { params: at(dug) })).toMatchObject({ status: 403 })
  })

  test.each([
    [{ duration: 0 }, 'duration', 'Time must be at least one minute.'],
    [{ duration: 1441 }, 'duration', 'Time can be at most one day.'],
    [{ duration: 1.5 }, 'duration', 'Time must be in whole minutes.'],
    [
      { duration: 5, date: addDays(lastAllowedWorklogDay(Date.now()), 1) },
      'date',
      'You can’t log time on a future date.',
    ],
    [{ duration: 5, date: '1969-12-31' }, 'date', 'You can’t log time on a date before 1970.'],
  ])('but not as %j', async (body, field, message) => {
    const dug = await item()
    const refused = await atlas.changingNothing(() =>
      atlas.cast.max.refused('createWorklog', { params: at(dug), body }),
    )
    expect(refused).toMatchObject(invalid(message, field))
  })

  test('and changed, deleted and restored by its author and admins', async () => {
    const { ann, max, gus } = atlas.cast
    const dug = await item()
    const [mine, anns] = [await log(dug, 30), await log(dug, 20, ann)]
    const update = (one: WorklogRow, body: object) => ({ params: logAt(one), body })
    expect(await max.refused('updateWorklog', update(anns, { duration: 5 }))).toMatchObject({ status: 403 })
    expect(await max.refused('deleteWorklog', { params: logAt(anns) })).toMatchObject({ status: 403 })
    expect(await gus.refused('updateWorklog', update(mine, { duration: 5 }))).toMatchObject({ status: 404 })
    expect(await max.call('updateWorklog', update(mine, { duration: 45, date: '2026-03-01' }))).toMatchObject(
      {
        duration: 45,
        date: '2026-03-01',
        updated_by: max.id,
      },
    )
    expect(await ann.call('updateWorklog', update(mine, { description: 'Put right' }))).toMatchObject({
      logged_by: max.id,
      description: 'Put right',
      updated_by: ann.id,
    })
    const left = await atlas.changes(() => ann.call('deleteWorklog', { params: logAt(mine) }))
    expect(left).toMatchObject([{ op: 'delete', entity: 'worklogs', id: mine.id }])
    expect(await max.call('listWorklogs', { params: at(dug) })).toEqual([anns])
    expect(await max.refused('updateWorklog', update(mine, { duration: 5 }))).toMatchObject({ status: 404 })
    await max.call('restoreWorklog', { params: logAt(mine) })
    await atlas.changingNothing(() => max.call('restoreWorklog', { params: logAt(mine) }))
    const listed = await max.call('listWorklogs', { params: at(dug) })
    expect(listed.map(({ id, logged_by }) => [id, logged_by])).toEqual([
      [anns.id, ann.id],
      [mine.id, max.id],
    ])
  })

  test('not on archived items or while turned off, and nothing is lost', async () => {
    const { ann, max } = atlas.cast
    const done = await item('Done', { state_id: await stateOf('completed') })
    const kept = await log(done, 30)
    await ann.call('archiveWorkItem', { params: at(done) })
    const refusals = [
      await max.refused('createWorklog', { params: at(done), body: { duration: 5 } }),
      await max.refused('updateWorklog', { params: logAt(kept), body: { duration: 5 } }),
      await ann.refused('deleteWorklog', { params: logAt(kept) }),
      await max.refused('startTimer', { params: at(done), body: {} }),
    ]
    expect(refusals.map(({ status }) => status)).toEqual([403, 403, 403, 403])
    await ann.call('updateProject', { params: place, body: { is_time_tracking_enabled: false } })
    const off = 'This feature is turned off in the project'
    expect(
      await max.refused('createWorklog', { params: at(await item()), body: { duration: 5 } }),
    ).toMatchObject({ status: 400, error: off })
    expect(await sheet(max, kept.date)).toEqual([])
    await ann.call('updateProject', { params: place, body: { is_time_tracking_enabled: true } })
    expect(await sheet(max, kept.date)).toEqual([kept.id])
  })

  test('and purged after thirty days', async () => {
    const dug = await item()
    const [gone, fresh] = [await log(dug, 30), await log(dug, 20)]
    for (const one of [gone, fresh]) await atlas.cast.max.call('deleteWorklog', { params: logAt(one) })
    await sql(`update worklogs set deleted_at = now() - interval '31 days' where id = $1`, [gone.id])
    const orm = await createOrm(atlas.server.databaseUrl, createBus(null))
    await deleteExpiredRows(orm)
    await orm.close(true)
    expect(await atlas.cast.max.refused('restoreWorklog', { params: logAt(gone) })).toMatchObject({
      status: 404,
    })
    await atlas.cast.max.call('restoreWorklog', { params: logAt(fresh) })
  })
})

async function stateOf(group: string): Promise<string> {
  const [row] = await sql(`select id from states where project_id = $1 and "group" = $2`, [
    place.project_id,
    group,
  ])
  return String(row?.['id'])
}

async function sheet(who: ApiClient, week: string, user = who): Promise<string[]> {
  const { worklogs } = await who.call('getTimesheet', { params: place, query: { week, user: user.id } })
  return worklogs.map(({ id }) => id)
}

interface Kept {
  issue_id: string
  user_id: string
  project_id: string
  duration: number
}

interface Logged {
  issue_id: string
  logged_by: string
  project_id: string
  cycle_id: string | null
  module_ids: string[]
  gone: Date | null
  duration: number
}

describe('the totals', () => {
  /** Computes the totals from the worklogs alone. */
  const raw = () =>
    sql<Logged>(
      `select l.issue_id, l.logged_by, l.project_id, i.cycle_id, i.module_ids, i.deleted_at as gone, sum(l.duration)::int as duration
       from worklogs l join work_items i on i.id = l.issue_id where l.deleted_at is null group by 1, 2, 3, 4, 5, 6`,
    )
  const sumBy = <Row extends { duration: number }>(rows: Row[], key: (row: Row) => string) => {
    const sums = new Map<string, number>()
    for (const row of rows) sums.set(key(row), (sums.get(key(row)) ?? 0) + row.duration)
    return Object.fromEntries([...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  }
  const step = fc.record({
    kind: fc.constantFrom(
      'log',
      'log',
      'log',
      'change',
      'delete',
      'restore',
      'trash',
      'untrash',
      'move',
      'setModules',
      'purge',
    ),
    item: fc.nat(5),
    log: fc.nat(30),
    minutes: fc.integer({ min: 1, max: 1440 }),
    byAnn: fc.boolean(),
  })

  type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

  /**
   * Performs the steps. Some steps are refused, such as logging time on deleted items, and then nothing may
   * change.
   */
  async function perform(steps: Step[], items: { id: string }[], moduleId: string): Promise<void> {
    const { ann, max } = atlas.cast
    const logs: WorklogRow[] = []
    const where = new Map<string, ProjectPathParams>()
    for (const { kind, item: n, log: m, minutes, byAnn } of steps) {
      const one = items[n] ?? { id: '' }
      const here = where.get(one.id) ?? place
      const elsewhere = here === place ? other : place
      const params = { ...here, id: one.id }
      const known = logs[m % Math.max(logs.length, 1)]
      const acts = {
        log: async () => {
          const who = byAnn ? ann : max
          logs.push(await who.call('createWorklog', { params, body: { duration: minutes } }))
        },
        change: async () =>
          known && ann.call('updateWorklog', { params: logAt(known), body: { duration: minutes } }),
        delete: async () => known && ann.call('deleteWorklog', { params: logAt(known) }),
        restore: async () => known && ann.call('restoreWorklog', { params: logAt(known) }),
        trash: () => ann.call('deleteWorkItem', { params }),
        untrash: () => ann.call('restoreWorkItem', { params }),
        move: async () => {
          const body = { issue_ids: [one.id], new_project_id: elsewhere.project_id }
          await ann.call('moveWorkItems', { params: here, body })
          where.set(one.id, elsewhere)
        },
        setModules: () =>
          ann.call('updateWorkItem', { params, body: { cycle_id: null, module_ids: [moduleId] } }),
        purge: () => ann.call('purgeWorkItems', { params: here, body: { issue_ids: [one.id] } }),
      }
      await acts[kind]().catch((error: unknown) => {
        if (!/40\d/.test(String(error))) throw error
      })
    }
  }

  test('equal the sum of the logs after any changes of logs and items', async () => {
    const { ann, max } = atlas.cast
    const everything = fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 50 }), async (steps) => {
      await sql('delete from worklogs')
      place = await project()
      other = await project()
      const cycle = await ann.call('createCycle', { params: place, body: { name: 'Sprint' } })
      const module = await ann.call('createModule', { params: place, body: { name: 'Map' } })
      const items = await Promise.all(
        Array.from({ length: 6 }, (_, n) =>
          item(`Item ${n}`, n % 2 ? { cycle_id: cycle.id } : { module_ids: [module.id] }),
        ),
      )
      await perform(steps, items, module.id)
      const truth = await raw()
      const kept = await sql<Kept>('select * from worklog_totals')
      expect(sumBy(kept, (row) => `${row.project_id} ${row.issue_id} ${row.user_id}`)).toEqual(
        sumBy(truth, (row) => `${row.project_id} ${row.issue_id} ${row.logged_by}`),
      )
      const there = truth.filter(({ gone }) => gone === null)
      for (const each of [place, other]) {
        const inIt = there.filter(({ project_id }) => project_id === each.project_id)
        const totals = await max.call('listTotalWorklogs', { params: each })
        expect(sumBy(totals, (row) => row.issue_id)).toEqual(sumBy(inIt, (row) => row.issue_id))
      }
      const ofCycle = there.filter(({ cycle_id }) => cycle_id === cycle.id)
      const cycleTime = await max.call('getCycleTime', { params: { ...place, cycle_id: cycle.id } })
      expect(sumBy(cycleTime.people, (row) => row.user_id)).toEqual(sumBy(ofCycle, (row) => row.logged_by))
      expect(cycleTime.duration).toBe(ofCycle.reduce((sum, { duration }) => sum + duration, 0))
      const ofModule = there.filter(({ module_ids }) => module_ids.includes(module.id))
      const moduleTime = await max.call('getModuleTime', { params: { ...place, module_id: module.id } })
      expect(sumBy(moduleTime.people, (row) => row.user_id)).toEqual(sumBy(ofModule, (row) => row.logged_by))
    })
    await fc.assert(everything, { numRuns: 4 })
  }, 120_000)

  test('are read from the totals table, not from the logs', async () => {
    const { ann } = atlas.cast
    const cycle = await ann.call('createCycle', { params: place, body: { name: 'Sprint' } })
    const module = await ann.call('createModule', { params: place, body: { name: 'Map' } })
    const dug = await item('Dig', { cycle_id: cycle.id, module_ids: [module.id] })
    await log(dug, 60, ann)
    // The test stores a wrong total, which no API call can do. The server returns it, which proves that the server
    // reads the stored total and does not compute the sum from the worklogs.
    await sql('update worklog_totals set duration = 7 where issue_id = $1', [dug.id])
    const seven = { duration: 7, people: [{ user_id: ann.id, duration: 7 }] }
    expect(await ann.call('getCycleTime', { params: { ...place, cycle_id: cycle.id } })).toEqual(seven)
    expect(await ann.call('getModuleTime', { params: { ...place, module_id: module.id } })).toEqual(seven)
    expect(await ann.call('listTotalWorklogs', { params: place })).toEqual([
      { issue_id: dug.id, duration: 7 },
    ])
  })
})

describe('a timer', () => {
  const start = (on: { id: string }, body: object = {}, who = atlas.cast.max) =>
    who.call('startTimer', { params: at(on), body })
  const stop = (on: { id: string }, body: object = {}, who = atlas.cast.max) =>
    who.call('stopTimer', { params: at(on), body })
  const running = async (who = atlas.cast.max) => (await who.call('getTimer', { params: place })).timer
  beforeEach(async () => {
    await sql('delete from timers')
  })

  test('is started, visible only to its owner, and stopped into a log of the start day', async () => {
    const { ann, max } = atlas.cast
    const dug = await item()
    const changes = await atlas.changes(() => start(dug))
    expect(changes).toMatchObject([{ op: 'create', entity: 'timers', audience: [`user:${max.id}`] }])
    expect(await max.call('getTimer', { params: place })).toMatchObject({
      timer: { issue_id: dug.id, user_id: max.id },
      issue: { id: dug.id, name: 'Dig' },
    })
    expect(await running(ann)).toBeNull()
    const began = new Date(Date.now() - 95 * 60_000)
    await sql('update timers set started_at = $1', [began])
    const left = await atlas.changes(async () => {
      expect(await stop(dug, { description: 'Timed' })).toMatchObject({
        duration: 95,
        description: 'Timed',
        date: localDay(began.getTime(), 'Pacific/Auckland'),
        logged_by: max.id,
      })
    })
    expect(left.map(({ op, entity }) => `${op} ${entity}`).toSorted()).toEqual([
      'create worklogs',
      'delete timers',
    ])
    expect(await running()).toBeNull()
    expect(await max.refused('stopTimer', { params: at(dug), body: {} })).toMatchObject({ status: 404 })
  })

  test('hides its item from someone who can no longer see it', async () => {
    const { ann, max } = atlas.cast
    await start(await item())
    await sql('update project_members set role = 5 where project_id = $1 and member_id = $2', [
      place.project_id,
      max.id,
    ])
    await ann.call('updateProject', { params: place, body: { guest_view_all_features: false } })
    expect(await max.call('getTimer', { params: place })).toMatchObject({ timer: {}, issue: null })
  })

  test('runs once for each person, also after concurrent starts', async () => {
    const { max } = atlas.cast
    const items = await Promise.all(['One', 'Two', 'Three', 'Four'].map((name) => item(name)))
    const answers = await Promise.allSettled(items.map((one) => start(one)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await sql('select * from timers where user_id = $1', [max.id])).toHaveLength(1)
    const idle = items.find((_, at) => answers[at]?.status === 'rejected') ?? { id: '' }
    expect(await max.refused('startTimer', { params: at(idle), body: {} })).toMatchObject({
      status: 409,
      error: 'A timer is running on another work item',
    })
    await sql('delete from timers')
    const [one = { id: '' }] = items
    const twice = await Promise.all([start(one), start(one)])
    expect(new Set(twice.map(({ id }) => id)).size).toBe(1)
  })

  test('is switched to another item, and the elapsed time is logged', async () => {
    const { max } = atlas.cast
    const [one, two] = [await item('One'), await item('Two')]
    await start(one)
    await sql(`update timers set started_at = now() - interval '20 minutes'`)
    expect(await start(two, { switch: true })).toMatchObject({ issue_id: two.id })
    expect(await max.call('listWorklogs', { params: at(one) })).toMatchObject([{ duration: 20 }])
    await atlas.cast.ann.call('deleteWorkItem', { params: at(two) })
    expect((await max.call('getTimer', { params: place })).issue).toBeNull()
    const refused = await atlas.changingNothing(() =>
      max.refused('startTimer', { params: at(one), body: { switch: true } }),
    )
    expect(refused).toMatchObject({ status: 409 })
    await max.call('discardTimer', { params: place })
    await atlas.changingNothing(() => max.call('discardTimer', { params: place }))
    expect(await running()).toBeNull()
  })

  test('moves with its item to another project and is purged with it', async () => {
    const { ann, max } = atlas.cast
    const dug = await item()
    await start(dug)
    await ann.call('moveWorkItems', {
      params: place,
      body: { issue_ids: [dug.id], new_project_id: other.project_id },
    })
    expect(await running()).toMatchObject({ project_id: other.project_id })
    // The path still contains the former project of the item. The call must work nevertheless.
    expect(await stop(dug)).toMatchObject({ project_id: other.project_id, duration: 1 })
    const gone = await item('Gone')
    await start(gone)
    await ann.call('deleteWorkItem', { params: at(gone) })
    await ann.call('purgeWorkItems', { params: place, body: { issue_ids: [gone.id] } })
    expect(await max.call('getTimer', { params: place })).toEqual({ timer: null, issue: null })
  })

  test('resumes a log of its owner, which is deleted', async () => {
    const { ann, max } = atlas.cast
    const dug = await item()
    await start(dug)
    const stopped = await stop(dug)
    const anns = await log(dug, 10, ann)
    expect(await max.refused('startTimer', { params: at(dug), body: { resumes: anns.id } })).toMatchObject({
      status: 404,
    })
    await start(dug, { resumes: stopped.id })
    expect(await max.call('listWorklogs', { params: at(dug) })).toEqual([anns])
    expect(await running()).toMatchObject({ issue_id: dug.id })
  })

  test('may have an earlier start within a day, and is corrected when stopped', async () => {
    const dug = await item()
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
    for (const hours of [25, -1]) {
      const refused = await atlas.cast.max.refused('startTimer', {
        params: at(dug),
        body: { started_at: hoursAgo(hours) },
      })
      expect(refused).toMatchObject(
        invalid('The start of a timer must be within the last 24 hours.', 'started_at'),
      )
    }
    const id = newId()
    expect(await start(dug, { id, started_at: hoursAgo(3) })).toMatchObject({ id })
    expect(await stop(dug, { duration: 25 })).toMatchObject({ duration: 25 })
    await start(dug)
    await sql(`update timers set started_at = now() - interval '3 days'`)
    expect(await stop(dug)).toMatchObject({ duration: 1440 })
  })
})

describe('a timesheet', () => {
  test('contains the week of a person, in projects whose time the reader may see', async () => {
    const { ann, max, gus } = atlas.cast
    const [here, there] = [await item('Here'), await atlas.make('There', {}, ann, other)]
    const mine = await log(here, 60, max, { date: '2026-03-04' })
    await log(here, 60, max, { date: '2026-03-08' })
    const secret = await max.call('createWorklog', {
      params: { ...other, id: there.id },
      body: { duration: 30, date: '2026-03-03' },
    })
    const week = await max.call('getTimesheet', { params: place, query: { week: '2026-03-05' } })
    expect(week).toMatchObject({ user_id: max.id, start_date: '2026-03-01', end_date: '2026-03-07' })
    expect(week.worklogs.map(({ id }) => id)).toEqual([secret.id, mine.id])
    expect(week.issues.map(({ name }) => name).toSorted()).toEqual(['Here', 'There'])
    expect(await sheet(ann, '2026-03-05', max)).toEqual([secret.id, mine.id])
    expect(await sheet(max, '2026-03-05', ann)).toEqual([])
    expect(await gus.refused('getTimesheet', { params: place })).toMatchObject({ status: 403 })
    const last = await max.refused('getTimesheet', { params: place, query: { week: '9999-12-31' } })
    expect(last).toMatchObject(invalid('The year must be between 1000 and 2999.', 'week'))
    await sql('update project_members set is_active = false where project_id = $1 and member_id = $2', [
      other.project_id,
      max.id,
    ])
    expect(await sheet(max, '2026-03-05')).toEqual([mine.id])
    // Ann still sees the worklogs of Max in a project that he has left.
    expect(await sheet(ann, '2026-03-05', max)).toEqual([secret.id, mine.id])
    await sql('update project_members set role = 5 where project_id = $1 and member_id = $2', [
      place.project_id,
      max.id,
    ])
    expect(await sheet(max, '2026-03-05')).toEqual([])
    await ann.call('deleteWorkItem', { params: at(here) })
    expect(await sheet(ann, '2026-03-05', max)).toEqual([secret.id])
    await ann.call('restoreWorkItem', { params: at(here) })
    expect(await sheet(ann, '2026-03-05', max)).toEqual([secret.id, mine.id])
  })

  test('of another workspace is empty', async () => {
    const { eve, max } = atlas.cast
    const mine = await log(await item(), 60)
    expect(
      await eve.call('getTimesheet', { params: atlas.eves, query: { week: mine.date, user: max.id } }),
    ).toMatchObject({ worklogs: [], issues: [] })
  })

  test('is exported with names, by days, project and person, and as a file without formulas', async () => {
    const { ann, max } = atlas.cast
    const trap = await item('=HYPERLINK("http://evil.example")')
    await log(trap, 60, max, { date: '2026-02-01', description: '+1, "quoted"\nand more' })
    await log(trap, 30, ann, { date: '2026-02-02' })
    await log(trap, 15, max, { date: '2026-02-03' })
    const query = { project: place.project_id, from: '2026-02-01', to: '2026-02-02' }
    const key = `F${projects - 1}-${trap.sequence_id}`
    expect(await ann.call('exportWorklogs', { params: place, query: { ...query, user: max.id } })).toEqual([
      {
        date: '2026-02-01',
        project: `Fresh ${projects - 1}`,
        work_item: key,
        title: trap.name,
        person: 'max',
        minutes: 60,
        description: '+1, "quoted"\nand more',
      },
    ])
    const search = new URLSearchParams(query)
    const answer = await fetch(`${atlas.server.url}/api/workspaces/${place.slug}/worklogs.csv/?${search}`, {
      headers: { cookie: ann.cookie },
    })
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="time-acme.csv"')
    expect(Buffer.from(await answer.arrayBuffer()).toString()).toBe(
      [
        '\ufeffdate,project,work_item,title,person,minutes,description',
        `2026-02-01,Fresh ${projects - 1},${key},"'=HYPERLINK(""http://evil.example"")",max,60,"'+1, ""quoted""\nand more"`,
        `2026-02-02,Fresh ${projects - 1},${key},"'=HYPERLINK(""http://evil.example"")",ann,30,`,
        '',
      ].join('\r\n'),
    )
    expect(await max.call('exportWorklogs', { params: place, query: { user: newId() } })).toEqual([])
  })
})
