import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createOrm } from '#api/create-orm.ts'
import { createAllDueReminders } from '#api/personal/notifications/due-reminders.ts'
import { notificationsReader } from '#api/personal/notifications/reader.ts'
import { createBus } from '#api/platform/bus.ts'
import { type Orm, query } from '#api/platform/db/orm.ts'
import type { NotificationResponse } from '#common/personal/notifications/schema.ts'
import { type ApiClient, runSql } from '../../support/api-client.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'
import { waitForIdleFeedReader } from '../../support/wait-for-idle-feed-reader.ts'

let atlas: ProjectTestServer
let orm: Orm
let stop: () => Promise<void>

beforeAll(async () => {
  atlas = await startProjectTestServer({}, undefined, [notificationsReader])
  // The scheduled jobs are deleted, because the tests run them explicitly.
  await runSql(atlas.server.databaseUrl, 'delete from pgboss.schedule')
  const bus = createBus(null)
  orm = await createOrm(atlas.server.databaseUrl, bus)
  stop = async () => {
    await orm.close(true)
    await bus.close()
  }
})
afterAll(async () => {
  await stop()
  await atlas.close()
})
beforeEach(async () => {
  const { ann, max, gus } = atlas.cast
  for (const who of [ann, max, gus]) await who.call('updateMe', { body: { user_timezone: 'UTC' } })
  await runSql(atlas.server.databaseUrl, 'update work_items set deleted_at = now()')
  await forget()
})

/** Deletes all notifications and reminders that exist now. */
async function forget(): Promise<void> {
  await waitForIdleFeedReader(notificationsReader.name, atlas)
  await runSql(atlas.server.databaseUrl, 'delete from notifications')
  await runSql(atlas.server.databaseUrl, 'delete from due_reminders')
}

const morning = new Date('2026-11-25T09:00:00Z')
const [dayBefore, yesterday, today, tomorrow, dayAfter] = [
  '2026-11-23',
  '2026-11-24',
  '2026-11-25',
  '2026-11-26',
  '2026-11-27',
]

const assign = async (name: string, target_date: string, who: ApiClient[], more: object = {}) => {
  const item = await atlas.make(name, { target_date, assignee_ids: who.map(({ id }) => id), ...more })
  await waitForIdleFeedReader(notificationsReader.name, atlas)
  await runSql(atlas.server.databaseUrl, 'delete from notifications')
  return item
}

async function inbox(who: ApiClient): Promise<NotificationResponse[]> {
  const answer = await who.call('listNotifications', { params: { slug: atlas.params.slug }, query: {} })
  return Array.isArray(answer) ? answer : answer.results
}

/** Returns the reminders of a user with item, kind and due date. */
async function reminded(who: ApiClient): Promise<string[]> {
  const rows = await inbox(who)
  return rows
    .flatMap(({ data }) =>
      data.issue_activities.map((one) => `${data.issue?.name} ${one.verb} ${one.new_value}`),
    )
    .sort()
}

