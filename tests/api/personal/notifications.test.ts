import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createOrm } from '#api/create-orm.ts'
import { deleteExpiredRows } from '#api/maintenance.ts'
import { notificationsReader } from '#api/personal/notifications/reader.ts'
import { endDueSnoozes } from '#api/personal/notifications/unsnooze.ts'
import { createBus } from '#api/platform/bus.ts'
import type { NotificationResponse } from '#common/personal/notifications/schema.ts'
import { role } from '#common/platform/roles.ts'
import { type ApiClient, runSql } from '../../support/api-client.ts'
import { pollUntilTrue } from '../../support/document-clients.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'
import { waitForIdleFeedReader } from '../../support/wait-for-idle-feed-reader.ts'

let atlas: ProjectTestServer
let params: { slug: string }

beforeAll(async () => {
  atlas = await startProjectTestServer({}, undefined, [notificationsReader])
  params = { slug: atlas.params.slug }
})
afterAll(() => atlas.close())
beforeEach(async () => {
  await waitForIdleFeedReader(notificationsReader.name, atlas)
  await runSql(atlas.server.databaseUrl, 'delete from notifications')
})

interface Item {
  id: string
}

const at = (item: Item) => ({ ...atlas.params, id: item.id })
const update = (item: Item, body: object, who: ApiClient = atlas.cast.ann) =>
  who.call('updateWorkItem', { params: at(item), body })
const say = (item: Item, who: ApiClient, html = '<p>Well said</p>') =>
  who.call('createComment', { params: at(item), body: { comment_html: html } })
const mention = ({ id }: ApiClient) =>
  `<p>Hi <mention-component entity_name="user_mention" entity_identifier="${id}"></mention-component></p>`
const subscribe = (item: Item, who: ApiClient) => who.call('subscribe', { params: at(item) })

/** Returns the notifications of a user after the server has processed all changes. */
async function inbox(who: ApiClient, query: Record<string, string> = {}): Promise<NotificationResponse[]> {
  await waitForIdleFeedReader(notificationsReader.name, atlas)
  const answer = await who.call('listNotifications', { params, query })
  return Array.isArray(answer) ? answer : answer.results
}

/** Stops the processing of the change feed until `release` is called. */
async function holdCursor(): Promise<{ release(): Promise<void> }> {
  const client = new pg.Client({ connectionString: atlas.server.databaseUrl })
  await waitForIdleFeedReader(notificationsReader.name, atlas)
  await client.connect()
  await client.query('begin')
  await client.query('select 1 from feed_cursors where reader = $1 for update', [notificationsReader.name])
  return {
    async release() {
      await client.query('commit')
      await client.end()
    },
  }
}

/** Returns the reasons and changed fields of a user's notifications, newest first. */
async function told(who: ApiClient, query: Record<string, string> = {}) {
  const rows = await inbox(who, query)
  return rows.map(({ sender, data }) => [
    sender.split(':').at(-1),
    ...data.issue_activities.map(({ field }) => field ?? 'created'),
  ])
}

/**
 * Makes all existing notifications 16 minutes older, so that the next event creates a separate notification instead of
 * extending one of them.
 */
async function takeBreak(): Promise<void> {
  await waitForIdleFeedReader(notificationsReader.name, atlas)
  const earlier = "update notifications set created_at = created_at - interval '16 minutes'"
  await runSql(atlas.server.databaseUrl, earlier)
}

/** Returns a notification as it is in a client that has received all its changes. */
async function heardOf(id: string): Promise<Record<string, unknown>> {
  const changes = await runSql<{ fields: object }>(
    atlas.server.databaseUrl,
    "select fields from changes where entity = 'notifications' and entity_id = $1 order by version",
    [id],
  )
  return Object.assign({}, ...changes.map(({ fields }) => fields))
}

const counts = async (who: ApiClient) => {
  await waitForIdleFeedReader(notificationsReader.name, atlas)
  const counted = await who.call('countNotifications', { params })
  return [counted.total_unread_notifications_count, counted.mention_unread_notifications_count]
}

