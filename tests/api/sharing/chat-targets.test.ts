import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ChatMessage, mergeSimilarMessages } from '#api/sharing/webhooks/chat-targets/chat-messages.ts'
import { createChatJobBody } from '#api/sharing/webhooks/chat-targets/chat-sentence.ts'
import { createChatBody } from '#api/sharing/webhooks/chat-targets/chat-text.ts'
import { chatTargetsReader } from '#api/sharing/webhooks/chat-targets/reader.ts'
import { newId } from '#common/platform/ids.ts'
import {
  type ChatService,
  chatServices,
  chatTargetsLimit,
} from '#common/sharing/webhooks/chat-targets/rules.ts'
import type { ChatTarget } from '#common/sharing/webhooks/chat-targets/schema.ts'
import { runSql } from '../../support/api-client.ts'
import { pollUntilTrue } from '../../support/document-clients.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../support/receiver.ts'
import { waitForIdleFeedReader } from '../../support/wait-for-idle-feed-reader.ts'

let atlas: ProjectTestServer
const receivers: WebhookReceiver[] = []

beforeAll(async () => {
  atlas = await startProjectTestServer({ REACHABLE_NETWORKS: '127.0.0.1' }, undefined, [chatTargetsReader])
  await sql('delete from pgboss.schedule')
})
beforeEach(async () => {
  await waitForIdleFeedReader(chatTargetsReader.name, atlas)
  await sql('delete from webhooks')
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()))
})
afterAll(async () => {
  await Promise.all(receivers.map((receiver) => receiver.close()))
  await atlas.close()
})

const sql = (statement: string, values: unknown[] = []) =>
  runSql<Record<string, unknown>>(atlas.server.databaseUrl, statement, values)
const at = ({ id }: { id: string }) => ({ params: { ...atlas.params, chat_target_id: id } })
const list = () => atlas.cast.ann.call('listChatTargets', { params: atlas.params })

/** The fields of the messages of all services. */
interface ChatBody {
  text: string
  html?: string
  content?: string
  allowed_mentions?: object
  attachments?: { content: { body: { text: string }[] } }[]
}

/** Creates a chat target with a receiver that records its messages. */
async function connect(service: ChatService, more: object = {}, status = 204) {
  const receiver = await startWebhookReceiver()
  receiver.answer = (response) => void response.writeHead(status).end()
  receivers.push(receiver)
  const body = { name: '#atlas', url: `${receiver.url}secret`, service, ...more }
  const target: ChatTarget = await atlas.cast.ann.call('createChatTarget', { params: atlas.params, body })
  return { receiver, target, messages: () => receiver.received.map(({ raw }): ChatBody => JSON.parse(raw)) }
}

test('a target receives the chosen events as messages, and its URL stays secret', async () => {
  const { ann } = atlas.cast
  const { target, receiver, messages } = await connect('slack')
  expect(target).toMatchObject({ name: '#atlas', host: new URL(receiver.url).host, is_active: true })
  expect(JSON.stringify([target, await list(), await sql('select w::text from webhooks w')])).not.toContain(
    '/secret',
  )
  const item = await atlas.make('A <!channel> leak')
  const params = { ...atlas.params, id: item.id }
  await ann.call('updateWorkItem', { params, body: { priority: 'high' } })
  await ann.call('updateWorkItem', { params, body: { state_id: atlas.states['started'] } })
  const key = `ATL-${item.sequence_id}`
  const link = `/acme/browse/${key}|${key} A &lt;!channel&gt; leak>`
  await pollUntilTrue(() => receiver.received.length >= 2, 'both messages have arrived')
  const texts = messages().map(({ text }) => text.replace(/<http[^/]*\/\/[^/]*/, '<'))
  expect(texts.toSorted()).toEqual([`ann created <${link}`, `ann moved <${link} to In Progress`])
  expect(receiver.received[0]?.headers['x-tandem-signature']).toBeUndefined()
  await pollUntilTrue(async () => (await list())[0]?.last_attempt_at !== null, 'the attempt is recorded')
  expect(await list()).toMatchObject([{ id: target.id, last_error: null }])
  expect(await ann.call('listWebhooks', { params: { slug: atlas.params.slug } })).toEqual([])
})