describe('a reminder of a due date', () => {
  test('comes in the morning before the due date and when the item becomes overdue', async () => {
    const { max, ann } = atlas.cast
    await assign('Before', dayBefore, [max])
    await assign('Late', yesterday, [max])
    await assign('Today', today, [max])
    const next = await assign('Next', tomorrow, [max])
    await assign('Far', dayAfter, [max])
    const changes = await atlas.changes(() => createAllDueReminders(orm, morning))
    expect(await reminded(max)).toEqual([`Late overdue ${yesterday}`, `Next upcoming ${tomorrow}`])
    expect(await reminded(ann)).toEqual([])
    expect(changes.map(({ entity, op }) => `${entity} ${op}`)).toEqual([
      'notifications create',
      'notifications create',
    ])
    const row = (await inbox(max)).find(({ entity_identifier }) => entity_identifier === next.id)
    expect(row).toMatchObject({
      triggered_by: null,
      sender: 'in_app:issue_activities:assigned',
      read_at: null,
      is_mentioned_notification: false,
    })
  })

  test('is sent once for concurrent processes and repeated runs', async () => {
    const { max, ann } = atlas.cast
    await assign('Once', tomorrow, [max, ann])
    await Promise.all([
      createAllDueReminders(orm, morning),
      createAllDueReminders(orm, morning),
      createAllDueReminders(orm, morning),
    ])
    await createAllDueReminders(orm, new Date('2026-11-25T09:15:00Z'))
    expect(await reminded(max)).toEqual([`Once upcoming ${tomorrow}`])
    expect(await reminded(ann)).toEqual([`Once upcoming ${tomorrow}`])
    await createAllDueReminders(orm, new Date('2026-11-26T09:00:00Z'))
    expect(await reminded(max)).toHaveLength(1)
    await createAllDueReminders(orm, new Date('2026-11-27T09:00:00Z'))
    await createAllDueReminders(orm, new Date('2026-11-28T09:00:00Z'))
    expect(await reminded(max)).toEqual([`Once overdue ${tomorrow}`, `Once upcoming ${tomorrow}`])
  })

  test('is sent later when it failed in the morning', async () => {
    const { max } = atlas.cast
    await assign('Missed', yesterday, [max])
    await runSql(
      atlas.server.databaseUrl,
      `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
       create trigger refuse before insert on notification_receipts for each row execute function refuse()`,
    )
    await expect(createAllDueReminders(orm, morning)).rejects.toThrow('no')
    await runSql(atlas.server.databaseUrl, 'drop function refuse cascade')
    expect(await runSql(atlas.server.databaseUrl, 'select * from due_reminders')).toEqual([])
    await createAllDueReminders(orm, new Date('2026-11-25T10:30:00Z'))
    expect(await reminded(max)).toEqual([`Missed overdue ${yesterday}`])
    // The item is due on the 25th, and the job runs again only on the 28th, for example after a failure of the
    // server.
    await assign('Away', today, [max])
    await createAllDueReminders(orm, new Date('2026-11-28T09:00:00Z'))
    expect(await reminded(max)).toEqual([`Away overdue ${today}`])
  })

  test('uses the current date, assignees and state', async () => {
    const { max, ann } = atlas.cast
    const at = ({ id }: { id: string }) => ({ ...atlas.params, id })
    const change = (item: { id: string }, body: object) =>
      ann.call('updateWorkItem', { params: at(item), body })
    const moved = await assign('Moved', tomorrow, [max])
    await change(moved, { target_date: dayAfter })
    await change(await assign('Passed on', tomorrow, [max]), { assignee_ids: [ann.id] })
    await change(await assign('Done', tomorrow, [max]), { state_id: atlas.states['completed'] })
    await change(await assign('Given up', yesterday, [max]), { state_id: atlas.states['cancelled'] })
    await ann.call('deleteWorkItem', { params: at(await assign('Deleted', tomorrow, [max])) })
    await forget()
    await createAllDueReminders(orm, morning)
    expect(await reminded(max)).toEqual([])
    expect(await reminded(ann)).toEqual([`Passed on upcoming ${tomorrow}`])
    await createAllDueReminders(orm, new Date('2026-11-26T09:00:00Z'))
    expect(await reminded(max)).toEqual([`Moved upcoming ${dayAfter}`])
  })

  test.each([
    ['are in its project', 'update project_members set is_active = $2 where member_id = $1'],
    [
      'have the second factor that is asked for',
      `update workspaces set requires_second_factor = not $2::boolean
       where id in (select workspace_id from workspace_members where member_id = $1)`,
    ],
  ])('is sent only to users who %s', async (_, statement) => {
    const { max } = atlas.cast
    await assign('Hidden', tomorrow, [max])
    const mayLook = (may: boolean) => runSql(atlas.server.databaseUrl, statement, [max.id, may])
    await mayLook(false)
    await createAllDueReminders(orm, morning)
    await mayLook(true)
    expect(await reminded(max)).toEqual([])
    const written = await query(orm.em.fork()).selectFrom('notifications').select('id').execute()
    expect(written).toEqual([])
  })

  test('comes at nine in the receiver’s time zone', async () => {
    const { max, ann } = atlas.cast
    await max.call('updateMe', { body: { user_timezone: 'Asia/Tokyo' } })
    await assign('World', tomorrow, [max, ann])
    // In Tokyo, the two times below are 8:45 and 9:00 on 25 November.
    await createAllDueReminders(orm, new Date('2026-11-24T23:45:00Z'))
    expect(await reminded(max)).toEqual([])
    await createAllDueReminders(orm, new Date('2026-11-25T00:00:00Z'))
    expect(await reminded(max)).toEqual([`World upcoming ${tomorrow}`])
    expect(await reminded(ann)).toEqual([])
    // After nine o'clock in the morning, the job still sends reminders until noon, for example if it runs late,
    // but not in the afternoon.
    await createAllDueReminders(orm, new Date('2026-11-25T12:00:00Z'))
    expect(await reminded(ann)).toEqual([])
    await createAllDueReminders(orm, new Date('2026-11-25T11:45:00Z'))
    expect(await reminded(ann)).toEqual([`World upcoming ${tomorrow}`])
    // If a user moves to another time zone in which it is nine o'clock later on the same day, the server does not
    // send the reminders again.
    await max.call('updateMe', { body: { user_timezone: 'America/Los_Angeles' } })
    await createAllDueReminders(orm, new Date('2026-11-25T17:00:00Z'))
    expect(await reminded(max)).toHaveLength(1)
  })
})