describe('the receivers', () => {
  test('are the subscribers of an item, except the actor', async () => {
    const { ann, max, gus } = atlas.cast
    const item = await atlas.make('Heard', {}, max)
    await update(item, { priority: 'high' }, ann)
    await update(item, { name: 'Renamed' }, max)
    const [row, ...others] = await inbox(max)
    expect(others).toEqual([])
    expect(await inbox(ann)).toEqual([])
    expect(await inbox(gus)).toEqual([])
    expect(row).toMatchObject({
      receiver: max.id,
      triggered_by: ann.id,
      triggered_by_details: { id: ann.id },
      entity_identifier: item.id,
      entity_name: 'issue',
      sender: 'in_app:issue_activities:created',
      read_at: null,
      is_mentioned_notification: false,
      is_inbox_issue: false,
      workspace: atlas.cast.workspace_id,
      project: atlas.params.project_id,
      data: {
        issue: { id: item.id, name: 'Renamed', identifier: 'ATL', sequence_id: item.sequence_id },
        issue_activity: { verb: 'updated', field: 'priority', old_value: 'none', new_value: 'high' },
      },
    })
    expect(row?.triggered_by_details).not.toHaveProperty('email')
  })

  test('get the first matching reason: assigned, created, subscribed', async () => {
    const { ann, max } = atlas.cast
    const mine = await atlas.make('Made by Max', {}, max)
    await update(mine, { priority: 'low' })
    expect(await told(max)).toEqual([['created', 'priority']])
    await max.call('markAllRead', { params, body: {} })
    await takeBreak()
    await update(mine, { assignee_ids: [max.id] })
    const theirs = await atlas.make('Made by Ann', {}, ann)
    await subscribe(theirs, max)
    await update(theirs, { priority: 'low' })
    expect(await told(max, { read: 'false' })).toEqual([
      ['subscribed', 'priority'],
      ['assigned', 'assignees'],
    ])
    expect(await told(max, { type: 'assigned' })).toEqual([['assigned', 'assignees']])
    expect(await told(max, { type: 'created,subscribed' })).toEqual([
      ['subscribed', 'priority'],
      ['created', 'priority'],
    ])
  })

  test('do not include later subscribers', async () => {
    const { ann, max } = atlas.cast
    const item = await atlas.make('Before', {}, ann)
    // The changes form one batch, because the server does not process the change feed between them.
    const held = await holdCursor()
    await update(item, { priority: 'low' }, ann)
    await subscribe(item, max)
    await update(item, { priority: 'high' }, ann)
    await max.call('unsubscribe', { params: at(item) })
    await held.release()
    expect((await inbox(max)).map(({ data }) => [data.count, data.issue_activity.new_value])).toEqual([
      [1, 'high'],
    ])
  })

  test('include the assignees of a new item', async () => {
    const { ann, max } = atlas.cast
    await atlas.make('Given', { assignee_ids: [max.id] }, ann)
    expect(await told(max)).toEqual([['assigned', 'created', 'assignees']])
    expect(await told(ann)).toEqual([])
  })

  test('get a mention instead of the comment, once', async () => {
    const { ann, max } = atlas.cast
    const item = await atlas.make('Discussed', {}, max)
    const comment = await say(item, ann, mention(max))
    expect(await told(max)).toEqual([])
    const [row] = await inbox(max, { mentioned: 'true' })
    expect(row).toMatchObject({
      sender: 'in_app:issue_activities:mentioned',
      title: 'You have been mentioned in the issue',
      is_mentioned_notification: true,
      message_html: comment.comment_html,
      data: { issue_activity: { id: comment.id, field: 'mention', new_value: 'comment' } },
    })
    expect(await counts(max)).toEqual([0, 1])
    const params = { ...at(item), comment_id: comment.id }
    await ann.call('updateComment', { params, body: { comment_html: `${mention(max)}<p>More</p>` } })
    expect(await counts(max)).toEqual([0, 1])
    await say(item, ann)
    expect(await told(max)).toEqual([['created', 'comment']])
  })

  test('get a mention in the description, but not the edit', async () => {
    const { ann, max } = atlas.cast
    const item = await atlas.make('Described', {}, ann)
    await subscribe(item, max)
    await update(item, { description_html: '<p>Longer</p>' })
    expect(await told(max)).toEqual([])
    await update(item, { description_html: mention(max) })
    expect(await told(max)).toEqual([])
    expect(await told(max, { mentioned: 'true' })).toEqual([['mentioned', 'mention']])
  })

  test('get a mention in the text of a new item, however it is created', async () => {
    const { ann, max } = atlas.cast
    const description_html = mention(max)
    const body = { name: 'Named', description_html }
    await ann.call('createWorkItem', { params: atlas.params, body })
    const draft = await ann.call('createDraft', {
      params,
      body: { ...body, project_id: atlas.params.project_id },
    })
    await ann.call('publishDraft', { params: { ...params, id: draft.id }, body: {} })
    await ann.call('updateProject', { params: atlas.params, body: { inbox_view: true } })
    await ann.call('createInboxIssue', { params: atlas.params, body: { issue: body } })
    const rows = await inbox(max, { mentioned: 'true' })
    expect(rows.map(({ data }) => [data.issue?.name, data.issue_activity.new_value])).toEqual(
      Array(3).fill(['Named', 'description']),
    )
    expect(await told(max)).toEqual([])
  })

  test('of a move get only the project names that they can see', async () => {
    const { ann, max } = atlas.cast
    const there = await ann.call('createProject', { params, body: { name: 'There', identifier: 'THR' } })
    const here = await ann.call('createProject', {
      params,
      body: { name: 'Here', identifier: 'HERE', network: 0 },
    })
    await ann.call('addProjectMembers', {
      params: { ...params, project_id: there.id },
      body: { members: [{ member_id: max.id, role: role.member }] },
    })
    const item = await ann.call('createWorkItem', {
      params: { ...params, project_id: here.id },
      body: { name: 'Moving', description_html: mention(max) },
    })
    expect(await inbox(max, { mentioned: 'true' })).toEqual([])
    await ann.call('moveWorkItems', {
      params: { ...params, project_id: here.id },
      body: { issue_ids: [item.id], new_project_id: there.id },
    })
    const rows = await inbox(max, { mentioned: 'true' })
    expect(rows.map(({ data }) => data.issue?.name)).toEqual(['Moving'])
  })

  test('get no events for cycles, modules, reactions and time', async () => {
    const { ann, max } = atlas.cast
    await ann.call('updateProject', {
      params: atlas.params,
      body: { cycle_view: true, module_view: true, is_time_tracking_enabled: true },
    })
    const item = await atlas.make('Quiet', {}, max)
    const cycle = await ann.call('createCycle', { params: atlas.params, body: { name: 'One' } })
    const module = await ann.call('createModule', { params: atlas.params, body: { name: 'Two' } })
    await update(item, { cycle_id: cycle.id, module_ids: [module.id] })
    await ann.call('addReaction', { params: at(item), body: { reaction: '128077' } })
    await ann.call('createWorklog', { params: at(item), body: { duration: 5 } })
    const earlier = "update work_items set created_at = created_at - interval '3 seconds' where id = $1"
    await runSql(atlas.server.databaseUrl, earlier, [item.id])
    await ann.call('deleteWorkItem', { params: at(item) })
    await ann.call('restoreWorkItem', { params: at(item) })
    expect(await inbox(max)).toEqual([])
  })

  test('who are restricted guests get only events of their own items', async () => {
    const { ann, gus } = atlas.cast
    const [own, other] = [await atlas.make('Own'), await atlas.make('Other')]
    await atlas.give(own, gus)
    for (const item of [own, other])
      await runSql(atlas.server.databaseUrl, 'update work_items set subscriber_ids = $1 where id = $2', [
        [gus.id, ann.id],
        item.id,
      ])
    await update(own, { priority: 'high' })
    await update(other, { priority: 'high' })
    await say(other, ann, mention(gus))
    expect((await inbox(gus)).map(({ entity_identifier }) => entity_identifier)).toEqual([own.id])
    expect(await inbox(gus, { mentioned: 'true' })).toEqual([])
    // Guests have no filter for items that they created, although they are notified of such items.
    expect(await inbox(gus, { type: 'created' })).toEqual([])
  })

  test('do not learn names of items that they cannot see', async () => {
    const { ann, max } = atlas.cast
    const hidden = await atlas.makeProject('Hidden', 'HID')
    const item = await atlas.make('Seen', {}, max)
    const other = await atlas.make('Out of sight', {}, ann, hidden)
    await ann.call('createRelations', {
      params: at(item),
      body: { relation_type: 'relates_to', issues: [other.id] },
    })
    expect(await inbox(max)).toEqual([])
  })

  test('of an item in intake get comments and the decision', async () => {
    const { ann, max } = atlas.cast
    await ann.call('updateProject', { params: atlas.params, body: { inbox_view: true } })
    const sent = await max.call('createInboxIssue', {
      params: atlas.params,
      body: { issue: { name: 'Please' } },
    })
    const params = { ...atlas.params, inbox_issue_id: sent.id }
    await ann.call('updateInboxIssue', { params, body: { issue: { priority: 'high' } } })
    await ann.call('updateInboxIssue', { params, body: { status: 0, snoozed_till: '2031-01-01T00:00:00Z' } })
    expect(await inbox(max)).toEqual([])
    await say(sent, ann)
    await ann.call('updateInboxIssue', { params, body: { status: -1 } })
    const [row] = await inbox(max)
    expect(row?.is_intake_issue).toBe(true)
    expect(await told(max)).toEqual([['created', 'comment', 'intake']])
  })
})

