import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { notificationsReader } from '#api/personal/notifications/reader.ts'
import { activitiesReader } from '#api/work/activities/reader.ts'
import { forgeUsers } from '#common/identity/users/forge-users.ts'
import { newId } from '#common/platform/ids.ts'
import { isActivityRecord } from '#common/work/activities/rules.ts'
import { type GitProvider, gitProviders } from '#common/work/git/rules.ts'
import { type ApiClient, createSignedInUser, runSql } from '../../support/api-client.ts'
import { pollUntilTrue } from '../../support/document-clients.ts'
import { type ForgeWebhookEvent, forgeEventsByProvider, sendForgeWebhook } from '../../support/forges.ts'
import { type FakeIssueForge, startFakeIssueForge } from '../../support/issue-forge.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'
import { waitForIdleFeedReader } from '../../support/wait-for-idle-feed-reader.ts'

let atlas: ProjectTestServer
const forges: FakeIssueForge[] = []
let count = 0

beforeAll(async () => {
  const readers = [activitiesReader, notificationsReader]
  atlas = await startProjectTestServer({ REACHABLE_NETWORKS: '127.0.0.1' }, undefined, readers)
})
afterEach(async () => {
  for (const forge of forges.splice(0)) await forge.close()
  await runSql(atlas.server.databaseUrl, 'delete from linked_accounts')
})
afterAll(() => atlas.close())

/** Connects a repository as Ann. The account with the id 1 of the fake forge causes all events. */
async function connect(provider: GitProvider) {
  const repository = `acme/web-${++count}`
  const forge = await startFakeIssueForge(provider, repository)
  forges.push(forge)
  const hook = await atlas.cast.ann.call('createGitConnection', {
    params: atlas.params,
    body: { provider, repository, base_url: forge.url, token: forge.token },
  })
  const params = { ...atlas.params, git_connection_id: hook.id }
  const body = { sync_issues: true, sync_label: 'Tandem' }
  await atlas.cast.ann.call('updateGitConnection', { params, body })
  const send = async (event: ForgeWebhookEvent) => {
    expect(await sendForgeWebhook(hook, event)).toMatchObject({ body: { status: 'accepted' } })
    await pollUntilTrue(async () => {
      const all = await atlas.cast.ann.call('listGitDeliveries', { params })
      return all.every(({ status }) => status === 'done')
    }, 'the delivery is processed')
    for (const { name } of [activitiesReader, notificationsReader]) await waitForIdleFeedReader(name, atlas)
  }
  return { ...hook, forge, events: forgeEventsByProvider[provider](hook.base_url, repository), send }
}

function linkAccount({ id }: ApiClient, { provider, base_url }: { provider: GitProvider; base_url: string }) {
  return runSql(
    atlas.server.databaseUrl,
    `insert into linked_accounts (id, user_id, provider, issuer, provider_account_id) values ($1, $2, $3, $4, '1')`,
    [newId(), id, provider === 'forgejo' ? 'gitea' : provider, `${base_url}/`],
  )
}

async function lastActor(item: { id: string }) {
  const params = { ...atlas.params, id: item.id }
  const records = (await atlas.cast.ann.call('listHistory', { params })).filter(isActivityRecord)
  return records.at(-1)?.actor_detail
}

async function inboxOf(who: ApiClient, item: { id: string }) {
  const answer = await who.call('listNotifications', { params: { slug: atlas.params.slug } })
  const all = Array.isArray(answer) ? answer : answer.results
  return all.filter(({ entity_identifier }) => entity_identifier === item.id)
}

test('names the forge even if somebody signed up with an address that looks like the forge', async () => {
  const { events, send } = await connect('github')
  await createSignedInUser(atlas.server, 'github@forge.invalid')
  const item = await atlas.make('Crane', { state_id: atlas.states['backlog'] })
  await send(events.push({ branch: `atl-${item.sequence_id}` }))
  expect(await lastActor(item)).toEqual(forgeUsers.github)
})

test.each(gitProviders)(
  '%s: names the forge as the author if no member has linked the account',
  async (of) => {
    const { provider, events, send } = await connect(of)
    const item = await atlas.make('Crane', { state_id: atlas.states['backlog'] })
    await send(
      events.pullRequest({ number: 7, title: `ATL-${item.sequence_id}`, branch: 'x', state: 'merged' }),
    )
    expect(await lastActor(item)).toEqual(forgeUsers[provider])
    expect(await atlas.stored(item)).toMatchObject({ updated_by: forgeUsers[provider].id })
    const [notification] = await inboxOf(atlas.cast.ann, item)
    expect(notification?.triggered_by_details).toEqual(forgeUsers[provider])
  },
)

test.each(gitProviders)('%s: names the member who has linked the account', async (of) => {
  const connected = await connect(of)
  const { max, ann } = atlas.cast
  await linkAccount(max, connected)
  const item = await atlas.make('Crane', { state_id: atlas.states['backlog'] }, ann)
  await atlas.cast.max.call('subscribe', { params: { ...atlas.params, id: item.id } })
  await connected.send(connected.events.push({ branch: `atl-${item.sequence_id}` }))
  expect(await lastActor(item)).toMatchObject({ id: max.id })
  expect(await inboxOf(ann, item)).toMatchObject([{ triggered_by: max.id }])
  expect(await inboxOf(max, item)).toEqual([])
})

test.each(gitProviders)('%s: names the authors of synchronized issues and comments', async (of) => {
  const { provider, base_url, forge, id, send } = await connect(of)
  await send(forge.setIssue({ number: 1, title: 'Squeaks', labels: ['tandem'] }))
  const [row] = await runSql<{ issue_id: string }>(
    atlas.server.databaseUrl,
    'select issue_id from git_issues where connection_id = $1',
    [id],
  )
  const item = { id: String(row?.issue_id) }
  const bot = forgeUsers[provider].id
  expect(await atlas.stored(item)).toMatchObject({ created_by: bot, subscriber_ids: [] })
  expect(await lastActor(item)).toMatchObject({ id: bot })

  await send(forge.setComment(1, { id: 7, body: 'One', author: 'octo' }))
  await linkAccount(atlas.cast.max, { provider, base_url })
  await send(forge.setComment(1, { id: 8, body: 'Two', author: 'octo' }))
  await send(forge.setComment(1, { id: 7, body: 'Changed', author: 'octo' }))
  const comments = await atlas.cast.ann.call('listComments', { params: { ...atlas.params, id: item.id } })
  expect(comments.map(({ actor, actor_detail }) => [actor, actor_detail?.id])).toEqual([
    [bot, bot],
    [atlas.cast.max.id, atlas.cast.max.id],
  ])
  expect(comments[0]?.comment_stripped).toContain('Changed')
})

test('names the forge if the person with the account cannot access the project', async () => {
  const connected = await connect('github')
  await linkAccount(atlas.cast.eve, connected)
  const item = await atlas.make('Crane', { state_id: atlas.states['backlog'] })
  await connected.send(connected.events.push({ branch: `atl-${item.sequence_id}` }))
  expect(await lastActor(item)).toEqual(forgeUsers.github)
})

test('a forge user is not a member of the workspace', async () => {
  const { events, send } = await connect('gitea')
  await send(events.push({ branch: 'x' }))
  const query = { former: 'true' } as const
  const members = await atlas.cast.ann.call('listWorkspaceMembers', { params: atlas.params, query })
  expect(members.filter(({ member }) => member.is_bot)).toEqual([])
})
