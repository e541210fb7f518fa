import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOrm } from '#api/create-orm.ts'
import { passwordMatches } from '#api/identity/sign-in/passwords.ts'
import { createAllDueReminders } from '#api/personal/notifications/due-reminders.ts'
import { createBus } from '#api/platform/bus.ts'
import { sendMailJob } from '#api/platform/mail/send-mail.ts'
import { runSql } from '../../support/api-client.ts'
import { createWorkspaceWithUsers, type WorkspaceWithUsers } from '../../support/cast.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'

let server: TestServer
let cast: WorkspaceWithUsers

beforeAll(async () => {
  server = await startTestServer()
  cast = await createWorkspaceWithUsers(server)
})

afterAll(() => server.close())

const params = { slug: 'acme' }
const run = promisify(execFile)

describe('the sample', () => {
  let project_id: string

  beforeAll(async () => {
    project_id = (await cast.ann.call('createSampleWorkspace', { params })).project_id
  })

  test('has work in every state, priority and label', async () => {
    const within = { ...params, project_id }
    const listing = await cast.ann.call('listWorkItems', { params: within, query: { per_page: '100' } })
    const items = Array.isArray(listing.results) ? listing.results : []
    expect(items.length).toBeGreaterThanOrEqual(60)
    expect(new Set(items.map((item) => item.priority)).size).toBe(5)
    expect(new Set(items.map((item) => item.state__group)).size).toBe(5)
    const labels = await cast.ann.call('listLabels', { params: within })
    expect(new Set(items.flatMap((item) => item.label_ids))).toEqual(new Set(labels.map((label) => label.id)))
    expect(items.some((item) => item.assignee_ids.includes(cast.ann.id))).toBe(true)
    expect(new Set(items.map((item) => item.name)).size).toBe(items.length)
    for (const item of items) {
      expect(item.completed_at !== null).toBe(item.state__group === 'completed')
      expect(
        item.start_date === null || item.target_date === null || item.start_date <= item.target_date,
      ).toBe(true)
      expect(item.sub_issues_count).toBe(items.filter((other) => other.parent_id === item.id).length)
      expect(Date.parse(item.created_at)).toBeLessThanOrEqual(Date.now())
      expect(Date.parse(item.updated_at)).toBeGreaterThanOrEqual(Date.parse(item.created_at))
      // Ann has only requested the sample project. She must not appear as the author of items that were created in
      // the past.
      expect([item.created_by, item.updated_by]).not.toContain(cast.ann.id)
    }
  })

  test('sends nobody an email and reminds nobody', async () => {
    const orm = await createOrm(server.databaseUrl, createBus(null))
    const due =
      'select id from work_items where project_id = $1 and target_date = current_date + 1 and $2 = any(assignee_ids)'
    await runSql(
      server.databaseUrl,
      'update work_items set target_date = current_date + 1 where project_id = $1 and $2 = any(assignee_ids)',
      [project_id, cast.ann.id],
    )
    expect((await runSql(server.databaseUrl, due, [project_id, cast.ann.id])).length).toBeGreaterThan(0)
    const today = new Date().toISOString().slice(0, 10)
    await createAllDueReminders(orm, new Date(`${today}T09:30:00Z`))
    await orm.close(true)
    const told =
      "select 1 from notifications where project_id = $1 and data->'issue_activity'->>'field' = 'due'"
    expect(await runSql(server.databaseUrl, told, [project_id])).toEqual([])
    const sent: string[] = []
    const mailer = { send: async ({ to }: { to: string }) => void sent.push(to) }
    for (const to of [`ines.${cast.workspace_id}@sample.invalid`, cast.ann.email])
      await sendMailJob.run(
        { to, subject: '', text: '', html: '' } as never,
        { mailer } as never,
        {} as never,
      )
    expect(sent).toEqual([cast.ann.email])
  })

  test('has two epics that work is below, and what was said of them', async () => {
    const within = { ...params, project_id }
    const epics = await cast.ann.call('listEpicProgress', { params: within })
    expect(epics).toHaveLength(2)
    const listing = await cast.ann.call('listWorkItems', { params: within, query: { per_page: '100' } })
    const items = Array.isArray(listing.results) ? listing.results : []
    for (const epic of epics) {
      const below = items.filter((item) => item.epic_id === epic.id)
      expect(epic).toMatchObject({ is_epic: true, total_issues: below.length, update: { epic_id: epic.id } })
      expect(epic.sub_issues_count).toBe(below.filter((item) => item.parent_id === epic.id).length)
      expect(epic.completed_issues).toBeGreaterThan(0)
      expect(epic.completed_issues).toBeLessThan(below.length)
    }
  })

  test('the next work item has the next number', async () => {
    const item = await cast.ann.call('createWorkItem', {
      params: { ...params, project_id },
      body: { name: 'My own' },
    })
    const [row] = await runSql<{ count: string }>(
      server.databaseUrl,
      'select count(*) from work_items where project_id = $1',
      [project_id],
    )
    expect(item.sequence_id).toBe(Number(row?.count))
  })

  test('its people are bots that nobody signs in as', async () => {
    const people = await runSql(server.databaseUrl, 'select * from users where is_bot')
    expect(people.length).toBeGreaterThanOrEqual(6)
    for (const person of people)
      expect(person).toMatchObject({ password_hash: null, email: expect.stringMatching(/\.invalid$/) })
    expect(await cast.ann.call('getWorkspace', { params })).toMatchObject({ total_members: 3 })
    expect(await cast.ann.call('listProjectMembers', { params: { ...params, project_id } })).toMatchObject([
      { member: cast.ann.id },
    ])
    const all = await cast.ann.call('listProjectMemberships', { params })
    expect(all[project_id]).toHaveLength(people.length + 1)
  })

  test('everything in it was heard, people first', async () => {
    const changes = await runSql<{ entity: string; op: string }>(
      server.databaseUrl,
      'select entity, op from changes where workspace_id = $1 order by version',
      [cast.workspace_id],
    )
    const count = (entity: string) =>
      changes.filter((change) => change.entity === entity && change.op === 'create').length
    expect(count('work_items')).toBeGreaterThanOrEqual(60)
    expect([count('projects'), count('pages'), count('states'), count('labels')]).toEqual([1, 2, 6, 8])
    expect(count('users')).toBeGreaterThanOrEqual(6)
  })

  test('a second call makes nothing', async () => {
    const before = await runSql(server.databaseUrl, 'select count(*) from changes')
    const together = await Promise.all([
      cast.ann.call('createSampleWorkspace', { params }),
      cast.ann.call('createSampleWorkspace', { params }),
    ])
    expect(together).toEqual([{ project_id }, { project_id }])
    expect(await runSql(server.databaseUrl, 'select count(*) from changes')).toEqual(before)
  })

  test('only an admin may have it', async () => {
    expect(await cast.max.refused('createSampleWorkspace', { params })).toMatchObject({ status: 403 })
    expect(await cast.gus.refused('createSampleWorkspace', { params })).toMatchObject({ status: 403 })
    expect(await cast.eve.refused('createSampleWorkspace', { params })).toMatchObject({ status: 404 })
  })

  test('its pages have text that documents begin with', async () => {
    const pages = await runSql(
      server.databaseUrl,
      'select * from pages where workspace_id = $1 order by name',
      [cast.workspace_id],
    )
    expect(pages.map((page) => page['name'])).toEqual(['Harbor at a glance', 'Pilot checklist'])
    for (const page of pages) expect(String(page['description_stripped']).length).toBeGreaterThan(500)
  })
})