describe('a burst', () => {
  test('of one actor on one item becomes one notification', async () => {
    const { ann, max } = atlas.cast
    const item = await atlas.make('Busy', {}, max)
    await update(item, { priority: 'low' })
    expect(await counts(max)).toEqual([1, 0])
    for (const priority of ['medium', 'high', 'urgent']) await update(item, { priority })
    await say(item, ann, '<p>Done for today</p>')
    await update(item, { name: 'Busier' })
    await update(item, { target_date: '2031-01-01' })
    const [row, ...others] = await inbox(max)
    expect(others).toEqual([])
    expect(row?.data.count).toBe(7)
    expect(row?.data.issue_activities.map(({ field }) => field)).toEqual([
      'priority',
      'priority',
      'comment',
      'name',
      'target_date',
    ])
    expect(row?.data.issue_activity.field).toBe('target_date')
  })

  test('becomes unread when it continues, and ends after a pause', async () => {
    const { max } = atlas.cast
    const item = await atlas.make('Read', {}, max)
    await update(item, { priority: 'low' })
    const [first] = await inbox(max)
    const one = { ...params, notification_id: first?.id ?? '' }
    for (const call of ['markRead', 'archiveNotification'] as const) {
      await max.call(call, { params: one })
      expect(await counts(max)).toEqual([0, 0])
      await update(item, { priority: call === 'markRead' ? 'high' : 'urgent' })
      expect(await counts(max)).toEqual([1, 0])
    }
    expect(await told(max)).toEqual([['created', 'priority', 'priority', 'priority']])
    await takeBreak()
    await update(item, { priority: 'none' })
    expect(await counts(max)).toEqual([2, 0])
  })

  test('is one row for all receivers, each with their own read state', async () => {
    const { ann, max, gus } = atlas.cast
    const item = await atlas.make('Heard by two', {}, ann)
    await atlas.give(item, gus)
    await subscribe(item, max)
    await say(item, gus)
    const rows = await inbox(max)
    expect((await inbox(ann)).map(({ id, receiver }) => [id, receiver])).toEqual([[rows[0]?.id, ann.id]])
    const one = { params: { ...params, notification_id: rows[0]?.id ?? '' } }
    const changes = await atlas.changes(() => max.call('markRead', one))
    expect(changes.flatMap(({ audience }) => audience).join()).not.toContain(ann.id)
    expect(await counts(max)).toEqual([0, 0])
    expect(await counts(ann)).toEqual([1, 0])
    await ann.call('deleteNotification', one)
    expect([(await inbox(max)).length, (await inbox(ann)).length]).toEqual([1, 0])
    await say(item, gus)
    expect((await inbox(ann)).map(({ data }) => data.count)).toEqual([1])
    expect((await inbox(max)).map(({ data, read_at }) => [data.count, read_at])).toEqual([[2, null]])
  })

  test('starts with the first event for a new receiver and keeps the latest reason', async () => {
    const { ann, max, gus } = atlas.cast
    const item = await atlas.make('Joined', {}, ann)
    await atlas.give(item, gus)
    await subscribe(item, gus)
    await update(item, { priority: 'low' })
    await subscribe(item, max)
    await update(item, { priority: 'high' })
    expect((await inbox(max)).map(({ data }) => data.count)).toEqual([1])
    expect((await inbox(gus)).map(({ data }) => data.count)).toEqual([2])
    await update(item, { assignee_ids: [max.id] })
    expect(await told(max)).toEqual([['assigned', 'priority', 'assignees']])
    expect((await told(gus)).map(([reason]) => reason)).toEqual(['created'])
  })

  test('is deleted or shortened by an undo, unless somebody has seen it', async () => {
    const { ann, max } = atlas.cast
    const item = await atlas.make('Moved', {}, max)
    await update(item, { priority: 'high' })
    const [row] = await inbox(max)
    await update(item, { priority: 'none' })
    expect(await told(max)).toEqual([])
    expect(await counts(max)).toEqual([0, 0])
    const ops = await runSql<{ op: string }>(
      atlas.server.databaseUrl,
      "select op from changes where entity = 'notifications' and entity_id = $1 order by version",
      [row?.id],
    )
    expect(ops.map(({ op }) => op)).toEqual(['create', 'delete'])
    const cursor = await holdCursor()
    await update(item, { name: 'Renamed' })
    await update(item, { priority: 'high' })
    await update(item, { priority: 'none' })
    await cursor.release()
    expect(await told(max)).toEqual([['created', 'name']])
    await max.call('markAllRead', { params, body: {} })
    await update(item, { name: 'Moved' }, ann)
    expect(await told(max)).toEqual([['created', 'name', 'name']])
  })

  test('quotes the earlier comment again after an undo or a deleted comment', async () => {
    const { ann, max } = atlas.cast
    const item = await atlas.make('Quoted', {}, max)
    const quote = async () => (await inbox(max)).map(({ message_html }) => message_html)
    await say(item, ann, '<p>First words</p>')
    const [html] = await quote()
    expect(html).toContain('First words')
    await update(item, { priority: 'high' })
    expect(await quote()).toEqual([''])
    await update(item, { priority: 'none' })
    expect(await quote()).toEqual([html])
    const second = await say(item, ann, '<p>Second words</p>')
    await inbox(max)
    await ann.call('deleteComment', { params: { ...at(item), comment_id: second.id } })
    expect(await quote()).toEqual([html])
  })

  test('belongs to one actor', async () => {
    const { ann, max, gus } = atlas.cast
    const item = await atlas.make('Shared', {}, ann)
    await atlas.give(item, gus)
    await subscribe(item, gus)
    await update(item, { priority: 'low' }, ann)
    await update(item, { priority: 'high' }, max)
    await update(item, { priority: 'none' }, ann)
    const rows = await inbox(gus)
    expect(rows.map(({ triggered_by, data }) => [triggered_by, data.count])).toEqual([
      [ann.id, 2],
      [max.id, 1],
    ])
  })
})

