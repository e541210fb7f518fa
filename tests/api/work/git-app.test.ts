import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { gitIssuesReader } from '#api/work/git/issues/reader.ts'
import { gitAppProblemMessages, githubAppWebhookPath } from '#common/work/git/rules.ts'
import { type ApiClient, runSql } from '../../support/api-client.ts'
import { pollUntilTrue } from '../../support/document-clients.ts'
import { forgeEventsByProvider, sendForgeWebhook } from '../../support/forges.ts'
import { type FakeGithubApp, startFakeGithubApp } from '../../support/github-app.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'
import { waitForIdleFeedReader } from '../../support/wait-for-idle-feed-reader.ts'

let atlas: ProjectTestServer
let github: FakeGithubApp

beforeAll(async () => {
  github = await startFakeGithubApp()
  const settings = { REACHABLE_NETWORKS: '127.0.0.1', ...github.settings }
  atlas = await startProjectTestServer(settings, undefined, [gitIssuesReader])
})
beforeEach(() => {
  github.installations.splice(0, github.installations.length, {
    ...{ id: 71, account: 'acme', suspended_at: null },
    repositories: [{ id: 42, full_name: 'acme/web', private: true }],
  })
  github.visitor = { installations: [71] }
  github.tokenMs = 3_600_000
})
afterEach(async () => {
  const { ann } = atlas.cast
  for (const { id } of await listConnections())
    await ann.call('deleteGitConnection', { params: { ...atlas.params, git_connection_id: id } })
  await sql('delete from github_authorizations')
})
afterAll(async () => {
  await atlas.close()
  await github.close()
})

const sql = <Row extends object>(statement: string, values: unknown[] = []) =>
  runSql<Row & Record<string, unknown>>(atlas.server.databaseUrl, statement, values)
const listConnections = () => atlas.cast.ann.call('listGitConnections', { params: atlas.params })

/**
 * Starts to connect a repository, and returns the parameter `state` of the GitHub URL to which the browser is
 * sent.
 */
async function start(who: ApiClient = atlas.cast.ann, params = atlas.params, install = false) {
  const { url } = await who.call('authorizeGithubApp', { params, body: { install } })
  return { url: new URL(url), state: new URL(url).searchParams.get('state') ?? '' }
}

/** Opens the address to which GitHub returns the browser. Returns the address to which Tandem then redirects. */
async function comeBack(query: Record<string, string>, who: ApiClient = atlas.cast.ann): Promise<string> {
  const address = `${atlas.server.url}/api/git/github-app/callback/?${new URLSearchParams(query)}`
  const answer = await fetch(address, { headers: { cookie: who.cookie }, redirect: 'manual' })
  expect(answer.status).toBe(302)
  return answer.headers.get('location') ?? ''
}

async function authorize(who: ApiClient = atlas.cast.ann, params = atlas.params): Promise<string> {
  const { state } = await start(who, params)
  return comeBack({ state, code: github.grantCode() }, who)
}

const settingsOf = ({ slug, project_id }: { slug: string; project_id: string }, how: string) =>
  `/${slug}/settings/projects/${project_id}/git?github=${how}`

const connectBody = { installation_id: '71', repository_id: '42' }
async function connect(body: object = {}) {
  await authorize()
  const call = { params: atlas.params, body: { ...connectBody, ...body } }
  const made = await atlas.cast.ann.call('connectGithubRepository', call)
  return { ...made, at: { params: { ...atlas.params, git_connection_id: made.id } } }
}
type Connected = Awaited<ReturnType<typeof connect>>

const hook = () => ({
  provider: 'github' as const,
  webhook_url: atlas.server.url + githubAppWebhookPath,
  secret_key: github.settings['GITHUB_APP_WEBHOOK_SECRET'] ?? '',
})
const withInstallation = (payload: object, id = 71) => ({ ...payload, installation: { id } })
/** Sends an event of the App, and waits until all of its deliveries are processed. */
async function send(event: string, payload: object, also: { id?: string; secret?: string } = {}) {
  const sent = await sendForgeWebhook(hook(), { event, payload: withInstallation(payload) }, also)
  await pollUntilTrue(
    async () => (await sql("select 1 from git_deliveries where status = 'pending'")).length === 0,
    'all deliveries are processed',
  )
  return sent
}
const events = () => forgeEventsByProvider.github(github.url, 'acme/web')
const problemOf = async ({ id }: Connected) =>
  (await listConnections()).find((one) => one.id === id)?.app_problem