test('other projects and unchosen events cause no message', async () => {
  const { messages } = await connect('mattermost', { events: ['comment_created'] })
  const elsewhere = await atlas.makeProject('Other', 'OTH')
  await atlas.make('Elsewhere', {}, atlas.cast.ann, elsewhere)
  const item = await atlas.make('Here')
  const params = { ...atlas.params, id: item.id }
  const body = { comment_html: '<p>Hello @channel</p>' }
  await atlas.cast.ann.call('createComment', { params, body })
  await pollUntilTrue(() => messages().length > 0, 'the comment has arrived')
  await waitForIdleFeedReader(chatTargetsReader.name, atlas)
  expect(messages()).toHaveLength(1)
  expect(messages()[0]?.text).toMatch(/^ann commented on \[ATL-\d+ Here\]\(.*\): Hello @\u200bchannel$/)
})

test('imports, requests in triage and restored rows cause no message, and states are those of the change', async () => {
  const { ann } = atlas.cast
  const { params } = atlas
  await ann.call('updateProject', { params, body: { inbox_view: true } })
  const { messages } = await connect('slack')
  await atlas.make('Imported', { original: { created_at: '2020-01-01T00:00:00.000Z' } })
  await ann.call('createInboxIssue', { params, body: { issue: { name: 'Asked' } } })
  const [asked] = await sql("select id from work_items where name = 'Asked'")
  const body = { comment_html: '<p>Secret</p>' }
  await ann.call('createComment', { params: { ...params, id: String(asked?.['id']) }, body })
  const { id } = await atlas.make('Comes back')
  const item = { params: { ...params, id } }
  await pollUntilTrue(() => messages().length === 1, 'the creation has arrived')
  await sql(
    "update work_items set updated_at = updated_at - interval '1 minute', created_at = created_at - interval '1 minute' where id = $1",
    [id],
  )
  await ann.call('deleteWorkItem', item)
  await ann.call('restoreWorkItem', item)
  for (const group of ['started', 'completed'])
    await ann.call('updateWorkItem', { ...item, body: { state_id: atlas.states[group] } })
  await pollUntilTrue(() => messages().length >= 3, 'the states have arrived')
  await waitForIdleFeedReader(chatTargetsReader.name, atlas)
  const texts = messages().map(({ text }) => text.replace(/<.*>/, 'it'))
  expect(texts.toSorted()).toEqual(['ann created it', 'ann moved it to Done', 'ann moved it to In Progress'])
})

test('many similar messages are merged', () => {
  const values = { actor: 'ann', item: 'ATL-1 Ship', project: 'Atlas', text: '', url: '/x', value: '–' }
  const message = { event: 'item_created', project_id: newId(), values, more: 0, change: { actor_id: null } }
  const make = (count: number) => Array.from({ length: count }, () => message as unknown as ChatMessage)
  expect(mergeSimilarMessages(make(5))).toHaveLength(5)
  const [merged, ...others] = mergeSimilarMessages(make(200))
  expect(others).toEqual([])
  if (merged === undefined) throw new Error('there is no message')
  expect(JSON.parse(createChatJobBody(merged, 'en')).values.item).toBe('ATL-1 Ship and 199 more')
})

test('values contain no formatting and no mentions in Slack, and no message is empty', () => {
  const values = { actor: '*ann* @here', item: '[a](b)', project: '', text: '', url: 'https://x', value: '' }
  const text = (template: string | null) =>
    JSON.parse(createChatBody('slack', { sentence: '{{actor}} {{item}}', template, values })).text
  expect(text(null)).toBe('*\u200bann*\u200b @\u200bhere <https://x|[a]\u200b(b)>')
  expect(text('{{text}} ')).toBe(text(null))
})

test('a rate limit postpones a message, and a refused message is not sent again', async () => {
  const job = `select state, retry_count, start_after > now() + interval '5 minutes' as is_later
    from pgboss.job where name = 'deliver-webhook' and data->>'webhook_id' = $1`
  const limited = await connect('slack')
  limited.receiver.answer = (response) => void response.writeHead(429, { 'retry-after': '600' }).end()
  const refused = await connect('slack', {}, 400)
  await atlas.make('Too much')
  // The first job ends after it has created the postponed one.
  const isPostponed = async () => {
    const jobs = await sql(job, [limited.target.id])
    return jobs.length === 1 && jobs[0]?.['is_later'] === true
  }
  await pollUntilTrue(isPostponed, 'only the postponed message waits')
  expect(await sql(job, [limited.target.id])).toMatchObject([{ state: 'created', retry_count: 0 }])
  await pollUntilTrue(async () => (await sql(job, [refused.target.id])).length === 0, 'no job is left')
  expect(refused.receiver.received).toHaveLength(1)
  expect((await list()).map(({ is_active }) => is_active)).toEqual([true, true])
})

