import { afterAll, beforeAll, expect, test } from 'vitest'
import { gitConnectionsLimit, gitProviders } from '#common/work/git/rules.ts'
import { runSql } from '../../support/api-client.ts'
import { type FakeForge, startFakeForge } from '../../support/forges.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'

let atlas: ProjectTestServer
let forge: FakeForge

beforeAll(async () => {
  atlas = await startProjectTestServer({ REACHABLE_NETWORKS: '127.0.0.1' })
  forge = await startFakeForge()
})
afterAll(async () => {
  await forge.close()
  await atlas.close()
})

const create = (body: object, who = atlas.cast.ann) =>
  who.call('createGitConnection', { params: atlas.params, body: { provider: 'github', ...body } })
const refuse = (body: object, who = atlas.cast.ann) =>
  who.refused('createGitConnection', { params: atlas.params, body: { provider: 'github', ...body } })
const list = () => atlas.cast.ann.call('listGitConnections', { params: atlas.params })
const at = (id: string) => ({ params: { ...atlas.params, git_connection_id: id } })
const disconnect = (id: string) => atlas.cast.ann.call('deleteGitConnection', at(id))
const kept = async (id: string) => {
  const [row] = await runSql<{ sealed_token: string | null; sealed_secret: string }>(
    atlas.server.databaseUrl,
    'select sealed_token, sealed_secret from git_connections where id = $1',
    [id],
  )
  return row
}

test('a repository is connected, changed and disconnected', async () => {
  const { ann } = atlas.cast
  const { secret_key, ...made } = await create({ repository: '/acme/web.git', token: 'ghp_secret' })
  expect(made).toMatchObject({
    ...{ provider: 'github', base_url: 'https://github.com', repository: 'acme/web', has_token: true },
    webhook_url: `${atlas.server.url}/api/git/webhooks/${made.id}/`,
    state_rules: {
      branch_state_id: atlas.states['started'],
      merged_state_id: atlas.states['completed'],
      returns_when_closed: true,
    },
    ...{ last_event_at: null, last_error: null, created_by: ann.id },
  })
  expect(secret_key).toMatch(/^tandem_git_[0-9a-f]{64}$/)
  expect(await list()).toEqual([made])
  const body = { token: null, state_rules: { branch_state_id: null, returns_when_closed: false } }
  const changed = await ann.call('updateGitConnection', { ...at(made.id), body })
  expect(changed).toMatchObject({
    has_token: false,
    state_rules: { ...made.state_rules, branch_state_id: null, returns_when_closed: false },
  })
  await disconnect(made.id)
  expect(await list()).toEqual([])
})

test('token and secret are stored encrypted, and never returned again', async () => {
  const made = await create({ repository: 'acme/kept', token: 'ghp_secret' })
  const before = await kept(made.id)
  for (const text of [before?.sealed_token ?? '', before?.sealed_secret ?? '']) {
    expect(text).not.toBe('')
    expect(Buffer.from(text, 'base64').toString('latin1')).not.toMatch(/ghp_secret|tandem_git_/)
  }
  expect(JSON.stringify(await list())).not.toMatch(/ghp_secret|tandem_git_|sealed/)
  const again = await atlas.cast.ann.call('regenerateGitSecret', at(made.id))
  expect(again.secret_key).not.toBe(made.secret_key)
  expect((await kept(made.id))?.sealed_secret).not.toBe(before?.sealed_secret)
  await disconnect(made.id)
})

test('a repository is connected to a project only once', async () => {
  const made = await create({ repository: 'acme/twice' })
  expect(await atlas.changingNothing(() => refuse({ repository: 'Acme/Twice' }))).toMatchObject({
    code: 'conflict',
  })
  const other = await create({ repository: 'acme/twice', provider: 'gitea' })
  expect(other.base_url).toBe('https://gitea.com')
  await disconnect(made.id)
  await disconnect(other.id)
})

test('rejects invalid repositories, local addresses and states of other projects', async () => {
  const bor = await atlas.makeProject('Borealis', 'BOR')
  const listed = await atlas.cast.ann.call('listStates', { params: bor })
  const foreign = Array.isArray(listed) ? listed[0] : undefined
  for (const [body, field] of [
    [{ repository: 'acme' }, 'repository'],
    [{ repository: 'acme/../web' }, 'repository'],
    [{ repository: 'acme/web', base_url: 'http://10.0.0.1' }, 'base_url'],
    [{ repository: 'acme/web', base_url: 'javascript:alert(1)' }, 'base_url'],
    [
      { repository: 'acme/web', state_rules: { branch_state_id: foreign?.id } },
      'state_rules.branch_state_id',
    ],
  ] as const)
    expect(await atlas.changingNothing(() => refuse(body))).toMatchObject({
      code: 'invalid',
      fields: { [field]: [expect.any(String)] },
    })
})

