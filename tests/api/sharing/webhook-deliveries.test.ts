import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createOrm } from '#api/create-orm.ts'
import { deleteExpiredRows } from '#api/maintenance.ts'
import { ProjectEntity } from '#api/organization/projects/entity.ts'
import { createBus } from '#api/platform/bus.ts'
import type { Orm } from '#api/platform/db/orm.ts'
import { runInChangeBatch } from '#api/platform/feed/run-in-change-batch.ts'
import { webhooksReader } from '#api/sharing/webhooks/reader.ts'
import { newId } from '#common/platform/ids.ts'
import { role } from '#common/platform/roles.ts'
import {
  maxListedWebhookLogs,
  maxStoredWebhookLogs,
  maxWebhookPayloadTextLength,
  maxWebhookResponseBytes,
  webhookLogRetentionDays,
} from '#common/sharing/webhooks/rules.ts'
import type { Webhook } from '#common/sharing/webhooks/schema.ts'
import { createSignedInUser, runSql } from '../../support/api-client.ts'
import { waitForEmailTo } from '../../support/browser-client.ts'
import { addMember, makeInstanceAdmin } from '../../support/cast.ts'
import { pollUntilTrue } from '../../support/document-clients.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'
import {
  isWebhookSignatureValid,
  startWebhookReceiver,
  type WebhookReceiver,
} from '../../support/receiver.ts'
import { waitForIdleFeedReader } from '../../support/wait-for-idle-feed-reader.ts'

let atlas: ProjectTestServer
let orm: Orm
const bus = createBus(null)
const receivers: WebhookReceiver[] = []

beforeAll(async () => {
  atlas = await startProjectTestServer({ REACHABLE_NETWORKS: '127.0.0.1' }, undefined, [webhooksReader])
  await makeInstanceAdmin(atlas.server, atlas.cast.ann.id)
  // The schedule is removed, because the tests run these jobs explicitly.
  await sql('delete from pgboss.schedule')
  orm = await createOrm(atlas.server.databaseUrl, bus)
})
beforeEach(async () => {
  await waitForIdleFeedReader(webhooksReader.name, atlas)
  await sql('delete from webhooks')
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()))
})
afterAll(async () => {
  await Promise.all(receivers.map((receiver) => receiver.close()))
  await orm.close(true)
  await bus.close()
  await atlas.close()
})

const sql = <Row extends object>(statement: string, values: unknown[] = []) =>
  runSql<Row & Record<string, unknown>>(atlas.server.databaseUrl, statement, values)
const slug = () => ({ slug: atlas.cast.slug })
const at = (webhook: Webhook) => ({ params: { ...slug(), webhook_id: webhook.id } })
const logsOf = (webhook: Webhook) => atlas.cast.ann.call('listWebhookLogs', at(webhook))
const get = (webhook: Webhook) => atlas.cast.ann.call('getWebhook', at(webhook))
const update = (item: { id: string }, body: object) =>
  atlas.cast.ann.call('updateWorkItem', { params: { ...atlas.params, id: item.id }, body })

/** Creates a webhook with a receiver that records its deliveries. */
async function told(flags: object, who = atlas.cast.ann) {
  const receiver = await startWebhookReceiver()
  receivers.push(receiver)
  const webhook = await who.call('createWebhook', { params: slug(), body: { url: receiver.url, ...flags } })
  return { receiver, webhook, said: () => receiver.received.map(({ body }) => body) }
}

test('this machine by its name is reached where its network is', async () => {
  const { cast } = atlas
  const body = { url: 'http://localhost:8080/hook' }
  const made = await cast.ann.call('createWebhook', { params: { slug: cast.slug }, body })
  expect(made.url).toBe(body.url)
})