describe('a notification', () => {
  test('is sent only to its receiver while they can see the item', async () => {
    const { ann, max } = atlas.cast
    const item = await atlas.make('Heard of', {}, max)
    const changes = await atlas.changes(async () => {
      await update(item, { priority: 'low' }, ann)
      await inbox(max)
    })
    const [change, ...others] = changes.filter(({ entity }) => entity === 'notifications')
    expect(others).toEqual([])
    const { project_id } = atlas.params
    expect(change?.audience).toEqual([
      `project:${project_id}+user:${max.id}`,
      `creator:${project_id}:${max.id}+user:${max.id}`,
    ])
    expect(change?.fields).not.toHaveProperty('happened')
    expect(change?.fields).not.toHaveProperty('receivers')
  })

  test('is deleted with its comment', async () => {
    const { ann, max } = atlas.cast
    const item = await atlas.make('Regretted', {}, max)
    const alone = await say(item, ann, '<p>Regretted words</p>')
    expect((await inbox(max))[0]).toMatchObject({ message_stripped: 'Regretted words' })
    const where = { params: { ...at(item), comment_id: alone.id } }
    await ann.call('updateComment', { ...where, body: { comment_html: '<p>Better words</p>' } })
    expect((await inbox(max))[0]).toMatchObject({ message_stripped: 'Better words' })
    await ann.call('deleteComment', where)
    expect(await inbox(max)).toEqual([])
    await update(item, { priority: 'low' })
    const second = await say(item, ann, '<p>Regretted words</p>')
    await inbox(max)
    await ann.call('deleteComment', { params: { ...at(item), comment_id: second.id } })
    const [row] = await inbox(max)
    expect(row?.data.count).toBe(1)
    expect(JSON.stringify(row)).not.toContain('words')
    const stored = await runSql<{ text: string }>(
      atlas.server.databaseUrl,
      'select n::text as text from notifications n',
    )
    expect(JSON.stringify(stored)).not.toContain('words')
  })

  test('is hidden while its item is in the trash', async () => {
    const { ann, max } = atlas.cast
    const item = await atlas.make('Trashed', {}, max)
    await update(item, { priority: 'low' })
    expect(await counts(max)).toEqual([1, 0])
    await ann.call('deleteWorkItem', { params: at(item) })
    expect(await counts(max)).toEqual([0, 0])
    await ann.call('restoreWorkItem', { params: at(item) })
    expect(await counts(max)).toEqual([1, 0])
    await ann.call('deleteWorkItem', { params: at(item) })
    await ann.call('purgeWorkItems', { params: atlas.params, body: { issue_ids: [item.id] } })
    expect(await runSql(atlas.server.databaseUrl, 'select from notifications')).toEqual([])
  })

  test('is deleted for its receiver when its item or page is purged before the reader catches up', async () => {
    const { ann, max } = atlas.cast
    const item = await atlas.make('Purged', {}, max)
    await update(item, { priority: 'low' })
    const page = await ann.call('createPage', {
      params: atlas.params,
      body: { name: 'Purged', access: 0, description_html: mention(max) },
    })
    const rows = [...(await inbox(max)), ...(await inbox(max, { mentioned: 'true' }))]
    expect(rows.map(({ entity_identifier }) => entity_identifier).sort()).toEqual([item.id, page.id].sort())
    const held = await holdCursor()
    await ann.call('deleteWorkItem', { params: at(item) })
    await ann.call('purgeWorkItems', { params: atlas.params, body: { issue_ids: [item.id] } })
    const ofPage = { params: { ...atlas.params, page_id: page.id } }
    await ann.call('deletePage', ofPage)
    await ann.call('purgePage', ofPage)
    await held.release()
    await waitForIdleFeedReader(notificationsReader.name, atlas)
    const ends = await runSql<{ entity_id: string; audience: string[] }>(
      atlas.server.databaseUrl,
      "select entity_id, audience || left_audience as audience from changes where entity = 'notifications' and op = 'delete' and entity_id = any($1)",
      [rows.map(({ id }) => id)],
    )
    expect(ends.map(({ entity_id }) => entity_id).sort()).toEqual(rows.map(({ id }) => id).sort())
    for (const { audience } of ends) expect(audience.join(' ')).toContain(max.id)
  })

  test('does not prevent the deletion of its item when the reader is stopped', async () => {
    const { ann, max } = atlas.cast
    const item = await atlas.make('Forgotten', {}, max)
    await update(item, { priority: 'low' })
    const held = await holdCursor()
    await ann.call('deleteWorkItem', { params: at(item) })
    await runSql(
      atlas.server.databaseUrl,
      "update work_items set deleted_at = now() - interval '61 days' where id = $1",
      [item.id],
    )
    const orm = await createOrm(atlas.server.databaseUrl, createBus(null))
    await deleteExpiredRows(orm)
    await orm.close(true)
    expect(await runSql(atlas.server.databaseUrl, 'select from work_items where id = $1', [item.id])).toEqual(
      [],
    )
    await held.release()
  })

  test('is neither returned nor counted without access', async () => {
    const { ann, max } = atlas.cast
    const item = await atlas.make('Lost', {}, max)
    await update(item, { priority: 'low' })
    const [row] = await inbox(max)
    const notification = { ...params, notification_id: row?.id ?? '' }
    await runSql(
      atlas.server.databaseUrl,
      'update project_members set is_active = false where member_id = $1 and project_id = $2',
      [max.id, atlas.params.project_id],
    )
    expect(await inbox(max)).toEqual([])
    expect(await counts(max)).toEqual([0, 0])
    await atlas.changingNothing(async () => {
      expect(await max.refused('getNotification', { params: notification })).toMatchObject({ status: 404 })
      expect(await max.refused('markRead', { params: notification })).toMatchObject({ status: 404 })
      await max.call('markAllRead', { params, body: {} })
    })
    await update(item, { priority: 'high' }, ann)
    await inbox(ann)
    await runSql(
      atlas.server.databaseUrl,
      'update project_members set is_active = true where member_id = $1 and project_id = $2',
      [max.id, atlas.params.project_id],
    )
    expect((await inbox(max)).map(({ data }) => data.count)).toEqual([1])
  })

  test('moves with its item to another project', async () => {
    const { ann, max } = atlas.cast
    const there = await atlas.makeProject('Elsewhere', 'ELS')
    const item = await atlas.make('Moving', {}, max)
    await update(item, { priority: 'low' })
    expect(await counts(max)).toEqual([1, 0])
    const body = { issue_ids: [item.id], new_project_id: there.project_id }
    await ann.call('moveWorkItems', { params: atlas.params, body })
    expect(await counts(max)).toEqual([0, 0])
    const members = [{ member_id: max.id, role: role.member }]
    await ann.call('addProjectMembers', { params: there, body: { members } })
    const row = (await inbox(max)).find(({ entity_identifier }) => entity_identifier === item.id)
    expect(row).toMatchObject({ project_id: there.project_id, data: { issue: { identifier: 'ELS' } } })
  })
})

