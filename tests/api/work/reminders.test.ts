import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createOrm } from '#api/create-orm.ts'
import { sendDueReminders } from '#api/personal/notifications/item-reminders.ts'
import { createBus } from '#api/platform/bus.ts'
import type { Orm } from '#api/platform/db/orm.ts'
import { newId } from '#common/platform/ids.ts'
import { type ApiClient, runSql } from '../../support/api-client.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'

let atlas: ProjectTestServer
let orm: Orm
let stop: () => Promise<void>

beforeAll(async () => {
  atlas = await startProjectTestServer()
  // The scheduled jobs are deleted, because the tests run them explicitly.
  await sql('delete from pgboss.schedule')
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
  await sql('delete from reminders')
  await sql('delete from notifications')
})

const sql = <Row = Record<string, unknown>>(text: string, values?: unknown[]) =>
  runSql<Row & object>(atlas.server.databaseUrl, text, values)

const soon = new Date(Date.now() + 3_600_000)
const due = new Date(soon.getTime() + 1000)

const remind = (who: ApiClient, id: string, remind_at = soon.toISOString()) =>
  who.call('createReminder', { params: { ...atlas.params, id }, body: { remind_at } })

const remindersOf = (who: ApiClient) => who.call('listReminders', { params: { slug: atlas.params.slug } })

async function notified(who: ApiClient): Promise<string[]> {
  const answer = await who.call('listNotifications', { params: { slug: atlas.params.slug }, query: {} })
  const rows = Array.isArray(answer) ? answer : answer.results
  return rows.map(({ data }) => `${data.issue?.name} ${data.issue_activity.field}`)
}

describe('a reminder of a work item', () => {
  test('is created, changed and deleted with one change for its user', async () => {
    const { max, ann } = atlas.cast
    const item = await atlas.make('Prepare')
    let id = ''
    const changes = await atlas.changes(async () => {
      id = (await remind(max, item.id)).id
      const params = { slug: atlas.params.slug, reminder_id: id }
      await max.call('updateReminder', { params, body: { remind_at: due.toISOString() } })
      await max.call('deleteReminder', { params })
    })
    expect(changes.map(({ entity, op, audience }) => [entity, op, audience])).toEqual(
      ['create', 'update', 'delete'].map((op) => ['reminders', op, [`user:${max.id}`]]),
    )
    await remind(max, item.id)
    expect(await remindersOf(max)).toMatchObject([{ issue_id: item.id, remind_at: soon.toISOString() }])
    expect(await remindersOf(ann)).toEqual([])
  })

  test('notifies its user once at its time, and is then gone', async () => {
    const { max, ann } = atlas.cast
    const item = await atlas.make('Call back')
    await remind(max, item.id)
    await sendDueReminders(orm, new Date(soon.getTime() - 1000))
    expect(await notified(max)).toEqual([])
    await Promise.all([sendDueReminders(orm, due), sendDueReminders(orm, due), sendDueReminders(orm, due)])
    expect(await notified(max)).toEqual(['Call back reminder'])
    expect(await notified(ann)).toEqual([])
    expect(await remindersOf(max)).toEqual([])
  })

  test('waits while the item is in the trash, and is deleted with the item', async () => {
    const { max, ann } = atlas.cast
    const item = await atlas.make('Trashed')
    await remind(max, item.id)
    await ann.call('deleteWorkItem', { params: { ...atlas.params, id: item.id } })
    await sendDueReminders(orm, due)
    expect(await notified(max)).toEqual([])
    expect(await remindersOf(max)).toHaveLength(1)
    await sql('delete from work_items where id = $1', [item.id])
    expect(await remindersOf(max)).toEqual([])
  })

  test('does not notify a user who can no longer see the item', async () => {
    const { max } = atlas.cast
    const item = await atlas.make('Secret')
    await remind(max, item.id)
    await sql('update project_members set is_active = false where member_id = $1', [max.id])
    await sendDueReminders(orm, due)
    await sql('update project_members set is_active = true where member_id = $1', [max.id])
    expect(await notified(max)).toEqual([])
    expect(await remindersOf(max)).toEqual([])
  })

  test('is refused without access, with an invalid time and for rows of others', async () => {
    const { max, gus, eve } = atlas.cast
    const item = await atlas.make('Hidden from guests')
    await expect(remind(gus, item.id)).rejects.toThrow('404')
    await expect(remind(eve, item.id)).rejects.toThrow('404')
    await expect(remind(max, newId())).rejects.toThrow('404')
    await expect(remind(max, item.id, '2020-01-01T09:00:00.000Z')).rejects.toThrow('400')
    const { id } = await remind(max, item.id)
    const params = { slug: atlas.params.slug, reminder_id: id }
    await expect(atlas.cast.ann.call('deleteReminder', { params })).rejects.toThrow('404')
    expect(await sql('select id from reminders')).toEqual([{ id }])
  })
})