test('a person authorizes the App, selects a repository and connects it', async () => {
  const { ann } = atlas.cast
  const app = () => ann.call('getGithubApp', { params: atlas.params })
  expect(await app()).toEqual({ is_configured: true, base_url: github.url, is_authorized: false })
  const { url, state } = await start()
  expect(url.href).toContain(`${github.url}/login/oauth/authorize?client_id=Iv1.tandem`)
  expect(url.searchParams.get('redirect_uri')).toBe(`${atlas.server.url}/api/git/github-app/callback/`)
  expect(await comeBack({ state, code: github.grantCode() })).toBe(settingsOf(atlas.params, 'connect'))
  expect(await app()).toMatchObject({ is_authorized: true })
  expect(await ann.call('listGithubInstallations', { params: atlas.params })).toEqual([
    {
      ...{ id: '71', account: 'acme', is_suspended: false },
      url: `${github.url}/organizations/acme/settings/installations/71`,
    },
  ])
  const made = await ann.call('connectGithubRepository', { params: atlas.params, body: connectBody })
  expect(made).toMatchObject({
    ...{ provider: 'github', base_url: github.url, repository: 'acme/web', has_token: false },
    ...{ uses_app: true, app_problem: null, created_by: ann.id },
    state_rules: { merged_state_id: atlas.states['completed'] },
  })
  expect(await listConnections()).toEqual([made])
  const call = { params: atlas.params, body: connectBody }
  expect(await ann.refused('connectGithubRepository', call)).toMatchObject({
    ...{ code: 'conflict', error: 'The repository is already connected to this project.' },
  })
})

test('the App identifies itself with a token that its private key signs', async () => {
  github.jwts.length = 0
  await connect()
  expect(github.jwts).toMatchObject([
    { claims: { iss: '4711' }, path: '/app/installations/71/access_tokens' },
  ])
  const [{ claims } = { claims: { iat: 0, exp: 0 } }] = github.jwts
  expect(claims.exp - claims.iat).toBeLessThanOrEqual(600)
  expect(github.tokens.at(-1)).toMatchObject({ installation: 71, repositories: [42] })
})

test('secrets of the App and tokens of persons are stored encrypted and never returned', async () => {
  await authorize()
  const [row] = await sql<{ sealed_token: string; state_hash: null }>('select * from github_authorizations')
  expect(row?.state_hash).toBeNull()
  expect(Buffer.from(row?.sealed_token ?? '', 'base64').toString('latin1')).not.toContain('ghu_')
  expect(row?.sealed_token).toBeTruthy()
})

describe('the list of repositories', () => {
  test('has pages, a search, and marks what cannot be connected', async () => {
    const many = Array.from({ length: 250 }, (_, at) => ({ id: 1000 + at, full_name: `acme/r${at}` }))
    github.installations[0]?.repositories.push(...many)
    github.visitor.readable = [1007]
    await connect()
    const list = async (query: Record<string, string> = {}) =>
      atlas.cast.ann.call('listGithubRepositories', {
        params: { ...atlas.params, installation_id: '71' },
        query,
      })
    const first = await list()
    expect(first).toMatchObject({ total: 251, next_page: 2 })
    expect(first.repositories).toHaveLength(30)
    expect(await list({ page: '9' })).toMatchObject({ total: 251, next_page: null })
    const names = []
    for (let page: number | null = 1; page !== null; ) {
      const read: Awaited<ReturnType<typeof list>> = await list({ page: String(page) })
      names.push(...read.repositories.map(({ repository }) => repository))
      page = read.next_page
    }
    expect(new Set(names).size).toBe(251)
    expect((await list({ search: 'WEB' })).repositories).toEqual([
      { id: '42', repository: 'acme/web', is_private: true, can_connect: true, is_connected: true },
    ])
    expect((await list({ search: 'acme/r7' })).repositories[0]).toMatchObject({ can_connect: false })
    const call = { params: atlas.params, body: { ...connectBody, repository_id: '1007' } }
    expect(await atlas.cast.ann.refused('connectGithubRepository', call)).toMatchObject({
      fields: { repository_id: ['You need write access to this repository on GitHub.'] },
    })
  })

  test('contains only what the person can access on GitHub', async () => {
    github.installations.push({
      ...{ id: 99, account: 'other', suspended_at: null },
      repositories: [{ id: 900, full_name: 'other/secret' }],
    })
    await authorize()
    const { ann } = atlas.cast
    const call = { params: { ...atlas.params, installation_id: '99' }, query: {} }
    expect(await ann.refused('listGithubRepositories', call)).toMatchObject({ code: 'not_found' })
    for (const body of [
      { installation_id: '99', repository_id: '900' },
      { installation_id: '71', repository_id: '900' },
    ])
      expect(
        await atlas.changingNothing(() =>
          ann.refused('connectGithubRepository', { params: atlas.params, body }),
        ),
      ).toMatchObject({ code: 'not_found' })
  })

  test('needs a valid authorization of this person in this project', async () => {
    const { ann } = atlas.cast
    const refused = (params = atlas.params) =>
      ann.refused('listGithubInstallations', { params: { ...params } })
    const error = 'Your authorization at GitHub has expired. Connect with GitHub again.'
    expect(await refused()).toMatchObject({ error })
    await authorize()
    const bor = await atlas.makeProject('Borealis', 'BOR')
    expect(await refused(bor)).toMatchObject({ error })
    github.revokePersons()
    expect(await refused()).toMatchObject({ error })
    expect(await ann.call('getGithubApp', { params: atlas.params })).toMatchObject({ is_authorized: false })
    await authorize()
    await sql("update github_authorizations set expires_at = now() - interval '1 second'")
    expect(await refused()).toMatchObject({ error })
  })
})