describe('the seed command', () => {
  test('fills a project with as many items as asked', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'tandem-seed-'))
    const env = { ...process.env, DATABASE_URL: server.databaseUrl, DATA_DIR: dataDir, APP_URL: server.url }
    const args = ['--workspace', 'acme', '--items', '2000', '--admin', 'ann@example.com']
    const { stdout } = await run(process.execPath, ['scripts/seed.ts', ...args], { env })
    expect(stdout).toContain(`${server.url}/acme`)
    const project = (await cast.ann.call('listProjects', { params })).find(
      (one) => one.name === 'Core product',
    )
    const within = { ...params, project_id: project?.id ?? '' }
    const listing = await cast.ann.call('listWorkItems', {
      params: within,
      query: { group_by: 'state_id', per_page: '5' },
    })
    expect(listing.total_count).toBe(2000)
    const groups = Object.values(listing.results)
    expect(groups).toHaveLength(5)
    for (const group of groups) expect(group).toMatchObject({ results: { length: 5 } })
    const [counts] = await runSql(
      server.databaseUrl,
      `select count(distinct name)::int as names, sum(sub_issues_count)::int as parts, count(parent_id)::int as children,
         count(*) filter (where start_date > target_date)::int as reversed,
         count(*) filter (where (completed_at is not null) <> (state__group = 'completed'))::int as wrong
       from work_items where project_id = $1`,
      [within.project_id],
    )
    expect(counts).toMatchObject({ names: 2000, reversed: 0, wrong: 0 })
    expect(counts?.['parts']).toBe(counts?.['children'])
    const item = await cast.ann.call('createWorkItem', { params: within, body: { name: 'After the seed' } })
    expect(item.sequence_id).toBe(2001)
    await rm(dataDir, { recursive: true })
  })

  test('makes a workspace and an admin who can sign in', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'tandem-seed-'))
    const env = { ...process.env, DATABASE_URL: server.databaseUrl, DATA_DIR: dataDir }
    const { stdout } = await run(process.execPath, ['scripts/seed.ts'], { env })
    const [, email = '', password = ''] = /Sign in as (\S+) with the password (\S+)/.exec(stdout) ?? []
    const [user] = await runSql<{ password_hash: string }>(
      server.databaseUrl,
      'select * from users where email = $1',
      [email],
    )
    expect(await passwordMatches(user?.password_hash ?? '', password)).toBe(true)
    const again = await run(process.execPath, ['scripts/seed.ts'], { env })
    expect(again.stdout).toContain(`Sign in as ${email} with the password that it has already`)
    expect(await runSql(server.databaseUrl, `select * from projects where name like 'Harbor%'`)).toHaveLength(
      2,
    )
    await rm(dataDir, { recursive: true })
  })

  test.each([
    [['--items', 'many'], '--items takes a number'],
    [['--workspace', 'god-mode'], '--workspace god-mode cannot be'],
    [['--admin', 'nobody'], '--admin nobody is no e-mail address'],
    [['--admin', 'ann@example.com', '--password', 'secret'], 'easy to guess'],
    [['--unheard'], "Unknown option '--unheard'"],
  ])('%j is refused with how it is used', async (args, message) => {
    const outcome = run(process.execPath, ['scripts/seed.ts', ...args])
    await expect(outcome).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining(message) })
    await expect(outcome).rejects.toMatchObject({ stderr: expect.stringContaining('npm run seed') })
  })
})
