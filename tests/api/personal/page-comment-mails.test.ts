import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mailAllNotifications } from '#api/personal/notifications/mail.ts'
import { notificationsReader } from '#api/personal/notifications/reader.ts'
import { sendMailJob } from '#api/platform/mail/send-mail.ts'
import { type ApiClient, runSql } from '../../support/api-client.ts'
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
  await mailed()
  await runSql(atlas.server.databaseUrl, 'delete from notification_preferences')
})

type Page = { id: string }

const anchor = { start: 'AAEAAA==', end: 'AAEAAA==', quote: 'Plan', prefix: '', suffix: '' }
const make = (who = atlas.cast.ann) =>
  who.call('createPage', {
    params: atlas.params,
    body: { name: 'Plans <1>', description_html: '<p>Plan</p>' },
  })
const at = ({ id }: Page) => ({ ...atlas.params, page_id: id })
const say = (page: Page, text: string, who: ApiClient, parent?: Page) =>
  who.call('createPageComment', {
    params: at(page),
    body: { comment_html: `<p>${text}</p>`, ...(parent ? { parent_id: parent.id } : { anchor }) },
  })
const mention = ({ id }: ApiClient) =>
  `<mention-component entity_name="user_mention" entity_identifier="${id}"></mention-component>`

/** Runs the job that sends notification emails as if the time were `now`. Quiet hours depend on this time. */
async function mailed(now?: Date): Promise<ReceivedEmail[]> {
  await waitForIdleFeedReader(notificationsReader.name, atlas)
  smtp.received.length = 0
  await mailAllNotifications(runner, now)
  await runner.done(sendMailJob)
  return [...smtp.received]
}

describe('an email about a page comment', () => {
  test('is sent once to owner and participants, with a link', async () => {
    const { ann, max } = atlas.cast
    const page = await make()
    const thread = await say(page, 'Which one?', max)
    const last = await say(page, 'The first, I hope', max, thread)
    const [mail, ...others] = await mailed()
    expect(others).toEqual([])
    expect(mail?.to).toBe(ann.email)
    expect(mail?.headers.get('subject')).toEqual(['Plans <1>'])
    const text = decodeEmailText(mail as ReceivedEmail)
    expect(text).toContain('max commented')
    expect(text).toContain('Which one?')
    expect(text).toContain(`/acme/projects/${atlas.params.project_id}/pages/${page.id}#comment-${last.id}`)
    expect(await mailed()).toEqual([])
    await say(page, 'Yes', ann, thread)
    expect((await mailed()).map(({ to }) => to)).toEqual([max.email])
  })

  test('names a mention, but only to users with access', async () => {
    const { ann, max, gus } = atlas.cast
    const page = await make()
    const thread = await say(page, `${mention(max)} ${mention(gus)}`, ann)
    const [mail, ...others] = await mailed()
    expect([mail?.to, others]).toEqual([max.email, []])
    expect(decodeEmailText(mail as ReceivedEmail)).toMatch(/ann mentioned you in a comment\s+@max @gus/)
    await ann.call('updatePageComment', {
      params: { ...at(page), comment_id: thread.id },
      body: { comment_html: `<p>Again ${mention(max)}</p>` },
    })
    expect(await mailed()).toEqual([])
  })

  test('is not sent for deleted, disabled or hidden comments', async () => {
    const { ann, max } = atlas.cast
    const page = await make()
    const thread = await say(page, 'Gone soon', max)
    await max.call('deletePageComment', { params: { ...at(page), comment_id: thread.id } })
    expect(await mailed()).toEqual([])
    await ann.call('updateNotificationPreferences', { body: { comment: false } })
    await say(page, 'Not wanted', max)
    expect(await mailed()).toEqual([])
    const answer = await say(page, mention(max), ann)
    await ann.call('setPageAccess', { params: at(page), body: { access: 1 } })
    expect([answer.mention_ids, await mailed()]).toEqual([[max.id], []])
  })

  test('is deferred during quiet hours', async () => {
    const { ann, max } = atlas.cast
    await ann.call('updateNotificationPreferences', { body: { quiet_from: '22:00', quiet_to: '07:00' } })
    await ann.call('updateMe', { body: { user_timezone: 'UTC' } })
    await say(await make(), 'Late', max)
    expect(await mailed(new Date('2026-03-01T23:00:00Z'))).toEqual([])
    expect((await mailed(new Date('2026-03-02T08:00:00Z'))).map(({ to }) => to)).toEqual([ann.email])
  })

  test('is sent for a mention in the text, with a link to the page', async () => {
    const { ann, max } = atlas.cast
    const page = await ann.call('createPage', {
      params: atlas.params,
      body: { name: 'Plans', description_html: `<p>Ask ${mention(max)}</p>` },
    })
    const [mail, ...others] = await mailed()
    expect([mail?.to, others]).toEqual([max.email, []])
    expect(decodeEmailText(mail as ReceivedEmail)).toContain('ann mentioned you in the text')
    expect(decodeEmailText(mail as ReceivedEmail)).toContain(
      `/acme/projects/${atlas.params.project_id}/pages/${page.id}`,
    )
    await max.call('updateNotificationPreferences', { body: { mention: false } })
    await ann.call('createPage', {
      params: atlas.params,
      body: { name: 'Plans', description_html: `<p>Ask ${mention(max)}</p>` },
    })
    expect(await mailed()).toEqual([])
  })
})