describe('the own notifications', () => {
  let item: Item
  let row: NotificationResponse
  let one: { slug: string; notification_id: string }

  beforeEach(async () => {
    item = await atlas.make('Mine', {}, atlas.cast.max)
    await update(item, { priority: 'low' })
    const [first] = await inbox(atlas.cast.max)
    if (first === undefined) throw new Error('Nothing was told')
    row = first
    one = { ...params, notification_id: row.id }
  })

  test('are read, unread, archived and snoozed, each published once', async () => {
    const { max } = atlas.cast
    const changes = await atlas.changes(async () => {
      expect((await max.call('markRead', { params: one })).read_at).not.toBeNull()
      expect(await counts(max)).toEqual([0, 0])
      expect((await max.call('markUnread', { params: one })).read_at).toBeNull()
      expect(await counts(max)).toEqual([1, 0])
      expect((await max.call('archiveNotification', { params: one })).archived_at).not.toBeNull()
      expect(await counts(max)).toEqual([0, 0])
      expect(await inbox(max)).toEqual([])
      expect(await inbox(max, { archived: 'true' })).toHaveLength(1)
      expect((await max.call('unarchiveNotification', { params: one })).archived_at).toBeNull()
      const snoozed_till = new Date(Date.now() + 60_000).toISOString()
      const answer = await max.call('updateNotification', { params: one, body: { snoozed_till } })
      expect(answer.snoozed_till).toBe(snoozed_till)
      expect(await counts(max)).toEqual([0, 0])
      expect(await inbox(max)).toEqual([])
      expect(await inbox(max, { snoozed: 'true' })).toHaveLength(1)
      await max.call('updateNotification', { params: one, body: { snoozed_till: null } })
      expect(await counts(max)).toEqual([1, 0])
      await max.call('deleteNotification', { params: one })
      expect(await counts(max)).toEqual([0, 0])
    })
    expect(changes.map(({ entity, op }) => `${entity} ${op}`)).toEqual([
      ...Array.from({ length: 6 }, () => 'notifications update'),
      'notifications delete',
    ])
  })

  test('return from a snooze unread and at the top', async () => {
    const { max } = atlas.cast
    await max.call('markRead', { params: one })
    const snoozed_till = new Date(Date.now() + 60_000).toISOString()
    await max.call('updateNotification', { params: one, body: { snoozed_till } })
    const orm = await createOrm(atlas.server.databaseUrl, createBus(null))
    try {
      await endDueSnoozes(orm)
      expect(await inbox(max)).toEqual([])
      const due = "update notification_receipts set snoozed_till = now() - interval '1 second'"
      await runSql(atlas.server.databaseUrl, due)
      const [change, ...others] = await atlas.changes(() => endDueSnoozes(orm))
      expect(others).toEqual([])
      expect(change?.fields).toMatchObject({ snoozed_till: null, read_at: null, woke_at: expect.any(String) })
    } finally {
      await orm.close(true)
    }
    const newer = await atlas.make('Newer', {}, max)
    await runSql(
      atlas.server.databaseUrl,
      "update notifications set created_at = created_at - interval '1 day'",
    )
    await update(newer, { priority: 'low' })
    expect((await inbox(max)).map(({ entity_identifier }) => entity_identifier)).toEqual([newer.id, item.id])
    expect(await counts(max)).toEqual([2, 0])
  })

  test('are all marked as read, by kind or item, and back', async () => {
    const { ann, max } = atlas.cast
    const other = await atlas.make('Another', {}, ann)
    await subscribe(other, max)
    await update(other, { priority: 'low' })
    await say(other, ann, mention(max))
    expect(await counts(max)).toEqual([2, 1])
    await max.call('markAllRead', { params, body: { type: 'watching' } })
    expect(await counts(max)).toEqual([1, 1])
    await max.call('markAllRead', { params, body: { entity_identifier: other.id } })
    expect(await counts(max)).toEqual([1, 0])
    const read_at = '2026-11-25T01:02:03.004Z'
    await max.call('markAllRead', { params, body: { mentioned: false, read_at } })
    expect(await counts(max)).toEqual([0, 0])
    await max.call('markAllUnread', { params, body: { read_at } })
    expect(await counts(max)).toEqual([1, 0])
  })

  test('are returned in pages on request, otherwise as a list', async () => {
    const { max } = atlas.cast
    const other = await atlas.make('Second', {}, max)
    await update(other, { priority: 'low' })
    await inbox(max)
    const page = await max.call('listNotifications', { params, query: { per_page: '1', cursor: '1:0:0' } })
    expect(page).toMatchObject({
      count: 1,
      total_count: 2,
      next_cursor: expect.stringMatching(/^1:1:0:/),
      next_page_results: true,
      results: [{ entity_identifier: other.id }],
    })
    const next = await max.call('listNotifications', { params, query: { per_page: '1', cursor: '1:1:0' } })
    expect(next).toMatchObject({ next_page_results: false, results: [{ entity_identifier: item.id }] })
    expect(await max.call('listNotifications', { params, query: {} })).toHaveLength(2)
    for (const query of [
      { type: 'watched' } as Record<string, string>,
      { cursor: 'x' },
      { per_page: '0' },
      { order_by: 'name' },
    ])
      expect(await max.refused('listNotifications', { params, query })).toMatchObject({ status: 400 })
  })

  test('of others are not found, and nothing is written', async () => {
    const { ann, eve } = atlas.cast
    await atlas.changingNothing(async () => {
      for (const [who, slug] of [
        [ann, params.slug],
        [eve, params.slug],
        [eve, atlas.eves.slug],
      ] as const) {
        const at = { params: { slug, notification_id: row.id } }
        for (const call of [
          'getNotification',
          'markRead',
          'archiveNotification',
          'deleteNotification',
        ] as const)
          expect(await who.refused(call, at)).toMatchObject({ status: 404 })
        const body = { snoozed_till: '2031-01-01T00:00:00Z' }
        expect(await who.refused('updateNotification', { ...at, body })).toMatchObject({ status: 404 })
      }
      await ann.call('markAllRead', { params, body: {} })
    })
  })

  test('keep concurrent changes of two tabs in feed and table', async () => {
    const { max } = atlas.cast
    const snoozed_till = new Date(Date.now() + 60_000).toISOString()
    for (let round = 0; round < 5; round++) {
      await max.call('unarchiveNotification', { params: one })
      await max.call('markUnread', { params: one })
      await Promise.all([
        max.call('markRead', { params: one }),
        max.call('archiveNotification', { params: one }),
        max.call('markAllRead', { params, body: {} }),
      ])
      expect(await max.call('getNotification', { params: one })).toMatchObject({
        read_at: expect.any(String),
        archived_at: expect.any(String),
      })
      const [snoozed, archived] = await Promise.all([
        max.call('updateNotification', { params: one, body: { snoozed_till } }),
        max.call('archiveNotification', { params: one }),
      ])
      // A notification cannot be snoozed and archived at the same time, so the later change wins.
      const now = await max.call('getNotification', { params: one })
      expect([snoozed.archived_at, archived.snoozed_till]).toEqual([null, null])
      expect([now.snoozed_till, now.archived_at]).toContain(null)
      expect(now.snoozed_till ?? now.archived_at).not.toBeNull()
      expect(await heardOf(row.id)).toMatchObject({
        read_at: now.read_at,
        archived_at: now.archived_at,
        snoozed_till: now.snoozed_till,
      })
    }
  })

  test('reject an invalid time', async () => {
    const { max } = atlas.cast
    await atlas.changingNothing(async () => {
      const body = { snoozed_till: 'tomorrow' }
      expect(await max.refused('updateNotification', { params: one, body })).toMatchObject({ status: 400 })
      expect(await max.refused('markAllRead', { params, body: { type: 'mine' } })).toMatchObject({
        status: 400,
      })
    })
  })
})

