import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runSql } from '../../support/api-client.ts'
import { BrowserClient } from '../../support/browser-client.ts'
import { type FakeGitHub, type FakeGitHubUser, startFakeGitHub } from '../../support/git-hub.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'

let gitHub: FakeGitHub
let synced: TestServer
let plain: TestServer

beforeAll(async () => {
  gitHub = await startFakeGitHub()
  const settings = { TRUSTED_PROXIES: '1', REACHABLE_NETWORKS: '127.0.0.1', ...gitHub.settings }
  ;[synced, plain] = await Promise.all([
    startTestServer({ ...settings, ENABLE_GITHUB_SYNC: '1' }),
    startTestServer(settings),
  ])
})
afterAll(() => Promise.all([synced.close(), plain.close(), gitHub.close()]))

const picture = (background: string) =>
  sharp({ create: { width: 40, height: 40, channels: 3, background } })
    .png()
    .toBuffer()
const person = (id: number, login: string, content: Buffer | undefined): FakeGitHubUser => ({
  id,
  login,
  name: login,
  emails: [{ email: `${login}@example.com`, primary: true, verified: true }],
  ...(content && { picture: content }),
})

async function signIn(server: TestServer, who: FakeGitHubUser): Promise<BrowserClient> {
  const browser = new BrowserClient(server)
  const away = await browser.send('enterByProvider', { params: { provider: 'github' } })
  const query = Object.fromEntries(gitHub.signIn(away.to, who).searchParams)
  await browser.send('returnFromProvider', { params: { provider: 'github' }, query })
  expect(browser.isSignedIn).toBe(true)
  return browser
}

const avatarOf = async (browser: BrowserClient): Promise<string | null> =>
  JSON.parse((await browser.send('getMe')).text).avatar_url
const copied = { timeout: 20_000, interval: 100 }

/** Waits until the jobs that copy avatars have run. */
async function jobsDone(server: TestServer): Promise<void> {
  const waiting = async () => {
    const sql = `select count(*)::int as count from pgboss.job where name = 'copy-avatar' and state in ('created', 'active', 'retry')`
    const [row] = await runSql<{ count: number }>(server.databaseUrl, sql)
    return row?.count
  }
  await expect.poll(waiting, copied).toBe(0)
}

test('a new account gets the picture of the provider, re-encoded and stored here', async () => {
  const browser = await signIn(plain, person(1, 'ada', await picture('red')))
  await expect.poll(() => avatarOf(browser), copied).toMatch(/^\/api\/assets\/v2\/static\//)
  const shown = await fetch(`${plain.url}${await avatarOf(browser)}`)
  expect(shown.status).toBe(200)
  expect(shown.headers.get('content-type')).toMatch(/^image\//)
})

test('without the setting, a later sign-in changes nothing', async () => {
  const bo = person(2, 'bo', undefined)
  expect(await avatarOf(await signIn(plain, bo))).toBeNull()
  const again = await signIn(plain, { ...bo, picture: await picture('green') })
  await jobsDone(plain)
  expect(await avatarOf(again)).toBeNull()
})

test('with the setting, each sign-in takes over a changed picture, and only a changed one', async () => {
  const cy = person(3, 'cy', await picture('red'))
  const browser = await signIn(synced, cy)
  await expect.poll(() => avatarOf(browser), copied).not.toBeNull()
  const first = await avatarOf(browser)
  await signIn(synced, cy)
  await jobsDone(synced)
  expect(await avatarOf(browser)).toBe(first)
  await signIn(synced, { ...cy, picture: await picture('blue') })
  await expect.poll(() => avatarOf(browser), copied).not.toBe(first)
  const files = await runSql<{ shown: boolean }>(
    synced.databaseUrl,
    "select f.deleted_at is null as shown from file_assets f join users u on u.id = f.entity_identifier where u.email = 'cy@example.com'",
  )
  expect(files.map(({ shown }) => shown).sort()).toEqual([false, true])
  // If the provider sends the former picture again, the server reuses its file.
  await signIn(synced, cy)
  await expect.poll(() => avatarOf(browser), copied).toBe(first)
})

test('what is no picture is not taken over', async () => {
  const browser = await signIn(synced, person(4, 'dot', Buffer.from('<svg onload="alert(1)">')))
  await jobsDone(synced)
  expect(await avatarOf(browser)).toBeNull()
  const left = await runSql(
    synced.databaseUrl,
    "select 1 from file_assets f join users u on u.id = f.entity_identifier where u.email = 'dot@example.com'",
  )
  expect(left).toEqual([])
})
