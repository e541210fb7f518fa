import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOrm } from '#api/create-orm.ts'
import { adminCommands, InvalidCommand } from '#api/operation/admin/commands.ts'
import { getPublicAddress } from '#api/operation/instance/people-address.ts'
import { createBus } from '#api/platform/bus.ts'
import type { Orm } from '#api/platform/db/orm.ts'
import { type ApiClient, createSignedInUser, runSql } from '../../support/api-client.ts'
import { BrowserClient } from '../../support/browser-client.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'
import { setUpAuthenticator } from '../../support/two-factor.ts'

let server: TestServer
let orm: Orm
let ann: ApiClient
let max: ApiClient

beforeAll(async () => {
  server = await startTestServer()
  orm = await createOrm(server.databaseUrl, createBus(null))
  ann = await createSignedInUser(server, 'ann@example.com')
  max = await createSignedInUser(server, 'max@example.com')
})
afterAll(async () => {
  await orm.close(true)
  await server.close()
})

const run = (name: keyof typeof adminCommands, email = '') =>
  adminCommands[name].run(orm.em.fork(), { appUrl: server.url }, email)
const isAdmin = async (who: ApiClient) => (await who.call('getInstanceAdmin', {})).is_instance_admin

test('who is locked out gets a link for a new password, whatever strangers have asked for, and is out elsewhere', async () => {
  const stranger = new BrowserClient(server)
  for (let time = 0; time < 4; time++) await stranger.send('forgotPassword', { json: { email: ann.email } })
  const first = new URL(await run('reset-password', 'ANN@example.com'))
  const link = new URL(await run('reset-password', 'ann@example.com'))
  expect(link.pathname).toBe('/accounts/reset-password/')
  expect(link.searchParams.get('email')).toBe(ann.email)
  const [row] = await runSql<{ secrets: string }>(
    server.databaseUrl,
    'select string_agg(m::text, $1) as secrets from mailed_secrets m',
    [' '],
  )
  expect(row?.secrets).not.toContain(link.searchParams.get('token'))
  const enter = ({ searchParams }: URL) => {
    const params = { uidb64: searchParams.get('uidb64') ?? '', token: searchParams.get('token') ?? '' }
    return new BrowserClient(server).post('resetPassword', { password: 'copper-meadow-44-owl' }, params)
  }
  expect((await enter(first)).to.searchParams.has('success')).toBe(false)
  expect((await enter(link)).to.searchParams.has('success')).toBe(true)
  expect(await ann.refused('getMe', {})).toMatchObject({ status: 401 })
})

test('links have the address that the server used last, unless APP_URL is set for the command', async () => {
  const address = (isAppUrlSet: boolean) =>
    getPublicAddress(orm.em.fork(), { appUrl: 'http://localhost:3000', isAppUrlSet })
  expect(await address(false)).toBe(server.url)
  expect(await address(true)).toBe('http://localhost:3000')
})

test('admins of the installation are made, listed and unmade, but for the last', async () => {
  await run('make-admin', ann.email)
  expect(await run('admins')).toBe(ann.email)
  await expect(run('remove-admin', ann.email)).rejects.toThrow('only instance admin')
  expect(await isAdmin(max)).toBe(false)
  await run('make-admin', max.email)
  await run('make-admin', max.email)
  expect(await isAdmin(max)).toBe(true)
  await run('remove-admin', ann.email)
  expect(await run('admins')).toBe(max.email)
})

test('a deactivated account is opened again, and an address that nobody has is said', async () => {
  await max.call('createWorkspace', { body: { name: 'Alone', slug: 'alone' } })
  await runSql(server.databaseUrl, 'update workspace_members set is_active = false where member_id = $1', [
    max.id,
  ])
  await runSql(server.databaseUrl, 'update users set is_active = false where id = $1', [max.id])
  await expect(run('reset-password', max.email)).rejects.toThrow('Run this first: activate')
  expect(await run('admins')).toBe(`${max.email} (deactivated)`)
  await run('activate', max.email)
  // Max regains access to the workspace "alone", because nobody else is a member who could add him again.
  expect((await max.call('listWorkspaces', {})).map(({ slug }) => slug)).toEqual(['alone'])
  expect(await run('reset-password', max.email)).toContain('token=')
  for (const name of ['reset-password', 'make-admin', 'remove-admin', 'activate'] as const)
    await expect(run(name, 'nobody@example.com')).rejects.toThrow(InvalidCommand)
})

test('who has lost their second factor signs in by the password alone', async () => {
  const [email, password] = ['lost@example.com', 'violet-harbour-92-kite']
  const browser = new BrowserClient(server)
  await browser.post('signUp', { email, password })
  await setUpAuthenticator(server, browser, password)
  const enter = async () => (await new BrowserClient(server).post('signIn', { email, password })).to.pathname
  expect(await enter()).toBe('/accounts/second-factor')
  expect(await run('reset-second-factor', email)).toContain('was reset')
  expect(await enter()).toBe('/onboarding')
  // The reset ends existing sessions, because somebody else may have used the lost device.
  expect((await browser.send('getMe')).status).toBe(401)
})
