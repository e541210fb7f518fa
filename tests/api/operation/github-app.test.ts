import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiClient, runSql } from '../../support/api-client.ts'
import { makeInstanceAdmin } from '../../support/cast.ts'
import { type FakeGithubApp, startFakeGithubApp } from '../../support/github-app.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'

let atlas: ProjectTestServer
let github: FakeGithubApp

beforeAll(async () => {
  github = await startFakeGithubApp()
  atlas = await startProjectTestServer({ REACHABLE_NETWORKS: '127.0.0.1', GITHUB_APP_HOST: github.url })
  await makeInstanceAdmin(atlas.server, atlas.cast.ann.id)
  await makeInstanceAdmin(atlas.server, atlas.cast.max.id)
})
afterAll(async () => {
  await atlas.close()
  await github.close()
})

const open = (path: string, { cookie }: Pick<ApiClient, 'cookie'> = atlas.cast.ann) =>
  fetch(new URL(path, atlas.server.url), { headers: { cookie }, redirect: 'manual' })
const comeBack = (query: Record<string, string>, who?: ApiClient) =>
  open(`/api/git/github-app/created/?${new URLSearchParams(query)}`, who)
const start = async (body: object = {}) => {
  const { url } = await atlas.cast.ann.call('createGithubApp', { body })
  return { url, state: new URL(url, atlas.server.url).searchParams.get('state') ?? '' }
}
const rows = async () =>
  (await atlas.cast.ann.call('listConfigurations', {})).filter(({ category }) => category === 'github-app')
const code = 'a-code-of-the-manifest'

test('a page posts the manifest only to the configured server', async () => {
  const { url } = await start({ organization: 'acme' })
  const page = await open(url)
  expect(page.headers.get('content-security-policy')).toContain(`form-action ${github.url};`)
  const text = await page.text()
  expect(text).toContain(`action="${github.url}/organizations/acme/settings/apps/new?state=`)
  const callback = `${atlas.server.url}/api/git/github-app/callback/`
  expect(text).toContain(`&quot;callback_urls&quot;:[&quot;${callback}&quot;]`)
  expect((await open('/api/git/github-app/new/?organization=../evil')).status).toBe(400)
})

test('a forged, replayed or foreign state stores no keys', async () => {
  const { state } = await start()
  expect((await comeBack({ code, state: 'forged' })).status).toBe(400)
  expect((await comeBack({ code, state }, atlas.cast.max)).status).toBe(400)
  expect((await comeBack({ code, state }, atlas.cast.gus)).status).toBe(403)
  expect((await comeBack({ code: 'unknown', state })).headers.get('location')).toBe('/admin/github?created=0')
  expect((await comeBack({ code, state })).status).toBe(400)
  expect((await rows()).filter(({ source }) => source === 'screen')).toEqual([])
})

test('the keys of the created App are stored encrypted and never returned', async () => {
  const { state } = await start()
  expect((await comeBack({ code, state })).headers.get('location')).toBe('/admin/github?created=1')
  const secrets = ['CLIENT_SECRET', 'PRIVATE_KEY', 'WEBHOOK_SECRET'].map((name) => `GITHUB_APP_${name}`)
  const stored = await rows()
  for (const key of secrets)
    expect(stored.find((row) => row.key === key)).toMatchObject({ value: '', is_set: true })
  expect(stored.find((row) => row.key === 'GITHUB_APP_ID')).toMatchObject({ value: '4711' })
  const kept = await runSql<{ value: string }>(
    atlas.server.databaseUrl,
    'select value from instance_settings where key = any($1)',
    [secrets],
  )
  expect(kept).toHaveLength(3)
  for (const { value } of kept)
    expect(Buffer.from(value, 'base64').toString('latin1')).not.toMatch(/PRIVATE|secret/)
  expect(await atlas.cast.ann.call('getGithubApp', { params: atlas.params })).toMatchObject({
    is_configured: true,
  })
})

test('refuses a private key that is none, and an ID with letters', async () => {
  for (const [key, value] of [
    ['GITHUB_APP_PRIVATE_KEY', 'no key'],
    ['GITHUB_APP_ID', 'Iv1.x'],
  ] as const)
    expect(await atlas.cast.ann.refused('updateConfigurations', { body: { [key]: value } })).toMatchObject({
      fields: { [key]: [expect.stringContaining(key)] },
    })
})
