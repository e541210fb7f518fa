import { afterAll, beforeAll, expect, test } from 'vitest'
import { decryptWebhookSecret, encryptWebhookSecret } from '#api/sharing/webhooks/secret.ts'
import { newId } from '#common/platform/ids.ts'
import { webhooksLimit } from '#common/sharing/webhooks/rules.ts'
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

const at = (id: string) => ({ params: { slug: cast.slug, webhook_id: id } })
const make = (url: string, also: object = {}) =>
  cast.ann.call('createWebhook', { params: { slug: cast.slug }, body: { url, ...also } })
const list = () => cast.ann.call('listWebhooks', { params: { slug: cast.slug } })
const kept = async (id: string) => {
  const [row] = await runSql<{ sealed_secret: string }>(
    server.databaseUrl,
    'select sealed_secret from webhooks where id = $1',
    [id],
  )
  return row?.sealed_secret ?? ''
}

test('a webhook is made, its secret told once, changed and deleted', async () => {
  const { secret_key, ...made } = await make('hooks.example/in', { issue: true })
  expect(made).toMatchObject({
    url: 'https://hooks.example/in',
    created_by: cast.ann.id,
    ...{ is_active: true, issue: true, project: false, cycle: false, module: false, issue_comment: false },
    ...{ is_internal: false, version: 'v1' },
  })
  expect(secret_key).toMatch(/^tandem_wh_[0-9a-f]{64}$/)
  expect(await cast.ann.call('getWebhook', at(made.id))).toEqual(made)
  expect(await list()).toContainEqual(made)
  const changed = await cast.ann.call('updateWebhook', { ...at(made.id), body: { is_active: false } })
  expect(changed).toMatchObject({ is_active: false, issue: true, url: made.url })
  await cast.ann.call('deleteWebhook', at(made.id))
  expect(await list()).toEqual([])
})

test('a secret is kept sealed, and another takes its place', async () => {
  const made = await make('https://sealed.example/')
  const before = await kept(made.id)
  expect(before).not.toBe('')
  for (const text of [before, Buffer.from(before, 'base64').toString('latin1')])
    expect(text).not.toContain(made.secret_key)
  const again = await cast.ann.call('regenerateWebhookSecret', at(made.id))
  expect(again.secret_key).toMatch(/^tandem_wh_[0-9a-f]{64}$/)
  expect(again.secret_key).not.toBe(made.secret_key)
  expect(await kept(made.id)).not.toBe(before)
})

test('a sealed secret opens for its webhook and this installation alone, and only as it was', () => {
  const [ours, theirs] = [{ secret: 'a'.repeat(32) }, { secret: 'b'.repeat(32) }]
  const id = newId()
  const sealed = encryptWebhookSecret(ours, id, 'tandem_wh_secret')
  expect(decryptWebhookSecret(ours, id, sealed)).toBe('tandem_wh_secret')
  expect(encryptWebhookSecret(ours, id, 'tandem_wh_secret')).not.toBe(sealed)
  expect(() => decryptWebhookSecret(theirs, id, sealed)).toThrow()
  expect(() => decryptWebhookSecret(ours, newId(), sealed)).toThrow()
  const bytes = Buffer.from(sealed, 'base64')
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
  expect(() => decryptWebhookSecret(ours, id, bytes.toString('base64'))).toThrow()
})

test.each([
  ...[
    'http://localhost/',
    'http://a.localhost/',
    'http://127.0.0.1:8080/',
    'http://2130706433/',
    'http://[::1]/',
  ],
  ...['http://10.0.0.1/', 'http://169.254.169.254/latest', 'https://[::ffff:7f00:1]/'],
  ...['ftp://hooks.example/', 'https://ann:secret@hooks.example/', 'https://hooks', 'a b', ''],
  `https://hooks.example/${'a'.repeat(1024)}`,
])('security 12: %s is refused and nothing is kept', async (url) => {
  const before = await list()
  const { status } = await cast.ann.refused('createWebhook', { params: { slug: cast.slug }, body: { url } })
  expect(status).toBe(400)
  const [row] = before
  if (row !== undefined) {
    expect(await cast.ann.refused('updateWebhook', { ...at(row.id), body: { url } })).toMatchObject({
      status: 400,
    })
  }
  expect(await list()).toEqual(before)
})

test('an address is there once in a workspace', async () => {
  const first = await make('https://once.example/')
  const second = await make('https://twice.example/')
  const taken = { body: { url: first.url } }
  const told = { status: 409 }
  expect(await cast.ann.refused('createWebhook', { params: { slug: cast.slug }, ...taken })).toMatchObject(
    told,
  )
  expect(await cast.ann.refused('updateWebhook', { ...at(second.id), ...taken })).toMatchObject(told)
  await cast.ann.call('updateWebhook', { ...at(first.id), ...taken })
  const both = await Promise.allSettled([make('https://race.example/'), make('https://race.example/')])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('webhooks are a matter of admins, and those of elsewhere are not found', async () => {
  const made = await make('https://admins.example/')
  const before = await list()
  const calls = ['getWebhook', 'updateWebhook', 'regenerateWebhookSecret', 'deleteWebhook'] as const
  for (const name of calls) {
    const also = name === 'updateWebhook' ? { body: { is_active: false } } : {}
    for (const who of [cast.max, cast.gus])
      expect(await who.refused(name, { ...at(made.id), ...also })).toMatchObject({ status: 403 })
    expect(await cast.eve.refused(name, { ...at(made.id), ...also })).toMatchObject({ status: 404 })
    expect(await cast.ann.refused(name, { ...at(newId()), ...also })).toMatchObject({ status: 404 })
  }
  expect(await list()).toEqual(before)
})

test('there are only so many', async () => {
  for (let at = (await list()).length; at < webhooksLimit; at++) await make(`https://many-${at}.example/`)
  const body = { url: 'https://one-more.example/' }
  expect(await cast.ann.refused('createWebhook', { params: { slug: cast.slug }, body })).toMatchObject({
    status: 400,
  })
  expect(await list()).toHaveLength(webhooksLimit)
})