describe('the browser that returns from GitHub', () => {
  const nothing = async () =>
    expect(await sql('select 1 from github_authorizations where sealed_token is not null')).toEqual([])

  test('is refused with a forged, replayed or expired state', async () => {
    const { ann } = atlas.cast
    const refused = (state: string, who = ann) =>
      who.refused('returnFromGithub', { query: { state, code: github.grantCode() } })
    const { state } = await start()
    expect(await refused('x'.repeat(43))).toMatchObject({ code: 'invalid' })
    expect(await refused('')).toMatchObject({ code: 'invalid' })
    await nothing()
    await comeBack({ state, error: 'access_denied' })
    expect(await refused(state)).toMatchObject({ code: 'invalid' })
    const late = await start()
    await sql("update github_authorizations set expires_at = now() - interval '1 second'")
    expect(await refused(late.state)).toMatchObject({ code: 'invalid' })
    await nothing()
  })

  test('shows a page and not JSON after a refusal', async () => {
    const address = `${atlas.server.url}/api/git/github-app/callback/?state=forged&code=x`
    const headers = { 'sec-fetch-mode': 'navigate', accept: 'text/html' }
    const answer = await fetch(address, { headers })
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('This link from GitHub has expired.')
  })

  test('is refused with the state of another person', async () => {
    const { ann, max, eve } = atlas.cast
    const { state } = await start(ann)
    for (const who of [max, eve])
      expect(
        await who.refused('returnFromGithub', { query: { state, code: github.grantCode() } }),
      ).toMatchObject({ code: 'invalid' })
    await nothing()
    // The refused attempts did not use up the `state` parameter, which is valid only once.
    expect(await comeBack({ state, code: github.grantCode() })).toBe(settingsOf(atlas.params, 'connect'))
  })

  test('is refused with an installation of another account', async () => {
    github.installations.push({ ...{ id: 99, account: 'other', suspended_at: null }, repositories: [] })
    const { state } = await start()
    const query = { state, code: github.grantCode(), installation_id: '99', setup_action: 'install' }
    expect(await comeBack(query)).toBe(settingsOf(atlas.params, 'foreign'))
    await nothing()
  })

  test('continues to the installation if the person can access none', async () => {
    const { state } = await start()
    const to = await comeBack({ state, code: github.grantCode({ installations: [] }) })
    expect(to).toContain(`${github.url}/github-apps/tandem/installations/new?state=`)
    const next = new URL(to).searchParams.get('state') ?? ''
    expect(next).not.toBe(state)
    const query = { state: next, code: github.grantCode(), installation_id: '71', setup_action: 'install' }
    expect(await comeBack(query)).toBe(settingsOf(atlas.params, 'connect'))
  })

  test('authorizes after an installation without a code', async () => {
    const { url, state } = await start(atlas.cast.ann, atlas.params, true)
    expect(url.pathname).toBe('/github-apps/tandem/installations/new')
    const to = await comeBack({ state, installation_id: '71', setup_action: 'install' })
    expect(to).toContain(`${github.url}/login/oauth/authorize?`)
    await nothing()
  })

  test.each([
    [{ error: 'access_denied' }, 'denied'],
    [{ setup_action: 'request' }, 'requested'],
    [{ code: 'unknown' }, 'failed'],
    [{ error: 'redirect_uri_mismatch' }, 'failed'],
  ])('explains %j', async (query, how) => {
    const { state } = await start()
    expect(await comeBack({ state, ...query })).toBe(settingsOf(atlas.params, how))
    await nothing()
  })
})