describe('page notifications', () => {
  const anchor = { start: 'AAEAAA==', end: 'AAEAAA==', quote: 'Plan', prefix: '', suffix: '' }
  const make = (description_html = '<p>Plan</p>', who = atlas.cast.ann) =>
    who.call('createPage', { params: atlas.params, body: { name: 'Plans', description_html } })
  const ofPage = ({ id }: Item) => ({ ...atlas.params, page_id: id })
  const write = (page: Item, description_html: string) =>
    atlas.cast.ann.call('updatePageDescription', { params: ofPage(page), body: { description_html } })
  const comment = (page: Item, comment_html: string, who: ApiClient, parent?: Item) =>
    who.call('createPageComment', {
      params: ofPage(page),
      body: { comment_html, ...(parent ? { parent_id: parent.id } : { anchor }) },
    })
  const toldAll = async (who: ApiClient) =>
    (await inbox(who, { include_mentions: 'true' })).map(({ sender, data }) => [
      data.page?.name,
      sender.split(':').at(-1),
      ...data.issue_activities.map(({ field, new_value }) => `${field} ${new_value}`.trim()),
    ])

  test('are sent once for a mention in a new or changed text, to users with access', async () => {
    const { max, gus } = atlas.cast
    const page = await make(mention(max))
    const [row] = await inbox(max, { mentioned: 'true' })
    expect(row).toMatchObject({
      entity_name: 'page',
      entity_identifier: page.id,
      project: atlas.params.project_id,
      title: 'You have been mentioned in the page',
      data: { page: { id: page.id, name: 'Plans' }, issue_activity: { new_value: 'page' } },
    })
    expect(await counts(max)).toEqual([0, 1])
    await write(page, `${mention(max)}<p>More</p>`)
    await write(page, `${mention(max)}${mention(gus)}`)
    expect(await toldAll(max)).toEqual([['Plans', 'mentioned', 'mention page']])
    expect(await toldAll(gus)).toEqual([])
    const other = await make()
    await write(other, mention(max))
    expect(await counts(max)).toEqual([0, 2])
  })

  test('of the workspace are sent to members and not to guests', async () => {
    const { ann, max, gus } = atlas.cast
    const body = { name: 'Handbook', description_html: mention(max) + mention(gus) }
    const page = await ann.call('createWorkspacePage', { params, body })
    const [row] = await inbox(max, { mentioned: 'true' })
    expect(row).toMatchObject({ entity_identifier: page.id, project: null, project_id: null })
    expect([await counts(max), await counts(gus)]).toEqual([
      [0, 1],
      [0, 0],
    ])
    await ann.call('setWorkspacePageAccess', { params: { ...params, page_id: page.id }, body: { access: 1 } })
    expect(await counts(max)).toEqual([0, 0])
  })

  test('of comments are sent to owner, thread and mentioned users', async () => {
    const { ann, max } = atlas.cast
    const page = await make()
    const thread = await comment(page, '<p>Which?</p>', max)
    expect(await toldAll(ann)).toEqual([['Plans', 'created', 'comment']])
    await comment(page, '<p>This</p>', ann, thread)
    expect(await toldAll(max)).toEqual([['Plans', 'subscribed', 'comment']])
    await comment(page, mention(max), ann)
    const [row] = await inbox(max, { mentioned: 'true' })
    expect(row?.message_stripped).toBe('Hi @max')
    expect(row?.data.issue_activity).toMatchObject({ field: 'mention', new_value: 'comment' })
    expect(row?.data.issue_activity.issue_comment).toBe('Hi @max')
  })

  test('follow the page to the trash and back, and end with a deleted comment', async () => {
    const { ann, max } = atlas.cast
    const page = await make()
    const said = await comment(page, mention(max), ann)
    expect(await counts(max)).toEqual([0, 1])
    const of = (change: () => Promise<unknown>) =>
      atlas.changes(async () => {
        await change()
        await inbox(max)
      })
    const { project_id } = atlas.params
    const rooms = [`project:${project_id}+user:${max.id}`, `creator:${project_id}:${ann.id}+user:${max.id}`]
    const hide = () => ann.call('setPageAccess', { params: ofPage(page), body: { access: 1 } })
    const hidden = (await of(hide)).find(({ entity }) => entity === 'notifications')
    expect([hidden?.audience, hidden?.left_audience]).toEqual([[rooms[1]], [rooms[0]]])
    expect(JSON.stringify(hidden)).not.toMatch(/page_owned_by|project_ids|page_id/)
    expect(await counts(max)).toEqual([0, 0])
    const show = () => ann.call('setPageAccess', { params: ofPage(page), body: { access: 0 } })
    expect((await of(show)).find(({ entity }) => entity === 'notifications')?.audience).toEqual(rooms)
    expect(await counts(max)).toEqual([0, 1])
    await ann.call('deletePage', { params: ofPage(page) })
    expect(await counts(max)).toEqual([0, 0])
    await ann.call('restorePage', { params: ofPage(page) })
    expect(await counts(max)).toEqual([0, 1])
    await ann.call('deletePageComment', { params: { ...ofPage(page), comment_id: said.id } })
    expect(await counts(max)).toEqual([0, 0])
  })

  test('are marked as read together, and are hidden from lists without mentions', async () => {
    const { max } = atlas.cast
    const page = await make(mention(max))
    expect(await inbox(max)).toEqual([])
    await max.call('markAllRead', { params, body: { entity_identifier: page.id } })
    expect(await counts(max)).toEqual([0, 0])
    expect(await inbox(max, { include_mentions: 'true', read: 'true' })).toHaveLength(1)
  })
})