test('members cannot connect a repository, and other projects do not contain it', async () => {
  const { max, ann, eve } = atlas.cast
  expect(await atlas.changingNothing(() => refuse({ repository: 'a/b' }, max))).toMatchObject({
    code: 'forbidden',
  })
  const made = await create({ repository: 'acme/hidden' })
  const elsewhere = { ...atlas.eves, git_connection_id: made.id }
  expect(await eve.refused('deleteGitConnection', { params: elsewhere })).toMatchObject({
    code: 'not_found',
  })
  const bor = await atlas.makeProject('Boreas', 'BRS')
  const params = { ...bor, git_connection_id: made.id }
  expect(await ann.refused('regenerateGitSecret', { params })).toMatchObject({ code: 'not_found' })
  await disconnect(made.id)
})

test('a project has a limited number of repositories', async () => {
  const made = []
  for (let at = 0; at < gitConnectionsLimit; at++) made.push(await create({ repository: `acme/r${at}` }))
  expect(await refuse({ repository: 'acme/more' })).toMatchObject({ code: 'invalid' })
  for (const { id } of made) await disconnect(id)
})

test.each(gitProviders)('creates the webhook on %s with the token', async (provider) => {
  const body = { provider, repository: 'acme/web', base_url: forge.url, token: forge.token }
  const made = await create(body)
  const installed = await atlas.cast.ann.call('installGitWebhook', at(made.id))
  expect(installed.last_error).toBeNull()
  const asked = forge.asked.at(-1)
  const paths = {
    ...{ github: '/api/v3/repos/acme/web/hooks', gitlab: '/api/v4/projects/acme%2Fweb/hooks' },
    ...{ gitea: '/api/v1/repos/acme/web/hooks', forgejo: '/api/v1/repos/acme/web/hooks' },
  }
  expect(asked?.path).toBe(paths[provider])
  const config = { url: made.webhook_url, secret: made.secret_key, content_type: 'json' }
  expect(asked?.body).toMatchObject(
    provider === 'gitlab' ? { url: made.webhook_url, token: made.secret_key, push_events: true } : { config },
  )
  await disconnect(made.id)
})

test('explains why the forge refused the webhook, and remembers it', async () => {
  const made = await create({ provider: 'gitea', repository: 'a/b', base_url: forge.url, token: 'wrong' })
  const message = 'The access token is not valid or lacks the right to manage webhooks.'
  const refused = await atlas.cast.ann.call('installGitWebhook', at(made.id))
  expect(refused.last_error).toBe(message)
  expect(await list()).toMatchObject([{ id: made.id, last_error: message }])
  const changed = await atlas.cast.ann.call('updateGitConnection', { ...at(made.id), body: { token: 'new' } })
  expect(changed.last_error).toBeNull()
  await disconnect(made.id)
})

test('clients of Plane connect repositories through an integration', async () => {
  const { ann } = atlas.cast
  const source = await create({ repository: 'acme/web', token: 'ghp_secret' })
  const params = { ...atlas.params, integration_id: source.id }
  const body = { name: 'api', owner: 'acme', repository_id: 4711, url: 'https://github.com/acme/api' }
  const made = await ann.call('createGithubRepositorySync', { params, body })
  expect(made).toMatchObject({
    repo_detail: {
      ...{ name: 'api', owner: 'acme', repository_id: '4711', url: 'https://github.com/acme/api' },
      project: atlas.params.project_id,
    },
    ...{ workspace_integration: source.id, project: atlas.params.project_id, actor: ann.id, credentials: {} },
  })
  const listed = await ann.call('listGithubRepositorySyncs', { params })
  expect(listed.map(({ repo_detail }) => repo_detail.name)).toEqual(['api', 'web'])
  expect(await list()).toMatchObject([{ repository: 'acme/api', has_token: true }, { id: source.id }])
  const elsewhere = { ...body, name: 'other', url: 'https://evil.example/acme/other' }
  expect(await ann.refused('createGithubRepositorySync', { params, body: elsewhere })).toMatchObject({
    fields: { url: [expect.any(String)] },
  })
  const unknown = { ...atlas.params, integration_id: made.project }
  expect(await ann.refused('listGithubRepositorySyncs', { params: unknown })).toMatchObject({
    code: 'not_found',
    error: 'Integration not found',
  })
  for (const { id } of await list()) await disconnect(id)
})
