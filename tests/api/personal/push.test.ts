import { createECDH, randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import ece from 'http_ece'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { derivePushKeys } from '#api/personal/notifications/push/keys.ts'
import { pushAllNotifications } from '#api/personal/notifications/push/push.ts'
import { sendPushJob } from '#api/personal/notifications/push/send-push.ts'
import { notificationsReader } from '#api/personal/notifications/reader.ts'
import { pushDevicesLimit } from '#common/personal/notifications/push/rules.ts'
import type { PushMessage } from '#common/personal/notifications/push/schema.ts'
import { type ApiClient, runSql } from '../../support/api-client.ts'
import { pollUntilTrue } from '../../support/document-clients.ts'
import { startTestJobRunner, type TestJobRunner } from '../../support/job-runner.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'
import { waitForIdleFeedReader } from '../../support/wait-for-idle-feed-reader.ts'

/** Simulates a push service and a browser that decrypts the received messages. */
let service: Server
let endpoint: string
let answers: number
const received: { message: PushMessage; headers: Record<string, unknown>; path: string }[] = []
/** Ends the delay of requests to paths that end with `slow`. Until this call, the push service does not answer them. */
let release = () => {}
const held = new Promise<void>((resolve) => {
  release = resolve
})
const browser = createECDH('prime256v1')
browser.generateKeys()
const secret = randomBytes(16)
const keys = {
  p256dh: browser.getPublicKey('base64url'),
  auth: secret.toString('base64url'),
}

let atlas: ProjectTestServer
let runner: TestJobRunner
const reachable = { REACHABLE_NETWORKS: '127.0.0.0/8' }

beforeAll(async () => {
  service = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray())
    if (request.url?.endsWith('slow')) await held
    const options = { version: 'aes128gcm', privateKey: browser, authSecret: secret.toString('base64url') }
    if (answers === 201)
      received.push({
        message: JSON.parse(String(ece.decrypt(body, options))),
        headers: request.headers,
        path: request.url ?? '',
      })
    response.writeHead(answers).end()
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  endpoint = `http://127.0.0.1:${(service.address() as AddressInfo).port}/send/`
  atlas = await startProjectTestServer(reachable, undefined, [notificationsReader])
  runner = await startTestJobRunner(atlas.server, [sendPushJob], reachable)
})
afterAll(async () => {
  await runner.stop()
  await atlas.close()
  service.close()
})
beforeEach(async () => {
  await waitForIdleFeedReader(notificationsReader.name, atlas)
  await runSql(atlas.server.databaseUrl, 'delete from notifications')
  await runSql(atlas.server.databaseUrl, 'delete from push_devices')
  await runSql(atlas.server.databaseUrl, 'delete from notification_preferences')
  received.length = 0
  answers = 201
})

/**
 * Registers a push device, and then replaces its URL in the database with the URL of the simulated push service. The
 * API call would reject a local URL.
 */
async function addDevice(who: ApiClient) {
  const body = { endpoint: `https://push.example/${who.id}`, keys }
  const device = await who.call('addPushDevice', { body })
  await runSql(atlas.server.databaseUrl, 'update push_devices set endpoint = $1 where id = $2', [
    `${endpoint}${device.id}`,
    device.id,
  ])
  return device
}

const at = (item: { id: string }) => ({ ...atlas.params, id: item.id })
const update = (item: { id: string }, body: object) =>
  atlas.cast.ann.call('updateWorkItem', { params: at(item), body })
const say = (item: { id: string }, html: string) =>
  atlas.cast.ann.call('createComment', { params: at(item), body: { comment_html: html } })
const devicesOf = (who: ApiClient) => who.call('listPushDevices', {})

const sent = () => runner.done(sendPushJob)

async function pushed(now?: Date): Promise<PushMessage[]> {
  await waitForIdleFeedReader(notificationsReader.name, atlas)
  received.length = 0
  await pushAllNotifications(runner, now)
  await sent()
  return received.map(({ message }) => message)
}

test('unread events are pushed once per burst, encrypted and signed', async () => {
  const { max } = atlas.cast
  await addDevice(max)
  const item = await atlas.make('Lamps', {}, max)
  await update(item, { priority: 'high' })
  await say(item, '<p>Two are out</p>')
  expect(await pushed()).toEqual([
    {
      title: `ATL-${item.sequence_id} Lamps`,
      body: 'ann commented: Two are out (and 1 more)',
      path: `/acme/browse/ATL-${item.sequence_id}`,
      tag: item.id,
    },
  ])
  const { authorization } = received[0]?.headers ?? {}
  expect(String(authorization)).toMatch(/^vapid t=[\w-]+\.[\w-]+\.[\w-]+, ?k=[\w-]+$/)
  expect(String(authorization)).toContain((await max.call('getPushKey', {})).key)
  expect(await pushed()).toEqual([])
  await update(item, { priority: 'low' })
  expect((await pushed()).map(({ body }) => body)).toEqual(['ann set the priority to Low'])
})