test('what happens to an item arrives signed, once for each field', async () => {
  const { receiver, webhook, said } = await told({ issue: true })
  const item = await atlas.make('A leak')
  await update(item, { name: 'A small leak', priority: 'high' })
  await atlas.cast.ann.call('deleteWorkItem', { params: { ...atlas.params, id: item.id } })
  await pollUntilTrue(() => receiver.received.length >= 4, 'all have come')
  const ann = { id: atlas.cast.ann.id, display_name: 'ann' }
  const of = (action: string, field: string | null) =>
    said().find((one) => one.action === action && one.activity.field === field)
  expect(of('created', null)).toMatchObject({
    ...{ event: 'issue', webhook_id: webhook.id, workspace_id: atlas.cast.workspace_id },
    data: { id: item.id, project_id: atlas.params.project_id, sequence_id: item.sequence_id },
    activity: { actor: ann, old_value: null, new_value: null },
  })
  expect(of('updated', 'name')).toMatchObject({
    data: { id: item.id, state_id: item.state_id },
    activity: { old_value: 'A leak', new_value: 'A small leak', old_identifier: null, actor: ann },
  })
  expect(of('updated', 'priority')).toMatchObject({ activity: { old_value: 'none', new_value: 'high' } })
  expect(of('deleted', null)?.data).toEqual({ id: item.id })
  expect(said()).toHaveLength(4)
  for (const one of receiver.received) {
    expect(one.headers).toMatchObject({
      ...{ 'content-type': 'application/json', 'user-agent': 'Tandem', 'x-tandem-event': 'issue' },
      'x-tandem-delivery': expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(isWebhookSignatureValid(one, webhook.secret_key)).toBe(true)
    expect(isWebhookSignatureValid({ ...one, raw: `${one.raw} ` }, webhook.secret_key)).toBe(false)
  }
  const ids = receiver.received.map(({ headers }) => headers['x-tandem-delivery'])
  expect(new Set(ids).size).toBe(4)
  await pollUntilTrue(async () => (await logsOf(webhook)).length === 4, 'each is in the log')
  const [log] = await logsOf(webhook)
  expect(log).toMatchObject({
    ...{ webhook: webhook.id, event_type: 'issue', request_method: 'POST', retry_count: 0, error: null },
    ...{ response_status: 204, response_body: '', duration_ms: expect.any(Number) },
  })
  expect(JSON.stringify(await logsOf(webhook))).not.toMatch(/tandem_wh_|signature/i)
})

test('each switch lets its own things through', async () => {
  await atlas.cast.ann.call('updateProject', {
    params: atlas.params,
    body: { cycle_view: true, module_view: true },
  })
  const all = await told({ project: true, issue_comment: true, cycle: true, module: true })
  const off = await told({ issue: true, is_active: false })
  const { ann } = atlas.cast
  const item = await atlas.make('In a cycle and a module')
  const cycle = await ann.call('createCycle', { params: atlas.params, body: { name: 'Sprint' } })
  const module = await ann.call('createModule', { params: atlas.params, body: { name: 'Pipes' } })
  await update(item, { cycle_id: cycle.id, module_ids: [module.id] })
  await update(item, { cycle_id: null })
  const params = { ...atlas.params, id: item.id }
  const long = `<p>${'a'.repeat(maxWebhookPayloadTextLength)}</p>`
  const comment = await ann.call('createComment', { params, body: { comment_html: long } })
  await ann.call('deleteComment', { params: { ...params, comment_id: comment.id } })
  await ann.call('updateProject', { params: atlas.params, body: { description: 'Of pipes' } })
  const what = () =>
    all.said().map(({ event, action, activity }) => [event, action, activity.field].join(' '))
  await pollUntilTrue(() => what().length >= 8, 'all have come')
  expect(what().toSorted()).toEqual(
    [
      ...['cycle created ', 'module created ', 'project updated description'],
      ...['cycle_issue created cycle_id', 'cycle_issue deleted cycle_id', 'module_issue created module_ids'],
      ...['issue_comment created ', 'issue_comment deleted '],
    ].toSorted(),
  )
  const joined = all.said().find(({ event, action }) => event === 'cycle_issue' && action === 'created')
  expect(joined).toMatchObject({ data: { id: item.id }, activity: { new_identifier: cycle.id } })
  const sent = all.said().find(({ event, action }) => event === 'issue_comment' && action === 'created')
  expect(String(sent?.data['comment_html']).length).toBeLessThanOrEqual(maxWebhookPayloadTextLength)
  expect(off.receiver.received).toEqual([])
  expect(await logsOf(off.webhook)).toEqual([])
})

test('a storm of changes arrives, each once, and a receiver that never answers holds it up for nobody', async () => {
  const silent = await told({ issue: true })
  silent.receiver.answer = () => {}
  const { webhook, said } = await told({ issue: true })
  const item = await atlas.make('Stormy')
  const names = Array.from({ length: 100 }, (_, at) => `Gust ${at}`)
  for (const name of names) await update(item, { name })
  const heard = () =>
    said().flatMap(({ activity }) => (activity.field === 'name' ? [activity['new_value']] : []))
  await expect.poll(() => heard().length, { timeout: 40_000 }).toBeGreaterThanOrEqual(100)
  await waitForIdleFeedReader(webhooksReader.name, atlas)
  expect(heard().toSorted()).toEqual(names.toSorted())
  // The receiver that never answers got only a few requests, so its queue did not occupy the workers.
  expect(silent.receiver.received.length).toBeLessThanOrEqual(4)
  expect(silent.receiver.received.length).toBeGreaterThan(0)
  expect(await logsOf(webhook)).toHaveLength(maxListedWebhookLogs)
}, 60_000)

test('what is not taken is tried again under its id, then the webhook is off and its maker is told', async () => {
  const { receiver, webhook, said } = await told({ issue: true })
  receiver.answer = (response) =>
    response
      .writeHead(500, {
        'set-cookie': 'session=secret',
        'x-auth-token': 'secret',
        'x-told': 'b'.repeat(2000),
      })
      .end(`\0no${'.'.repeat(2 * maxWebhookResponseBytes)}`)
  await atlas.make('Unheard')
  const soon = (more: string) =>
    sql(
      `update pgboss.job set start_after = now() ${more} where name = 'deliver-webhook' and state = 'retry'`,
    )
  await pollUntilTrue(async () => (await logsOf(webhook)).length === 1, 'it was tried')
  const [first] = await logsOf(webhook)
  expect(first).toMatchObject({
    response_status: 500,
    error: 'The server answered with status 500.',
    retry_count: 0,
  })
  expect(first?.response_body).toHaveLength(maxWebhookResponseBytes - 1)
  expect(first?.response_headers['x-told']).toHaveLength(500)
  expect(JSON.stringify(first)).not.toContain('secret')
  expect((await get(webhook)).is_active).toBe(true)
  const isOff = async () => {
    await soon(', retry_count = greatest(retry_count, 3)')
    return !(await get(webhook)).is_active
  }
  await expect.poll(isOff, { timeout: 30_000 }).toBe(true)
  expect(await get(webhook)).toMatchObject({ is_active: false, off_reason: 'failing' })
  expect(new Set(receiver.received.map(({ headers }) => headers['x-tandem-delivery'])).size).toBe(1)
  expect((await logsOf(webhook)).map(({ retry_count }) => retry_count)).toContain(5)
  const mail = await waitForEmailTo(atlas.server, 'ann@example.com')
  expect(mail).toContain('Subject: A webhook of Acme was turned off')
  expect(mail).toContain(webhook.url)
  expect(mail).not.toContain('tandem_wh_')

  // The disabled webhook receives only manual deliveries. The server does not retry manual deliveries.
  const before = receiver.received.length
  await atlas.make('Nor this')
  await waitForIdleFeedReader(webhooksReader.name, atlas)
  const again = { params: { ...at(webhook).params, webhook_log_id: first?.id ?? '' } }
  const { delivery_id } = await atlas.cast.ann.call('redeliverWebhook', again)
  expect(delivery_id).toBe(first?.delivery_id)
  await pollUntilTrue(() => receiver.received.length > before, 'it came again')
  receiver.answer = (response) => response.writeHead(200).end('thanks')
  await atlas.cast.ann.call('testWebhook', at(webhook))
  await pollUntilTrue(async () => (await logsOf(webhook))[0]?.response_status === 200, 'the test is taken')
  expect(receiver.received.at(-2)?.raw).toBe(first?.request_body)
  expect(said().at(-1)).toMatchObject({ event: 'test', data: { id: webhook.id } })
  expect(receiver.received).toHaveLength(before + 2)
  const left = "select 1 from pgboss.job where name = 'deliver-webhook' and data->>'webhook_id' = $1"
  await pollUntilTrue(async () => (await sql(left, [webhook.id])).length === 0, 'no delivery is left')
  const on = { ...at(webhook), body: { is_active: true } }
  expect(await atlas.cast.ann.call('updateWebhook', on)).toMatchObject({ is_active: true, off_reason: null })
}, 60_000)

test('a receiver that kept two deliveries waiting is not asked for a while, but by hand', async () => {
  const { receiver, webhook } = await told({ issue: true })
  const waited = (ago: string) =>
    sql(
      `insert into webhook_logs (id, webhook_id, delivery_id, event_type, request_headers, request_body, response_headers, response_body,
         error, retry_count, duration_ms, created_at)
       select gen_random_uuid(), $1, gen_random_uuid(), 'issue', '{}', '{}', '{}', '', 'no answer', 0, 30000, now() - $2::interval
       from generate_series(1, 2)`,
      [webhook.id, ago],
    )
  await waited('6 minutes')
  await atlas.make('Long after')
  await pollUntilTrue(() => receiver.received.length === 1, 'it is asked again')
  await pollUntilTrue(async () => (await logsOf(webhook))[0]?.error === null, 'its answer is noted')
  await waited('0')
  await atlas.make('Just then')
  await pollUntilTrue(
    async () => (await logsOf(webhook))[0]?.error?.startsWith('not asked') ?? false,
    'it is left alone',
  )
  await atlas.make('And once more')
  await pollUntilTrue(
    async () => (await logsOf(webhook)).filter(({ error }) => error?.startsWith('not asked')).length === 2,
    'what was not asked counts for nothing',
  )
  expect(receiver.received).toHaveLength(1)
  await atlas.cast.ann.call('testWebhook', at(webhook))
  await pollUntilTrue(() => receiver.received.length === 2, 'it is tried by hand')
  await pollUntilTrue(async () => (await logsOf(webhook))[0]?.error === null, 'the answer is noted')
  await atlas.make('After it answered')
  await pollUntilTrue(() => receiver.received.length === 3, 'it is asked as before')
})

test('security 12: an address that is not public any more is not reached, and the log says so', async () => {
  const { webhook } = await told({ issue: true })
  await sql('update webhooks set url = $1 where id = $2', ['http://127.0.0.2:9/', webhook.id])
  await atlas.cast.ann.call('testWebhook', at(webhook))
  await pollUntilTrue(async () => (await logsOf(webhook)).length === 1, 'it was tried')
  const [log] = await logsOf(webhook)
  expect(log).toMatchObject({
    response_status: null,
    error: 'The server 127.0.0.2 cannot be reached.',
    response_body: '',
  })
})

test('security 62: a webhook says nothing more once its maker is no admin, until another one answers for it', async () => {
  const { ann, eve } = atlas.cast
  await addMember(atlas.server, atlas.cast.workspace_id, eve.id, role.admin)
  const { receiver, webhook, said } = await told({ issue: true }, eve)
  await atlas.make('Seen by Eve')
  await pollUntilTrue(() => said().length === 1, 'she hears')
  await sql('update workspace_members set is_active = false where member_id = $1 and workspace_id = $2', [
    ...[eve.id, atlas.cast.workspace_id],
  ])
  await atlas.make('Not seen')
  await waitForIdleFeedReader(webhooksReader.name, atlas)
  expect(await get(webhook)).toMatchObject({ is_active: false, off_reason: 'maker_left' })
  await ann.call('updateWebhook', { ...at(webhook), body: { is_active: true } })
  expect(await get(webhook)).toMatchObject({ is_active: true, off_reason: null, created_by: ann.id })
  const item = await atlas.make('Seen again')
  await pollUntilTrue(() => receiver.received.length === 2, 'Ann hears')
  expect(said().map(({ data }) => data.id)).toContain(item.id)
})

test('security 62: a webhook says nothing more once the account of its maker is deactivated', async () => {
  const ida = await createSignedInUser(atlas.server, 'ida@example.com')
  await addMember(atlas.server, atlas.cast.workspace_id, ida.id, role.admin)
  const { webhook, said } = await told({ issue: true }, ida)
  await sql('update users set is_active = false where id = $1', [ida.id])
  await atlas.make('Seen by nobody')
  await waitForIdleFeedReader(webhooksReader.name, atlas)
  expect(await get(webhook)).toMatchObject({ is_active: false, off_reason: 'maker_left' })
  expect(said()).toEqual([])
})

const isOn = async ({ id }: Webhook) =>
  (await sql<{ is_active: boolean }>('select is_active from webhooks where id = $1', [id]))[0]?.is_active

test.each([
  [
    'is taken out',
    'update workspace_members set is_active = false where member_id = $1 and workspace_id = $2',
  ],
  ['is lowered', 'update workspace_members set role = 15 where member_id = $1 and workspace_id = $2'],
  [
    'lacks the second factor that is asked for',
    'update workspaces set requires_second_factor = true where $1::uuid is not null and id = $2',
  ],
])('security 60, 62: what waits to be tried again goes nowhere once its maker %s', async (_, loses) => {
  const uma = await createSignedInUser(atlas.server, `uma-${newId()}@example.com`)
  await addMember(atlas.server, atlas.cast.workspace_id, uma.id, role.admin)
  const { receiver, webhook } = await told({ issue: true }, uma)
  receiver.answer = (response) => response.writeHead(500).end()
  await atlas.make('Tried once')
  await pollUntilTrue(async () => (await logsOf(webhook)).length === 1, 'it was tried')
  await sql(loses, [uma.id, atlas.cast.workspace_id])
  const waiting = () =>
    sql<{ id: string }>(
      "select id from pgboss.job where name = 'deliver-webhook' and data->>'webhook_id' = $1 and state = 'retry'",
      [webhook.id],
    )
  await pollUntilTrue(async () => (await waiting()).length === 1, 'it waits to be tried again')
  const [job] = await waiting()
  await atlas.cast.ann.call('retryFailedJob', { params: { job_id: job?.id ?? '' } })
  await pollUntilTrue(async () => !(await isOn(webhook)), 'it is switched off')
  await sql('update workspaces set requires_second_factor = false')
  expect(await get(webhook)).toMatchObject({ is_active: false, off_reason: 'maker_left' })
  expect(receiver.received).toHaveLength(1)
})

test('a webhook of a deleted workspace says nothing, and is as it was when that comes back', async () => {
  const { ann } = atlas.cast
  const made = await ann.call('createWorkspace', { body: { name: 'Away', slug: 'away' } })
  const params = { slug: made.slug }
  const body = { name: 'Away', identifier: 'AWY' }
  const { id: project_id } = await ann.call('createProject', { params, body })
  const receiver = await startWebhookReceiver()
  receivers.push(receiver)
  const { id } = await ann.call('createWebhook', { params, body: { url: receiver.url, issue: true } })
  const there = { server: atlas.server, cast: { workspace_id: made.id } }
  await waitForIdleFeedReader(webhooksReader.name, there)
  await sql('update workspaces set deleted_at = now() where id = $1', [made.id])
  await runInChangeBatch(orm.em, { actor_id: ann.id, mutation_id: null }, async (em) => {
    const project = await em.findOneOrFail(ProjectEntity, { id: project_id })
    project.name = 'Still read'
  })
  await waitForIdleFeedReader(webhooksReader.name, there)
  expect(await sql('select is_active from webhooks where id = $1', [id])).toEqual([{ is_active: true }])
  expect(receiver.received).toEqual([])
})

test('logs, tests and deliveries are a matter of admins, and those of elsewhere are not found', async () => {
  const { webhook } = await told({ issue: true })
  const other = await told({ issue: true })
  const { ann, max, gus, eve } = atlas.cast
  await ann.call('testWebhook', at(webhook))
  await pollUntilTrue(async () => (await logsOf(webhook)).length === 1, 'it was tried')
  const [log] = await logsOf(webhook)
  const again = (id: string) => ({ params: { ...slug(), webhook_id: id, webhook_log_id: log?.id ?? '' } })
  await atlas.changingNothing(async () => {
    for (const who of [max, gus, eve]) {
      const told = { status: who === eve ? 404 : 403 }
      expect(await who.refused('listWebhookLogs', at(webhook))).toMatchObject(told)
      expect(await who.refused('testWebhook', at(webhook))).toMatchObject(told)
      expect(await who.refused('redeliverWebhook', again(webhook.id))).toMatchObject(told)
    }
    const eves = { slug: atlas.cast.eves, webhook_id: webhook.id }
    expect(await eve.refused('listWebhookLogs', { params: eves })).toMatchObject({ status: 404 })
    expect(await eve.refused('testWebhook', { params: eves })).toMatchObject({ status: 404 })
    const params = { ...eves, webhook_log_id: log?.id ?? '' }
    expect(await eve.refused('redeliverWebhook', { params })).toMatchObject({ status: 404 })
    for (const id of [other.webhook.id, newId()])
      expect(await ann.refused('redeliverWebhook', again(id))).toMatchObject({ status: 404 })
  })
  expect(other.receiver.received).toEqual([])
})

test('the log forgets what is old, and what is too much', async () => {
  const { webhook } = await told({})
  const fill = (count: number, age: string) =>
    sql(
      `insert into webhook_logs (id, webhook_id, delivery_id, event_type, request_headers, request_body,
         response_headers, response_body, retry_count, duration_ms, created_at)
       select gen_random_uuid(), $1, gen_random_uuid(), 'issue', '{}', '', '{}', '', 0, 1, now() - $2::interval
       from generate_series(1, $3)`,
      [webhook.id, age, count],
    )
  const kept = async () =>
    (await sql('select 1 from webhook_logs where webhook_id = $1', [webhook.id])).length
  await fill(3, `${webhookLogRetentionDays} days 1 minute`)
  await fill(5, `${webhookLogRetentionDays - 1} days`)
  await deleteExpiredRows(orm)
  expect(await kept()).toBe(5)
  await fill(maxStoredWebhookLogs, '1 minute')
  await deleteExpiredRows(orm)
  expect(await kept()).toBe(maxStoredWebhookLogs)
})