test('only admins of the project can connect, and other workspaces see nothing', async () => {
  const { max, gus, eve } = atlas.cast
  await authorize()
  for (const who of [max, gus])
    expect(
      await who.refused('connectGithubRepository', { params: atlas.params, body: connectBody }),
    ).toMatchObject({ code: 'forbidden' })
  expect(await eve.refused('getGithubApp', { params: atlas.params })).toMatchObject({ code: 'not_found' })
  // Eve is the admin of her own project. Ann's authorization is not valid there.
  const call = { params: atlas.eves, body: connectBody }
  expect(await eve.refused('connectGithubRepository', call)).toMatchObject({ code: 'not_found' })
  const made = await connect()
  const elsewhere = { params: { ...atlas.eves, git_connection_id: made.id } }
  expect(await eve.refused('checkGitConnection', elsewhere)).toMatchObject({ code: 'not_found' })
})

test('a connection of the App has no token and no webhook', async () => {
  const made = await connect()
  const { ann } = atlas.cast
  const error = 'This repository is connected through the GitHub App, so it needs no token and no webhook.'
  expect(await ann.refused('installGitWebhook', made.at)).toMatchObject({ error })
  expect(await ann.refused('regenerateGitSecret', made.at)).toMatchObject({ error })
  expect(await ann.refused('updateGitConnection', { ...made.at, body: { token: 'ghp_x' } })).toMatchObject({
    error,
  })
  const params = { ...atlas.params, integration_id: made.id }
  const body = { name: 'api', owner: 'acme', url: `${github.url}/acme/api` }
  expect(await ann.refused('createGithubRepositorySync', { params, body })).toMatchObject({ error })
})

describe('events', () => {
  test('link items and move them, in every project with the repository', async () => {
    const made = await connect()
    const item = await atlas.make('Crane', { state_id: atlas.states['backlog'] })
    const pull = { number: 7, title: `ATL-${item.sequence_id} Turn`, branch: 'x', state: 'merged' } as const
    const { event, payload } = events().pullRequest(pull)
    expect(await send(event, payload, { id: 'one' })).toEqual({ status: 200, body: { status: 'accepted' } })
    expect(await atlas.stored(item)).toMatchObject({
      ...{ git_state: 'merged', state_id: atlas.states['completed'] },
    })
    expect(await send(event, payload, { id: 'one' })).toMatchObject({ body: { status: 'duplicate' } })
    const listed = await atlas.cast.ann.call('listGitDeliveries', made.at)
    expect(listed).toMatchObject([{ event, delivery_id: 'one', status: 'done', linked_count: 1 }])
  })

  test('with a wrong signature, or of another installation or repository, change nothing', async () => {
    await connect()
    const { event, payload } = events().push({ branch: 'atl-1' })
    await atlas.changingNothing(async () => {
      expect(await send(event, payload, { secret: 'wrong' })).toMatchObject({ status: 401 })
      const unsigned = await fetch(hook().webhook_url, { method: 'POST', body: '{}' })
      expect(unsigned.status).toBe(401)
      const other = { event, payload: withInstallation(payload, 99) }
      expect(await sendForgeWebhook(hook(), other)).toMatchObject({ body: { status: 'ignored' } })
      const repository = { ...Object(payload).repository, id: 43 }
      expect(await send(event, { ...payload, repository })).toMatchObject({ body: { status: 'ignored' } })
      expect(await send('ping', { zen: 'Keep it simple.' })).toMatchObject({ body: { status: 'ignored' } })
    })
  })

  test('of a renamed repository still arrive, and update its name', async () => {
    const made = await connect()
    const [installation] = github.installations
    const repository = { id: 42, full_name: 'acme/site', html_url: `${github.url}/acme/site` }
    installation?.repositories.splice(0, 1, repository)
    await send('repository', { action: 'renamed', repository })
    expect(await listConnections()).toMatchObject([{ id: made.id, repository: 'acme/site' }])
    installation?.repositories.splice(0, 1, { id: 42, full_name: 'acme/app' })
    const { event, payload } = forgeEventsByProvider.github(github.url, 'acme/app').push({ branch: 'main' })
    await send(event, payload)
    expect(await listConnections()).toMatchObject([{ repository: 'acme/app', app_problem: null }])
  })

  test('of a transferred repository break the connection until it is connected again', async () => {
    const made = await connect()
    const repository = { id: 42, full_name: 'other/web' }
    github.installations[0]?.repositories.splice(0, 1)
    github.installations.push({
      ...{ id: 99, account: 'other', suspended_at: null },
      repositories: [repository],
    })
    const payload = { action: 'transferred', repository, installation: { id: 99 } }
    await sendForgeWebhook(hook(), { event: 'repository', payload })
    await pollUntilTrue(async () => (await problemOf(made)) === 'removed', 'the connection is broken')
    github.visitor = { installations: [99] }
    const again = await connect({ installation_id: '99' })
    expect(again).toMatchObject({ id: made.id, repository: 'other/web', app_problem: null })
  })
})