test('read, hidden and disabled events and quiet hours cause no push', async () => {
  const { max } = atlas.cast
  await addDevice(max)
  const params = { slug: atlas.params.slug }
  const item = await atlas.make('Quiet', {}, max)
  await update(item, { priority: 'high' })
  await waitForIdleFeedReader(notificationsReader.name, atlas)
  await max.call('markAllRead', { params, body: {} })
  expect(await pushed()).toEqual([])
  await max.call('updateNotificationPreferences', { body: { push_property_change: false } })
  await update(item, { priority: 'low' })
  expect(await pushed()).toEqual([])
  await say(item, '<p>Heard</p>')
  await max.call('updateNotificationPreferences', { body: { quiet_from: '22:00', quiet_to: '07:00' } })
  expect(await pushed(new Date('2026-11-25T23:00:00Z'))).toEqual([])
  const membership = (isActive: boolean) =>
    runSql(atlas.server.databaseUrl, 'update project_members set is_active = $2 where member_id = $1', [
      max.id,
      isActive,
    ])
  await membership(false)
  expect(await pushed(new Date('2026-11-25T12:00:00Z'))).toEqual([])
  await membership(true)
})

test('an ended subscription or session removes the browser', async () => {
  const { max } = atlas.cast
  await addDevice(max)
  const item = await atlas.make('Gone', {}, max)
  await update(item, { priority: 'high' })
  answers = 410
  expect(await pushed()).toEqual([])
  expect(await devicesOf(max)).toEqual([])
  await addDevice(max)
  await runSql(
    atlas.server.databaseUrl,
    'delete from sessions where token_hash in (select session_hash from push_devices)',
  )
  expect(await runSql(atlas.server.databaseUrl, 'select from push_devices')).toEqual([])
  const id = '0'.repeat(32)
  await runSql(
    atlas.server.databaseUrl,
    `insert into sessions (token_hash, id, user_id, expires_at) values ($1, gen_random_uuid(), $2, now() + interval '1 day')`,
    [id, max.id],
  )
})

test('security 12: sends nothing to a private address', async () => {
  const { ann } = atlas.cast
  const device = await ann.call('addPushDevice', { body: { endpoint: 'https://10.0.0.1/x', keys } })
  await ann.call('testPushDevice', { params: { push_device_id: device.id } })
  await pollUntilTrue(async () => {
    const jobsLeft = await runSql<{ output: string }>(
      atlas.server.databaseUrl,
      "select output::text as output from pgboss.job where name = 'send-push' and state = 'retry'",
    )
    return jobsLeft.length > 0
  })
  expect(received).toEqual([])
  await runSql(atlas.server.databaseUrl, "delete from pgboss.job where name = 'send-push'")
})

test('browsers are added once, tested, removed and limited by their owner', async () => {
  const { ann, eve } = atlas.cast
  const device = await addDevice(ann)
  expect(await devicesOf(ann)).toMatchObject([{ id: device.id, is_current: true }])
  expect(await devicesOf(eve)).toEqual([])
  const one = { params: { push_device_id: device.id } }
  await atlas.changingNothing(async () => {
    for (const call of ['removePushDevice', 'testPushDevice'] as const)
      expect(await eve.refused(call, one)).toMatchObject({ status: 404 })
    for (const body of [
      { endpoint: 'http://push.example/x', keys },
      { endpoint: 'javascript:alert(1)', keys },
      { endpoint: 'https://push.example/x', keys: { ...keys, p256dh: 'short' } },
      { endpoint: 'https://push.example/x', keys: { ...keys, auth: '' } },
    ])
      expect(await ann.refused('addPushDevice', { body })).toMatchObject({ status: 400 })
  })
  await ann.call('testPushDevice', one)
  await sent()
  expect(received.map(({ message }) => message.tag)).toEqual(['test'])
  const ways = Array.from({ length: pushDevicesLimit + 3 }, (_, at) =>
    ann
      .call('addPushDevice', { body: { endpoint: `https://push.example/${at}`, keys } })
      .then(() => true)
      .catch(() => false),
  )
  expect((await Promise.all(ways)).filter(Boolean)).toHaveLength(pushDevicesLimit - 1)
  await ann.call('removePushDevice', one)
  // The next user who signs in gets the messages. The previous user no longer gets them.
  await eve.call('addPushDevice', { body: { endpoint: 'https://push.example/1', keys } })
  expect((await devicesOf(ann)).length).toBe(pushDevicesLimit - 2)
})

test('security 12: tests are limited, and a slow service delays no other user', async () => {
  const { ann, eve } = atlas.cast
  const [slow, quick] = [await addDevice(ann), await addDevice(eve)]
  await runSql(atlas.server.databaseUrl, 'update push_devices set endpoint = $1 where id = $2', [
    `${endpoint}slow`,
    slow.id,
  ])
  const tries = Array.from({ length: 40 }, () =>
    ann
      .call('testPushDevice', { params: { push_device_id: slow.id } })
      .then(() => 204)
      .catch(() => 429),
  )
  const allowed = (await Promise.all(tries)).filter((status) => status === 204).length
  expect(allowed).toBeGreaterThan(0)
  expect(allowed).toBeLessThanOrEqual(20)
  await eve.call('testPushDevice', { params: { push_device_id: quick.id } })
  await pollUntilTrue(async () => received.some(({ path }) => path.endsWith(quick.id)))
  expect(received.filter(({ path }) => path.endsWith('slow'))).toEqual([])
  release()
  await sent()
})

test('VAPID keys are the same in every process and depend on the secret', () => {
  const [a, b] = [derivePushKeys({ secret: 'a'.repeat(32) }), derivePushKeys({ secret: 'b'.repeat(32) })]
  expect(a).toEqual(derivePushKeys({ secret: 'a'.repeat(32) }))
  expect(a.publicKey).not.toBe(b.publicKey)
  expect(Buffer.from(a.publicKey, 'base64url')).toHaveLength(65)
})
