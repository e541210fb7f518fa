import type { EntityManager } from '@mikro-orm/postgresql'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAllDueReminders } from '#api/personal/notifications/due-reminders.ts'
import { mailAllNotifications } from '#api/personal/notifications/mail.ts'
import { notificationsReader } from '#api/personal/notifications/reader.ts'
import type { Job } from '#api/platform/context/job.ts'
import type { OutgoingEmail } from '#api/platform/context/ports.ts'
import { sendMailJob } from '#api/platform/mail/send-mail.ts'
import { emailPreferences, pushPreferenceName } from '#common/personal/notifications/rules.ts'
import { role } from '#common/platform/roles.ts'
import { type ApiClient, runSql } from '../../support/api-client.ts'
import { pollUntilTrue } from '../../support/document-clients.ts'
import { startTestJobRunner, type TestJobRunner } from '../../support/job-runner.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'
import { decodeEmailText, type ReceivedEmail, type SmtpServer, startSmtp } from '../../support/smtp.ts'
import { waitForIdleFeedReader } from '../../support/wait-for-idle-feed-reader.ts'

let smtp: SmtpServer
let atlas: ProjectTestServer
let runner: TestJobRunner

beforeAll(async () => {
  smtp = await startSmtp()
  atlas = await startProjectTestServer({ SMTP_URL: smtp.url }, undefined, [notificationsReader])
  runner = await startTestJobRunner(atlas.server, [sendMailJob], { SMTP_URL: smtp.url })
})
afterAll(async () => {
  await runner.stop()
  await atlas.close()
  await smtp.close()
})
beforeEach(async () => {
  await waitForIdleFeedReader(notificationsReader.name, atlas)
  await runSql(atlas.server.databaseUrl, 'delete from notifications')
  await runSql(atlas.server.databaseUrl, 'delete from notification_preferences')
  smtp.received.length = 0
})

interface Item {
  id: string
  sequence_id: number
}

const at = (item: Item) => ({ ...atlas.params, id: item.id })
const update = (item: Item, body: object, who: ApiClient = atlas.cast.ann) =>
  who.call('updateWorkItem', { params: at(item), body })
const say = (item: Item, html: string, who: ApiClient = atlas.cast.ann) =>
  who.call('createComment', { params: at(item), body: { comment_html: html } })
const mention = ({ id }: ApiClient) =>
  `<p>Hi <mention-component entity_name="user_mention" entity_identifier="${id}"></mention-component></p>`

/** Runs the job that sends notification emails as if the time were `now`. Quiet hours depend on this time. */
async function mailed(now?: Date): Promise<ReceivedEmail[]> {
  await waitForIdleFeedReader(notificationsReader.name, atlas)
  smtp.received.length = 0
  await mailAllNotifications(runner, now)
  await runner.done(sendMailJob)
  return smtp.received
}

const wish = (who: ApiClient, body: object) => who.call('updateNotificationPreferences', { body })
const linkIn = (mail: ReceivedEmail | undefined) =>
  /<(.*)>/.exec(mail?.headers.get('list-unsubscribe')?.[0] ?? '')?.[1] ?? ''

/** Returns for each enqueued email the id of the user who caused it. The job queue groups emails by this id. */
async function sendersOf(): Promise<(string | undefined)[]> {
  const mails: OutgoingEmail[] = []
  const enqueue = async (_: unknown, __: Job<never>, mail: object) => void mails.push(mail as OutgoingEmail)
  await waitForIdleFeedReader(notificationsReader.name, atlas)
  await mailAllNotifications({ ...runner, enqueue })
  return mails.map((mail) => sendMailJob.groupOf?.(mail))
}

test('many emails of one user do not delay those of others', async () => {
  const begun: string[] = []
  const released = Promise.withResolvers<void>()
  const slow: Job<OutgoingEmail> = {
    ...sendMailJob,
    name: 'send-mail-slowly',
    run: async ({ to }) => {
      begun.push(to)
      await released.promise
    },
  }
  const slowRunner = await startTestJobRunner(atlas.server, [slow])
  const mail = (to: string, caused_by?: string) =>
    slowRunner.enqueue(em, slow, { to, subject: '', text: '', ...(caused_by && { caused_by }) })
  let em = slowRunner.orm.em.fork() as EntityManager
  try {
    await em.transactional(async (transaction) => {
      em = transaction as EntityManager
      for (let at = 0; at < 30; at++) await mail(`invited-${at}@example.com`, atlas.cast.max.id)
      await mail('code@example.com')
    })
    await pollUntilTrue(async () => begun.includes('code@example.com'))
    expect(begun.filter((to) => to.startsWith('invited')).length).toBeLessThanOrEqual(2)
    released.resolve()
    await slowRunner.done(slow)
    expect(new Set(begun).size).toBe(31)
  } finally {
    released.resolve()
    await slowRunner.stop()
  }
})