test('each service receives its own format', async () => {
  for (const service of chatServices) {
    const { target, messages } = await connect(service, { template: '{{project}}: {{message}}' })
    await atlas.cast.ann.call('testChatTarget', at(target))
    await pollUntilTrue(() => messages().length === 1, `${service} has received the test`)
    const [body] = messages()
    const text = body?.content ?? body?.attachments?.[0]?.content.body[0]?.text ?? body?.text
    expect(text, service).toMatch(/^Atlas: ann connected this channel to .*Atlas/)
    if (service === 'discord') expect(body?.allowed_mentions).toEqual({ parse: [] })
    if (service === 'matrix') expect(body?.html).toMatch(/<a href="http.*">Atlas<\/a>$/)
  }
})

test('a failed message is shown, and is retried', async () => {
  const { target, receiver } = await connect('discord', {}, 500)
  await atlas.make('Nobody hears it')
  await pollUntilTrue(async () => (await list())[0]?.last_error !== null, 'the failure is recorded')
  expect(receiver.received.length).toBeGreaterThan(0)
  expect(await list()).toMatchObject([{ id: target.id, is_active: true }])
  const state = `select state from pgboss.job where name = 'deliver-webhook' and data->>'webhook_id' = $1`
  const isRetried = async () => (await sql(state, [target.id]))[0]?.['state'] === 'retry'
  await pollUntilTrue(isRetried, 'the message is sent again later')
})

test('a target is changed, switched off and deleted', async () => {
  const { ann } = atlas.cast
  const { target } = await connect('teams')
  const body = { name: '#ship', events: ['cycle_created' as const], template: '', is_active: false }
  expect(await ann.call('updateChatTarget', { ...at(target), body })).toMatchObject({
    ...body,
    template: null,
  })
  await ann.call('deleteChatTarget', at(target))
  expect(await list()).toEqual([])
})

test('a target is switched off when its owner is no longer an admin of the project', async () => {
  const { max } = atlas.cast
  const { target, messages } = await connect('slack')
  await sql('update webhooks set created_by = $1 where id = $2', [max.id, target.id])
  await atlas.make('Nobody may send it')
  await pollUntilTrue(async () => (await list())[0]?.is_active === false, 'the target is off')
  expect(await list()).toMatchObject([{ off_reason: 'maker_left' }])
  expect(messages()).toEqual([])
})

test('only admins of the project manage its targets, with valid input', async () => {
  const { ann, max, eve } = atlas.cast
  const { target } = await connect('slack')
  const { params } = atlas
  const body = { name: 'x', url: 'https://chat.example/x', service: 'slack' as const }
  await atlas.changingNothing(async () => {
    expect(await max.refused('createChatTarget', { params, body })).toMatchObject({ status: 403 })
    expect(await max.refused('updateChatTarget', { ...at(target), body: { name: 'y' } })).toMatchObject({
      status: 403,
    })
    expect(await eve.refused('deleteChatTarget', at(target))).toMatchObject({ status: 404 })
    const evil = { params: { ...atlas.eves, chat_target_id: target.id } }
    expect(await eve.refused('testChatTarget', evil)).toMatchObject({ status: 404 })
    expect(await ann.refused('deleteChatTarget', at({ id: newId() }))).toMatchObject({ status: 404 })
    const invalid = async (more: object) =>
      Object.keys(
        (await ann.refused('createChatTarget', { params, body: { ...body, ...more } })).fields ?? {},
      )
    expect(await invalid({ url: 'http://169.254.169.254/x' })).toEqual(['url'])
    expect(await invalid({ template: '{{secret}}' })).toEqual(['template'])
    expect(await invalid({ name: '' })).toEqual(['name'])
  })
  for (let number = 1; number < chatTargetsLimit; number++)
    await ann.call('createChatTarget', { params, body })
  expect(await ann.refused('createChatTarget', { params, body })).toMatchObject({ status: 409 })
})
