import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiClient, createSignedInUser, runSql } from '../../support/api-client.ts'
import { BrowserClient } from '../../support/browser-client.ts'
import { callPlaneApi, expectRowToHaveFields } from '../../support/plane-client.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'

// These tests simulate the admin client of Plane: its separate sign-in, and the settings that it reads and
// writes.
let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ TRUSTED_PROXIES: '1' })
})
afterAll(() => server.close())

const password = 'violet-harbour-92-kite'
const ask = (who: Pick<ApiClient, 'cookie'>, method: string, path: string, body?: unknown) =>
  callPlaneApi(server, who, method, path, body)
const placeOf = ({ to }: { to: URL }) => to.pathname + to.search

test('the first admin signs up, and nobody after them', async () => {
  const anyone = new BrowserClient(server)
  expect(await ask(anyone, 'GET', '/api/instances/admins/session')).toEqual({ is_authenticated: false })
  await anyone.send('visitSignUpScreen')
  expect(await ask(anyone, 'GET', '/api/instances')).toMatchObject({
    instance: { is_signup_screen_visited: true, is_telemetry_enabled: false },
  })
  const form = {
    email: 'ida@example.com',
    password,
    first_name: 'Ida',
    last_name: 'Noddack',
    company_name: 'Rhenium',
    is_telemetry_enabled: 'True',
  }
  const nameless = await anyone.post('signUpInstanceAdmin', { ...form, first_name: '' })
  expect(placeOf(nameless)).toContain('error_code=5155')
  const weak = await anyone.post('signUpInstanceAdmin', { ...form, password: 'abc' })
  expect(placeOf(weak)).toContain('error_code=5165')
  expect(placeOf(await anyone.post('signUpInstanceAdmin', form))).toBe('/god-mode/general')
  const session = await ask(anyone, 'GET', '/api/instances/admins/session')
  expect(session).toMatchObject({
    is_authenticated: true,
    user: { email: 'ida@example.com', first_name: 'Ida', last_name: 'Noddack' },
  })
  const second = new BrowserClient(server)
  const late = await second.post('signUpInstanceAdmin', { ...form, email: 'eve@example.org' })
  expect(placeOf(late)).toContain('error_code=5150')
  expect(second.isSignedIn).toBe(false)
})

test('only instance admins sign in, and sign out again', async () => {
  const max = new BrowserClient(server)
  await max.post('signUp', { email: 'max@example.com', password })
  const stranger = new BrowserClient(server)
  for (const email of ['max@example.com', 'nobody@example.com']) {
    const refused = await stranger.post('signInInstanceAdmin', { email, password })
    expect(placeOf(refused)).toMatch(/^\/god-mode\/\?error_code=5175/)
  }
  const wrong = await stranger.post('signInInstanceAdmin', { email: 'ida@example.com', password: 'wrong' })
  expect(placeOf(wrong)).toContain('error_code=5175')
  const empty = await stranger.post('signInInstanceAdmin', { email: 'ida@example.com', password: '' })
  expect(placeOf(empty)).toContain('error_code=5170')
  expect(stranger.isSignedIn).toBe(false)
  expect(await ask(max, 'GET', '/api/instances/admins/session')).toEqual({ is_authenticated: false })
  const ida = new BrowserClient(server)
  const arrived = await ida.post('signInInstanceAdmin', { email: 'ida@example.com', password })
  expect(placeOf(arrived)).toBe('/god-mode/general')
  expectRowToHaveFields(await ask(ida, 'GET', '/api/instances/admins/me'), 'id user role user_detail')
  expect(placeOf(await ida.post('signOutInstanceAdmin'))).toBe('/god-mode/')
  expect(await ask(ida, 'GET', '/api/instances/admins/session')).toEqual({ is_authenticated: false })
})

test('name, telemetry and every setting of the client are stored', async () => {
  const ann = await createSignedInUser(server, 'ann@example.com')
  await runSql(server.databaseUrl, 'insert into instance_admins (user_id) values ($1)', [ann.id])
  // Ann needs a password, because she could not sign in without one after the test removes the mail server.
  await runSql(server.databaseUrl, "update users set password_hash = 'some hash' where id = $1", [ann.id])
  const change = { instance_name: 'Harbour', is_telemetry_enabled: false }
  expect(await ask(ann, 'PATCH', '/api/instances/', change)).toMatchObject(change)
  const keys = ['GOOGLE', 'GITHUB', 'GITLAB', 'GITEA'].map((name) => `ENABLE_${name}_SYNC`)
  const sent = Object.fromEntries(['ENABLE_SMTP', ...keys].map((key) => [key, '1']))
  await ask(ann, 'PATCH', '/api/instances/configurations/', sent)
  const rows = Object.values(await ask(ann, 'GET', '/api/instances/configurations')).map(Object)
  for (const key of Object.keys(sent))
    expect(rows).toContainEqual(expect.objectContaining({ key, value: '1' }))
  await ask(ann, 'PATCH', '/api/instances/configurations/', { EMAIL_HOST: 'mail.example.com' })
  const isMailing = async () => Object(await ask(ann, 'GET', '/api/instances'))['config'].is_smtp_configured
  expect(await isMailing()).toBe(true)
  await ask(ann, 'PATCH', '/api/instances/configurations/', { ENABLE_SMTP: '0' })
  expect(await isMailing()).toBe(false)
})