test.each([
  ['public', 1],
  ['private', 0],
])(
  'a mention of a %s teamspace notifies each member once, even if the text also names them',
  async (name, access) => {
    const { ann, max, gus } = atlas.cast
    const team = await ann.call('createTeamspace', {
      params: { slug: atlas.params.slug },
      body: { name: `Cartographers (${name})`, access, member_ids: [max.id, ann.id] },
    })
    const teamMention = mention({ ...max, id: team.id }).replace('user_mention', 'team_mention')
    const item = await atlas.make('For a team')
    await say(item, ann, `${teamMention}${mention(max)}`)
    expect(await told(max, { mentioned: 'true' })).toEqual([['mentioned', 'mention']])
    expect(await told(max)).toEqual([])
    expect(await told(ann, { mentioned: 'true' })).toEqual([])
    expect(await told(gus, { mentioned: 'true' })).toEqual([])
    await update(item, { description_html: teamMention })
    await update(item, { description_html: `${teamMention}<p>More</p>` })
    expect(await told(max, { mentioned: 'true' })).toEqual([['mentioned', 'mention', 'mention']])
  },
)

test.each(['private', 'deleted'])(
  'the name of a teamspace disappears from comments and notifications when it is %s',
  async (change) => {
    const { ann, max } = atlas.cast
    const slug = atlas.params.slug
    const name = `Takeover "${change}"`
    const team = await ann.call('createTeamspace', { params: { slug }, body: { name, access: 1 } })
    const teamMention = mention({ ...max, id: team.id }).replace('user_mention', 'team_mention')
    const item = await atlas.make('For a team')
    await subscribe(item, max)
    await say(item, ann, teamMention)
    const read = async () =>
      JSON.stringify([await inbox(max), await max.call('listComments', { params: at(item) })])
    expect(await read()).toContain('Takeover')
    const params = { slug, teamspace_id: team.id }
    if (change === 'private') await ann.call('updateTeamspace', { params, body: { access: 0 } })
    else await ann.call('deleteTeamspace', { params })
    await pollUntilTrue(async () => !(await read()).includes('Takeover'), 'the name is removed')
  },
)