describe('the access of the App', () => {
  test('is lost and comes back with events of the installation', async () => {
    const made = await connect()
    const [installation] = github.installations
    if (installation === undefined) throw new Error('there is no installation')
    installation.suspended_at = '2026-03-02T10:00:00Z'
    await send('installation', { action: 'suspend' })
    expect(await problemOf(made)).toBe('suspended')
    installation.suspended_at = null
    // A replayed event has no effect, because Tandem asks GitHub for the current state.
    await send('installation', { action: 'suspend' })
    expect(await problemOf(made)).toBe(null)
    const [repository] = installation.repositories.splice(0, 1)
    await send('installation_repositories', { action: 'removed', repositories_removed: [repository] })
    expect(await problemOf(made)).toBe('removed')
    if (repository !== undefined) installation.repositories.push(repository)
    const checked = await atlas.cast.ann.call('checkGitConnection', made.at)
    expect(checked.app_problem).toBe(null)
    github.installations.length = 0
    await send('installation', { action: 'deleted' })
    expect(await problemOf(made)).toBe('uninstalled')
    github.installations.push({ ...installation, id: 72 })
    github.visitor = { installations: [72] }
    const again = await connect({ installation_id: '72' })
    expect(again).toMatchObject({ id: made.id, app_problem: null })
  })

  test('is reported as missing if the admin has removed the App', async () => {
    const made = await connect()
    await sql("update git_connections set base_url = 'https://github.example' where id = $1", [made.id])
    expect(await problemOf(made)).toBe('unconfigured')
  })
})

describe('the sync of issues', () => {
  const update = (id: string, body: object) =>
    atlas.cast.max.call('updateWorkItem', { params: { ...atlas.params, id }, body })
  async function settled(): Promise<void> {
    await waitForIdleFeedReader(gitIssuesReader.name, atlas)
    await pollUntilTrue(async () => {
      const [row] = await sql<{ count: number }>(
        "select count(*)::int as count from pgboss.job where name = 'send-git-issue' and state in ('created', 'active')",
      )
      return row?.count === 0
    }, 'all is sent')
  }
  async function synced() {
    const made = await connect()
    const body = { sync_issues: true, sync_label: 'Tandem' }
    await atlas.cast.ann.call('updateGitConnection', { ...made.at, body })
    const { event, payload } = github.setIssue({ number: 1, title: 'Squeaks', labels: ['tandem'] })
    await send(event, payload)
    const [issue] = await atlas.cast.ann.call('listGitIssues', made.at)
    if (issue === undefined) throw new Error('there is no issue')
    return { ...made, item: issue.issue_id }
  }

  test('works in both directions with one cached token', async () => {
    const { item } = await synced()
    const count = github.tokens.length
    await update(item, { name: 'Is loud' })
    await settled()
    await update(item, { name: 'Is silent' })
    await settled()
    expect(github.issues.get(1)).toMatchObject({ title: 'Is silent' })
    expect(github.tokens).toHaveLength(count)
  })

  test('renews an expired and a revoked token', async () => {
    github.tokenMs = 60_000
    const { item } = await synced()
    const count = github.tokens.length
    await update(item, { name: 'One' })
    await settled()
    expect(github.tokens).toHaveLength(count + 1)
    github.tokenMs = 3_600_000
    await update(item, { name: 'Two' })
    await settled()
    expect(github.tokens).toHaveLength(count + 2)
    github.revokeTokens()
    await update(item, { name: 'Three' })
    await settled()
    expect(github.issues.get(1)).toMatchObject({ title: 'Three' })
    expect(github.tokens).toHaveLength(count + 3)
  })

  test('shows that the App is uninstalled, even if no event arrived', async () => {
    github.tokenMs = 0
    const made = await synced()
    github.installations.length = 0
    await update(made.item, { name: 'Lost' })
    await settled()
    expect(await problemOf(made)).toBe('uninstalled')
    expect(await atlas.cast.ann.call('listGitIssues', made.at)).toMatchObject([
      { error: gitAppProblemMessages.uninstalled },
    ])
  })
})
