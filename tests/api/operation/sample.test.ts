import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { notificationsReader } from '#api/personal/notifications/reader.ts'
import { activitiesReader } from '#api/work/activities/reader.ts'
import { runSql } from '../../support/api-client.ts'
import { createWorkspaceWithUsers, type WorkspaceWithUsers } from '../../support/cast.ts'
import { pollUntilTrue } from '../../support/document-clients.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'

const readers = [activitiesReader, notificationsReader]
let server: TestServer
let cast: WorkspaceWithUsers
let project_id: string

beforeAll(async () => {
  server = await startTestServer({}, undefined, readers)
  cast = await createWorkspaceWithUsers(server)
  project_id = (await cast.ann.call('createSampleWorkspace', { params: { slug: 'acme' } })).project_id
  await pollUntilTrue(async () => {
    const [row] = await ask<{ count: number }>(
      `select count(*)::int as count from workspace_versions v
       join feed_cursors c on c.workspace_id = v.workspace_id and c.version = v.version
       join projects p on p.workspace_id = v.workspace_id and p.id = $1 where c.reader = any('{activities,notifications}')`,
    )
    return row?.count === readers.length
  })
})
afterAll(() => server.close())

function ask<Row extends object>(statement: string): Promise<Row[]> {
  return runSql<Row & Record<string, unknown>>(server.databaseUrl, statement, [project_id])
}

/** All rows of the sample project with their dates and authors. */
const rows = `
  select 'item ' || name as what, created_at, updated_at, created_by, updated_by from work_items where project_id = $1
  union all select 'request', created_at, updated_at, created_by, updated_by from intake_issues where project_id = $1
  union all select 'update', created_at, updated_at, created_by, updated_by from epic_updates where project_id = $1
  union all select 'cycle ' || name, created_at, updated_at, created_by, updated_by from cycles where project_id = $1
  union all select 'module ' || name, created_at, updated_at, created_by, updated_by from modules where project_id = $1
  union all select 'label ' || name, created_at, updated_at, created_by, updated_by from labels where project_id = $1
  union all select 'state ' || name, created_at, updated_at, created_by, updated_by from states where project_id = $1
  union all select 'estimate', created_at, updated_at, created_by, updated_by from estimates where project_id = $1
  union all select 'page ' || name, created_at, updated_at, created_by, updated_by from pages where $1::uuid = any(project_ids)
  union all select 'comment', c.created_at, c.updated_at, c.created_by, c.updated_by from work_item_comments c where c.project_id = $1
  union all select 'activity ' || coalesce(a.field, a.verb), a.created_at, a.created_at, a.actor_id, a.actor_id
    from work_item_activities a join work_items i on i.id = a.issue_id where i.project_id = $1`

const items = 'select * from work_items where project_id = $1 and not is_epic'

describe('the sample project', () => {
  test('contains no row from the future and no change before its creation', async () => {
    expect((await ask(rows)).length).toBeGreaterThan(150)
    expect(
      await ask(`select what from (${rows}) r where created_at > updated_at or updated_at > now()`),
    ).toEqual([])
    expect(
      await ask(
        `select what from (${rows}) r where created_at < (select created_at from projects where id = $1)`,
      ),
    ).toEqual([])
  })

  test('contains nothing by people before they joined, and nothing by its requester', async () => {
    const acts = `select what, created_at as at, created_by as by from (${rows}) r
      union all select what, created_at, updated_by from (${rows}) s`
    expect(
      await ask(
        `select what from (${acts}) a where not exists (select from project_members m
           join workspace_members w on w.member_id = m.member_id join users u on u.id = m.member_id
           where m.project_id = $1 and m.member_id = a.by and u.is_bot
             and greatest(m.created_at, w.created_at, u.created_at) <= a.at)`,
      ),
    ).toEqual([])
  })

  test('numbers its items in the order of their creation, sub-items after their parents', async () => {
    const numbered = await ask<{ sequence_id: number }>(
      'select sequence_id from work_items where project_id = $1 order by created_at, sequence_id',
    )
    expect(numbered.map(({ sequence_id }) => sequence_id)).toEqual(numbered.map((_, at) => at + 1))
    expect(
      await ask(
        `select child.name from (${items}) child join (${items}) parent on parent.id = child.parent_id
         where child.created_at < parent.created_at`,
      ),
    ).toEqual([])
  })

  test('has a history that agrees with its items', async () => {
    // An item that is no longer in the default state has been moved there once, at the time of its last change.
    expect(
      await ask(
        `select i.name from (${items}) i join states s on s.id = i.state_id
         left join work_item_activities a on a.issue_id = i.id and a.field = 'state'
         where s.group <> 'triage' and s.default is distinct from (a.id is null)
           or a.new_identifier <> i.state_id or a.actor_id <> i.updated_by or a.created_at <> i.updated_at
           or s.default and i.updated_at <> i.created_at
           or i.completed_at is not null and i.completed_at not in (i.updated_at)`,
      ),
    ).toEqual([])
    expect(
      await ask(
        `select i.name from work_items i
         left join work_item_activities a on a.issue_id = i.id and a.verb = 'created' and a.field is null
         where i.project_id = $1 and (a.id is null or a.actor_id <> i.created_by or a.created_at <> i.created_at)`,
      ),
    ).toEqual([])
  })

  test('has dates around today', async () => {
    const [found] = await ask(
      `select max(i.created_at) > now() - interval '3 days' as has_new_items,
         max(i.target_date) > current_date as has_due_items, max(i.completed_at) > now() - interval '7 days' as has_done_items,
         (select count(*)::int from cycles c where c.project_id = $1 and now() between c.start_date and c.end_date) as current_cycles
       from work_items i where i.project_id = $1`,
    )
    expect(found).toEqual({
      has_new_items: true,
      has_due_items: true,
      has_done_items: true,
      current_cycles: 1,
    })
  })

  test('notifies nobody and sends no email', async () => {
    expect(await ask('select * from notifications where project_id = $1')).toEqual([])
    expect(
      await runSql(server.databaseUrl, "select name from pgboss.job where name like '%mail%'", []),
    ).toEqual([])
  })
})