test('other words that begin like the name of a hidden teamspace remain, and open inboxes change', async () => {
  const { ann, max } = atlas.cast
  const { slug } = params
  const team = await ann.call('createTeamspace', { params, body: { name: 'Dev', access: 1 } })
  const other = await ann.call('createTeamspace', { params, body: { name: 'Dev Ops', access: 1 } })
  const mentionTeam = ({ id }: { id: string }) =>
    mention({ ...max, id }).replace('user_mention', 'team_mention')
  const item = await atlas.make('For a team')
  await subscribe(item, max)
  const html = `${mentionTeam(team)}${mentionTeam(other)}<p>@Devon and @Dev-Ops</p>`
  const comment = await say(item, ann, html)
  const [row] = await inbox(max)
  expect(row?.message_stripped).toMatch(/@Dev\s+Hi/)
  await ann.call('updateTeamspace', {
    params: { slug, teamspace_id: team.id },
    body: { access: 0 },
  })
  const texts = async () => [
    (await max.call('listComments', { params: at(item) })).find(({ id }) => id === comment.id)
      ?.comment_stripped,
    (await inbox(max))[0]?.message_stripped,
    (await heardOf(String(row?.id)))['message_stripped'],
  ]
  await pollUntilTrue(
    async () => (await texts()).every((text) => !/@Dev\s+Hi/.test(String(text))),
    'the name is removed',
  )
  for (const text of await texts()) expect(text).toMatch(/@Dev Ops\s+@Devon and @Dev-Ops/)
})

test('a new private teamspace does not start a search for its name', async () => {
  const { ann } = atlas.cast
  const team = await ann.call('createTeamspace', { params, body: { name: 'Quiet', access: 0 } })
  await waitForIdleFeedReader(notificationsReader.name, atlas)
  const jobs = "select id from pgboss.job where name = 'hide-team-names' and data->>'teamspace_id' = $1"
  expect(await runSql(atlas.server.databaseUrl, jobs, [team.id])).toEqual([])
})