test('an email about an item counts for the user who changed it', async () => {
  const item = await atlas.make('Changed by Ann', {}, atlas.cast.max)
  await update(item, { priority: 'high' })
  expect(await sendersOf()).toEqual([atlas.cast.ann.id])
})

describe('an email about an item', () => {
  test('contains exactly the events since the last one', async () => {
    const { ann, max } = atlas.cast
    const item = await atlas.make('Lamps', {}, max)
    await update(item, { priority: 'high' })
    await say(item, '<p>Two are out</p>')
    const [mail, ...others] = await mailed()
    expect(others).toEqual([])
    expect(mail?.to).toBe(max.email)
    expect(mail?.headers.get('subject')).toEqual([`[ATL-${item.sequence_id}] Lamps`])
    const text = decodeEmailText(mail as ReceivedEmail)
    expect(text).toContain('ann set the priority to High')
    expect(text).toContain('ann commented')
    expect(text).toContain('Two are out')
    expect(text).toContain(`${atlas.server.url}/acme/browse/ATL-${item.sequence_id}`)
    expect(await mailed()).toEqual([])
    await update(item, { priority: 'low' }, ann)
    const [next] = await mailed()
    expect(decodeEmailText(next as ReceivedEmail)).toContain('ann set the priority to Low')
    expect(decodeEmailText(next as ReceivedEmail)).not.toContain('Two are out')
  })

  test('is written in the language of its receiver', async () => {
    const { max } = atlas.cast
    await max.call('updateProfile', { body: { language: 'de' } })
    const item = await atlas.make('Lampen', {}, max)
    await update(item, { priority: 'high' })
    const [mail] = await mailed()
    await max.call('updateProfile', { body: { language: 'en' } })
    const text = decodeEmailText(mail as ReceivedEmail)
    expect(text).toContain('ann hat die Priorität auf Hoch gesetzt')
    expect(text).toContain('<html lang="de">')
  })

  test('joins the thread of its item and contains an unsubscribe link', async () => {
    const { max } = atlas.cast
    const item = await atlas.make('Threaded', {}, max)
    await update(item, { priority: 'high' })
    const [first] = await mailed()
    const sent = [...(first?.headers.entries() ?? [])]
    await update(item, { priority: 'low' })
    const [second] = await mailed()
    const of = (mail: Map<string, string[]>, name: string) => mail.get(name)?.[0]
    const [a, b] = [new Map(sent), second?.headers ?? new Map<string, string[]>()]
    expect(of(a, 'message-id')).toMatch(/^<[\w-]+@127\.0\.0\.1>$/)
    expect(of(a, 'message-id')).not.toBe(of(b, 'message-id'))
    for (const name of ['in-reply-to', 'references']) {
      expect(of(a, name)).toBe(`<item-${item.id}@127.0.0.1>`)
      expect(of(b, name)).toBe(of(a, name))
    }
    expect(of(a, 'auto-submitted')).toBe('auto-generated')
    expect(of(a, 'list-unsubscribe')).toMatch(/^<http:\/\/127\.0\.0\.1:\d+\/unsubscribe\/.+>$/)
    expect(of(a, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  })

  test('is not sent for read or hidden notifications', async () => {
    const { max } = atlas.cast
    const params = { slug: atlas.params.slug }
    const item = await atlas.make('Read', {}, max)
    await update(item, { priority: 'high' })
    await waitForIdleFeedReader(notificationsReader.name, atlas)
    await max.call('markAllRead', { params, body: {} })
    expect(await mailed()).toEqual([])
    await update(item, { priority: 'low' })
    await waitForIdleFeedReader(notificationsReader.name, atlas)
    const membership = (isActive: boolean) =>
      runSql(atlas.server.databaseUrl, 'update project_members set is_active = $2 where member_id = $1', [
        max.id,
        isActive,
      ])
    await membership(false)
    expect(await mailed()).toEqual([])
    await membership(true)
    expect(await mailed()).toEqual([])
    await update(item, { priority: 'none' })
    await waitForIdleFeedReader(notificationsReader.name, atlas)
    const wantSecondFactor = (isWanted: boolean) =>
      runSql(atlas.server.databaseUrl, 'update workspaces set requires_second_factor = $1', [isWanted])
    await wantSecondFactor(true)
    expect(await mailed()).toEqual([])
    await wantSecondFactor(false)
    expect(await mailed()).toEqual([])
  })

  test('is not sent for snoozed notifications', async () => {
    const { max } = atlas.cast
    const item = await atlas.make('Later', {}, max)
    await update(item, { priority: 'high' })
    await waitForIdleFeedReader(notificationsReader.name, atlas)
    const params = { slug: atlas.params.slug }
    const [row] = [await max.call('listNotifications', { params, query: {} })].flat()
    if (row === undefined || !('id' in row)) throw new Error('Nothing was told')
    const snoozed_till = new Date(Date.now() + 60_000).toISOString()
    await max.call('updateNotification', {
      params: { ...params, notification_id: row.id },
      body: { snoozed_till },
    })
    expect(await mailed()).toEqual([])
  })

  test('security 51: names no item that the receiver can no longer see', async () => {
    const { ann, max } = atlas.cast
    const hidden = await atlas.makeProject('Hidden', 'HID')
    const [membership] = await ann.call('addProjectMembers', {
      params: hidden,
      body: { members: [{ member_id: max.id, role: role.member }] },
    })
    const item = await atlas.make('Seen', {}, max)
    const other = await atlas.make('Out of sight', {}, ann, hidden)
    await ann.call('createRelations', {
      params: at(item),
      body: { relation_type: 'relates_to', issues: [other.id] },
    })
    await update(item, { priority: 'high' })
    await waitForIdleFeedReader(notificationsReader.name, atlas)
    await ann.call('removeProjectMember', { params: { ...hidden, member_id: membership?.id ?? '' } })
    const [mail, ...more] = await mailed()
    expect(more).toEqual([])
    const text = decodeEmailText(mail as ReceivedEmail)
    expect(text).toContain('set the priority to High')
    expect(text).not.toMatch(/Out of sight|HID-/)
  })

  test('that fails does not delay other receivers', async () => {
    const { ann, max } = atlas.cast
    const item = await atlas.make('For both', {}, max)
    await ann.call('updateWorkItem', { params: at(item), body: { assignee_ids: [max.id] } })
    await atlas.cast.ann.call('subscribe', { params: at(item) })
    await say(item, mention(max))
    await say(item, mention(ann), max)
    await waitForIdleFeedReader(notificationsReader.name, atlas)
    const zone = (name: string) =>
      runSql(atlas.server.databaseUrl, 'update users set user_timezone = $1 where id = $2', [name, ann.id])
    await zone('Nowhere/Land')
    try {
      await expect(mailed()).rejects.toThrow('time zone')
      await pollUntilTrue(async () => smtp.received.length > 0)
      expect(smtp.received.map(({ to }) => to)).toEqual([max.email])
    } finally {
      await zone('UTC')
    }
    expect((await mailed()).map(({ to }) => to)).toEqual([ann.email])
  })

  test('respects the setting of each kind of event', async () => {
    const { ann, max } = atlas.cast
    const item = await atlas.make('Switched', {}, max)
    const kinds: [string, () => Promise<unknown>, string][] = [
      ['property_change', () => update(item, { priority: 'urgent' }), 'set the priority'],
      ['state_change', () => update(item, { state_id: atlas.states['started'] }), 'In Progress'],
      ['issue_completed', () => update(item, { state_id: atlas.states['completed'] }), 'Done'],
      ['comment', () => say(item, '<p>Hear</p>'), 'Hear'],
      ['mention', () => say(item, mention(max), ann), 'mentioned you'],
    ]
    const none = Object.fromEntries(kinds.map(([kind]) => [kind, false]))
    for (const [kind, act, words] of kinds) {
      await wish(max, { ...none, [kind]: true })
      for (const [, other] of kinds) if (other !== act) await other()
      expect(await mailed(), `all but ${kind}`).toEqual([])
      await update(item, { state_id: atlas.states['backlog'], priority: 'none' })
      await mailed()
      await act()
      const [mail] = await mailed()
      expect(decodeEmailText(mail as ReceivedEmail), kind).toContain(words)
    }
  })

  test('reminds of a due date unless disabled', async () => {
    const { max } = atlas.cast
    const due = { target_date: '2026-11-26', assignee_ids: [max.id] }
    await atlas.make('Due', due)
    await mailed()
    await createAllDueReminders(runner.orm, new Date('2026-11-25T09:00:00Z'))
    const [mail, ...others] = await mailed()
    expect(others).toEqual([])
    expect(mail?.to).toBe(max.email)
    expect(decodeEmailText(mail as ReceivedEmail)).toContain(
      'Tandem reminds you that this is due on Nov 26, 2026',
    )
    await wish(max, { due_date: false })
    await runSql(atlas.server.databaseUrl, 'delete from due_reminders')
    await createAllDueReminders(runner.orm, new Date('2026-11-25T09:30:00Z'))
    expect(await mailed()).toEqual([])
  })

  test('is deferred during quiet hours in the receiver’s time zone', async () => {
    const { max } = atlas.cast
    await max.call('updateMe', { body: { user_timezone: 'Asia/Tokyo' } })
    await wish(max, { quiet_from: '22:00', quiet_to: '07:00' })
    const item = await atlas.make('Late', {}, max)
    await update(item, { priority: 'high' })
    expect(await mailed(new Date('2026-11-25T13:30:00Z'))).toEqual([])
    expect(await mailed(new Date('2026-11-25T21:59:00Z'))).toEqual([])
    const [mail] = await mailed(new Date('2026-11-25T22:00:00Z'))
    expect(decodeEmailText(mail as ReceivedEmail)).toContain('set the priority')
    await max.call('updateMe', { body: { user_timezone: 'UTC' } })
  })

  test('security 26: escapes names and texts in HTML', async () => {
    const { ann, max } = atlas.cast
    const name = '<img src=x onerror=alert(1)> & "more"'
    await ann.call('updateMe', { body: { display_name: '<b>Ann</b>' } })
    const item = await atlas.make(name, {}, max)
    await say(item, '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>')
    const [mail] = await mailed()
    const page = decodeEmailText(mail as ReceivedEmail).split('<!doctype html>')[1] ?? ''
    expect(page).toContain('&#60;img src=x onerror=alert(1)&#62;')
    expect(page).toContain('&#60;script&#62;')
    expect(page).not.toMatch(/<img|<script|<b>/)
    await ann.call('updateMe', { body: { display_name: 'ann' } })
  })

  test('security 28: accepts no headers from user content', async () => {
    const { max } = atlas.cast
    const item = await atlas.make('Plain', {}, max)
    for (const between of ['\r\n', '\n', '\r', '\u0085', '\u2028']) {
      await runSql(atlas.server.databaseUrl, 'update work_items set name = $1 where id = $2', [
        `Nice${between}Bcc: eve@example.org${between}${between}<p>Body</p>`,
        item.id,
      ])
      await say(item, '<p>Words</p>')
      const [mail] = await mailed()
      expect(mail?.headers.has('bcc'), JSON.stringify(between)).toBe(false)
      expect(mail?.headers.get('subject')).toHaveLength(1)
    }
  })
})

describe('the unsubscribe link', () => {
  test('works without a session by a click, and not by opening it', async () => {
    const { max } = atlas.cast
    const item = await atlas.make('Enough', {}, max)
    await update(item, { priority: 'high' })
    const [mail] = await mailed()
    const link = linkIn(mail)
    const looked = await fetch(link)
    expect(looked.status).toBe(200)
    expect(looked.headers.get('referrer-policy')).toBe('same-origin')
    expect(await looked.text()).toContain('Unsubscribe</button>')
    expect((await max.call('getNotificationPreferences', {})).comment).toBe(true)
    const pressed = await fetch(link, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
    expect(pressed.status).toBe(200)
    expect(await max.call('getNotificationPreferences', {})).toMatchObject({
      property_change: false,
      state_change: false,
      issue_completed: false,
      comment: false,
      mention: false,
      due_date: false,
    })
    await update(item, { priority: 'low' })
    expect(await mailed()).toEqual([])
  })

  test('cannot be guessed', async () => {
    const { ann, max } = atlas.cast
    const item = await atlas.make('Guessed', {}, max)
    await update(item, { priority: 'high' })
    const [mail] = await mailed()
    const link = linkIn(mail)
    await atlas.changingNothing(async () => {
      for (const wrong of [
        link.replace(max.id, ann.id),
        `${link.slice(0, -1)}${link.endsWith('0') ? '1' : '0'}`,
        link.replace(/\.[^.]+$/, ''),
        `${new URL(link).origin}/unsubscribe/${max.id}`,
      ]) {
        expect((await fetch(wrong, { method: 'POST' })).status).toBe(404)
        expect((await fetch(wrong)).status).toBe(404)
      }
    })
  })
})

describe('email settings', () => {
  test('are all enabled at first and changed one by one', async () => {
    const { max, gus } = atlas.cast
    const first = {
      property_change: true,
      state_change: true,
      issue_completed: true,
      comment: true,
      mention: true,
      due_date: true,
      ...Object.fromEntries(emailPreferences.map((name) => [pushPreferenceName(name), true])),
      quiet_from: null,
      quiet_to: null,
    }
    expect(await max.call('getNotificationPreferences', {})).toEqual(first)
    expect(await wish(max, { comment: false })).toEqual({ ...first, comment: false })
    expect(await wish(max, { quiet_from: '22:00', quiet_to: '07:30' })).toMatchObject({ quiet_to: '07:30' })
    expect(await wish(max, { quiet_from: null, quiet_to: null })).toEqual({ ...first, comment: false })
    expect(await gus.call('getNotificationPreferences', {})).toEqual(first)
    await atlas.changingNothing(async () => {
      for (const body of [
        { comment: 'no' },
        { quiet_from: '25:00', quiet_to: '07:00' },
        { quiet_from: '22:00' },
      ])
        expect(await max.refused('updateNotificationPreferences', { body })).toMatchObject({ status: 400 })
    })
  })
})
