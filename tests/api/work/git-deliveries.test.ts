import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#common/platform/ids.ts'
import { type GitProvider, gitProviders } from '#common/work/git/rules.ts'
import { runSql } from '../../support/api-client.ts'
import { pollUntilTrue } from '../../support/document-clients.ts'
import { forgeEventsByProvider, sendForgeWebhook } from '../../support/forges.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'
import { runDuringTransaction } from '../../support/run-during-transaction.ts'

let atlas: ProjectTestServer
let count = 0

beforeAll(async () => {
  atlas = await startProjectTestServer()
})
afterAll(() => atlas.close())

type Item = { id: string }

async function connect(provider: GitProvider = 'github', more: object = {}) {
  const repository = `acme/web-${++count}`
  const body = { provider, repository, base_url: 'https://git.example', ...more }
  const made = await atlas.cast.ann.call('createGitConnection', { params: atlas.params, body })
  return { ...made, events: forgeEventsByProvider[provider](made.base_url, repository) }
}
type Connected = Awaited<ReturnType<typeof connect>>

const at = ({ id }: Connected) => ({ params: { ...atlas.params, git_connection_id: id } })
const log = (of: Connected) => atlas.cast.ann.call('listGitDeliveries', at(of))
/** Waits until all deliveries of the connection are processed. */
const processed = (of: Connected) =>
  pollUntilTrue(async () => (await log(of)).every(({ status }) => status !== 'pending'), 'all is processed')
const references = (item: Item, who = atlas.cast.ann) =>
  who.call('listGitReferences', { params: { ...atlas.params, id: item.id } })
const stateOf = async (item: Item) => (await atlas.stored(item))['state_id']
const keyOf = ({ sequence_id }: { sequence_id: number }) => `ATL-${sequence_id}`

async function send(of: Connected, ...events: Parameters<typeof sendForgeWebhook>[1][]): Promise<void> {
  for (const event of events)
    expect(await sendForgeWebhook(of, event)).toEqual({ status: 200, body: { status: 'accepted' } })
  await processed(of)
}

test.each(gitProviders)(
  '%s: links a branch, a commit and a pull request, and moves the item',
  async (provider) => {
    const of = await connect(provider)
    const { states } = atlas
    const item = await atlas.make('Crane', { state_id: states['backlog'] })
    const branch = `${keyOf(item).toLowerCase()}-crane`
    await send(
      of,
      of.events.push({ branch, commits: [{ id: 'c1', message: `Turn it\n\nFor ${keyOf(item)}` }] }),
    )
    expect(await stateOf(item)).toBe(states['started'])
    expect(await references(item)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'branch', key: branch, state: 'open', author: 'octo', provider }),
        expect.objectContaining({
          ...{ kind: 'commit', key: 'c1', title: 'Turn it', changed_at: '2026-03-01T09:00:00.000Z' },
        }),
      ]),
    )
    expect(await atlas.stored(item)).toMatchObject({ git_state: 'linked' })

    const pull = { number: 7, title: 'Turn the crane', branch }
    await send(of, of.events.pullRequest(pull))
    expect(await atlas.stored(item)).toMatchObject({ git_state: 'open' })
    const merged = { ...pull, state: 'merged', updated_at: '2026-03-03T10:00:00Z' } as const
    await send(of, of.events.pullRequest(merged), of.events.push({ branch, isDeleted: true }))
    expect(await stateOf(item)).toBe(states['completed'])
    expect(await atlas.stored(item)).toMatchObject({ git_state: 'merged', completed_at: expect.any(Date) })
    expect(await references(item)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'pull_request', key: '7', state: 'merged', title: pull.title }),
        expect.objectContaining({ kind: 'branch', state: 'deleted' }),
      ]),
    )
  },
)

test.each(gitProviders)(
  '%s: a pull request of a stranger moves nothing before its merge',
  async (provider) => {
    const of = await connect(provider)
    const { states } = atlas
    const item = await atlas.make('From outside', { state_id: states['backlog'] })
    const other = await atlas.make('Named later', { state_id: states['backlog'] })
    const pull = { number: 7, title: keyOf(item), branch: 'x', isFromFork: true }
    await send(of, of.events.pullRequest(pull))
    expect(await stateOf(item)).toBe(states['backlog'])
    expect(await references(item)).toMatchObject([{ kind: 'pull_request', key: '7', state: 'open' }])

    // An open pull request of somebody who is not a member does not prevent a member's pull request from completing
    // the item.
    const own = { number: 8, title: keyOf(item), branch: 'y' }
    await send(of, of.events.pullRequest({ ...own, state: 'merged', updated_at: '2026-03-03T10:00:00Z' }))
    expect(await stateOf(item)).toBe(states['completed'])

    const merged = { ...pull, state: 'merged', updated_at: '2026-03-03T11:00:00Z' } as const
    await send(of, of.events.pullRequest({ ...merged, title: keyOf(other), isEdited: true }))
    expect(await stateOf(other)).toBe(states['backlog'])
    const third = await atlas.make('Merged from outside', { state_id: states['backlog'] })
    await send(of, of.events.pullRequest({ ...merged, number: 9, title: keyOf(third) }))
    expect(await stateOf(third)).toBe(states['completed'])
  },
)

test.each(gitProviders)('%s: rejects a delivery with a wrong signature', async (provider) => {
  const of = await connect(provider)
  const event = of.events.push({ branch: 'ATL-1' })
  await atlas.changingNothing(async () => {
    expect(await sendForgeWebhook(of, event, { secret: 'wrong' })).toMatchObject({ status: 401 })
    const unknown = of.webhook_url.replace(of.id, newId())
    expect(await sendForgeWebhook({ ...of, webhook_url: unknown }, event)).toMatchObject({ status: 404 })
    const unsigned = await fetch(of.webhook_url, { method: 'POST', body: '{}' })
    expect(unsigned.status).toBe(401)
  })
})

test('ignores a delivery that arrives again, and an older state', async () => {
  const of = await connect()
  const item = await atlas.make('Again')
  const pull = { number: 1, title: keyOf(item), branch: 'x', updated_at: '2026-03-02T10:00:00Z' }
  const opened = of.events.pullRequest(pull)
  const closed = of.events.pullRequest({ ...pull, state: 'closed', updated_at: '2026-03-02T11:00:00Z' })
  expect(await sendForgeWebhook(of, opened, { id: 'a' })).toMatchObject({ body: { status: 'accepted' } })
  expect(await sendForgeWebhook(of, opened, { id: 'a' })).toMatchObject({ body: { status: 'duplicate' } })
  await send(of, closed)
  // Sends the same event with another delivery id, as an attacker would replay it.
  await send(of, opened)
  expect(await references(item)).toMatchObject([{ key: '1', state: 'closed' }])
  expect(await log(of)).toHaveLength(3)
})

test('a burst of 1,000 deliveries is processed once each', async () => {
  const of = await connect()
  const item = await atlas.make('Burst')
  const commit = (at: number) => ({
    id: `c${at}`,
    message: at < 150 ? `Part ${at} of ${keyOf(item)}` : 'Nothing',
  })
  const all = Array.from({ length: 1000 }, (_, at) => at)
  const sendOne = async (at: number) => {
    const event = of.events.push({ branch: `b${at}`, commits: [commit(at)] })
    const { body } = await sendForgeWebhook(of, event, { id: `d${at}` })
    return (body as { status?: string }).status ?? JSON.stringify(body)
  }
  const answers: string[] = []
  // Every tenth delivery is sent twice at the same time.
  while (all.length > 0)
    answers.push(
      ...(await Promise.all(
        all
          .splice(0, 50)
          .flatMap((at) => (at % 10 === 0 ? [at, at] : [at]))
          .map(sendOne),
      )),
    )
  expect([...new Set(answers)].toSorted()).toEqual(['accepted', 'duplicate'])
  expect(answers.filter((answer) => answer === 'accepted')).toHaveLength(1000)
  expect(answers.filter((answer) => answer === 'duplicate')).toHaveLength(100)
  const rows = () =>
    runSql<{ status: string; attempts: number; count: number }>(
      atlas.server.databaseUrl,
      `select status, attempts, count(*)::int from git_deliveries where connection_id = $1 group by 1, 2`,
      [of.id],
    )
  const pending = async () => (await rows()).find(({ status }) => status === 'pending')?.count ?? 0
  for (let left = await pending(); left > 0; left = await pending()) {
    const before = left
    await pollUntilTrue(async () => (await pending()) < before, 'more is processed')
  }
  expect(await rows()).toEqual([{ status: 'done', attempts: 1, count: 1000 }])
  expect(await references(item)).toHaveLength(150)
}, 180_000)

test('returns the item when its pull request is closed, unless a person has moved it', async () => {
  const of = await connect('gitlab')
  const { states, cast } = atlas
  const [back, stays] = [
    await atlas.make('Back', { state_id: states['unstarted'] }),
    await atlas.make('Stays'),
  ]
  const pull = { number: 3, title: `${keyOf(back)} ${keyOf(stays)}`, branch: 'x' }
  await send(of, of.events.pullRequest(pull))
  expect(await stateOf(back)).toBe(states['started'])
  const params = { ...atlas.params, id: stays.id }
  await cast.max.call('updateWorkItem', { params, body: { state_id: states['cancelled'] } })
  await send(of, of.events.pullRequest({ ...pull, state: 'closed', updated_at: '2026-03-04 10:00:00 UTC' }))
  expect(await stateOf(back)).toBe(states['unstarted'])
  expect(await stateOf(stays)).toBe(states['cancelled'])
  expect(await atlas.stored(back)).toMatchObject({ git_state: 'closed' })
})

test('an item is done when the last of its pull requests is merged', async () => {
  const of = await connect('gitea')
  const item = await atlas.make('Two')
  const pulls = [1, 2].map((number) => ({ number, title: keyOf(item), branch: `b${number}` }))
  await send(of, ...pulls.map((pull) => of.events.pullRequest(pull)))
  for (const [at, pull] of pulls.entries()) {
    expect(await stateOf(item)).toBe(atlas.states['started'])
    const updated_at = `2026-03-03T1${at}:00:00Z`
    await send(of, of.events.pullRequest({ ...pull, state: 'merged', updated_at }))
  }
  expect(await stateOf(item)).toBe(atlas.states['completed'])
})

test('descriptions link only items that they complete, and drafts do not enter review', async () => {
  const of = await connect()
  const { states } = atlas
  const [fixed, named] = [
    await atlas.make('Fixed', { state_id: states['backlog'] }),
    await atlas.make('Named', { state_id: states['backlog'] }),
  ]
  const rules = { state_rules: { opened_state_id: states['cancelled'] } }
  await atlas.cast.ann.call('updateGitConnection', { ...at(of), body: rules })
  const body = `Fixes ${keyOf(fixed)}. See ${keyOf(named)}.`
  const pull = { number: 4, title: 'Work', branch: 'work', body, draft: true }
  await send(of, of.events.pullRequest(pull))
  expect(await references(named)).toEqual([])
  expect(await references(fixed)).toMatchObject([{ state: 'draft' }])
  expect(await stateOf(fixed)).toBe(states['started'])
  await send(of, of.events.pullRequest({ ...pull, draft: false, updated_at: '2026-03-05T10:00:00Z' }))
  expect(await stateOf(fixed)).toBe(states['cancelled'])
})

test('"fixes" in a commit completes the item once the commit is on the default branch', async () => {
  const of = await connect()
  const item = await atlas.make('Fixed by a commit', { state_id: atlas.states['backlog'] })
  const commits = [{ id: 'abc', message: `Fixes ${keyOf(item)}` }]
  await send(of, of.events.push({ branch: 'topic', commits }))
  expect(await stateOf(item)).toBe(atlas.states['backlog'])
  await send(of, of.events.push({ branch: 'main', commits }))
  expect(await stateOf(item)).toBe(atlas.states['completed'])
  expect(await references(item)).toMatchObject([{ kind: 'commit', state: 'merged' }])
})

test('links only items of its own project, and only those a person can see', async () => {
  const of = await connect()
  const bor = await atlas.makeProject('Borealis', 'BOR')
  const foreign = await atlas.make('Foreign', {}, atlas.cast.ann, bor)
  const item = await atlas.make('Mine')
  const told = await atlas.changes(() =>
    send(
      of,
      of.events.pullRequest({ number: 9, title: `BOR-${foreign.sequence_id} ${keyOf(item)}`, branch: 'b' }),
    ),
  )
  expect(await atlas.cast.ann.call('listGitReferences', { params: { ...bor, id: foreign.id } })).toEqual([])
  const { gus, max } = atlas.cast
  expect(await references(item, max)).toHaveLength(1)
  expect(await gus.refused('listGitReferences', { params: { ...atlas.params, id: item.id } })).toMatchObject({
    status: 404,
  })
  const [created] = told.filter(({ entity }) => entity === 'git_references')
  expect(created).toMatchObject({ op: 'create', fields: { issue_id: item.id, key: '9' } })
  expect(Object.keys(created?.fields ?? {})).not.toContain('issue_created_by')
})

test('a payload of an unknown form fails, is logged, and can be retried or sent again', async () => {
  const of = await connect()
  const item = await atlas.make('Retried')
  const broken = { event: 'pull_request', payload: { number: 1, repository: { full_name: of.repository } } }
  expect(await sendForgeWebhook(of, broken, { id: 'x' })).toMatchObject({ body: { status: 'failed' } })
  const [failed] = await log(of)
  expect(failed).toMatchObject({ status: 'failed', error: expect.stringContaining('unknown form') })
  const retrying = { params: { ...at(of).params, git_delivery_id: failed?.id ?? '' } }
  expect(await atlas.cast.ann.refused('retryGitDelivery', retrying)).toMatchObject({ status: 400 })
  const whole = of.events.pullRequest({ number: 1, title: keyOf(item), branch: 'x' })
  expect(await sendForgeWebhook(of, whole, { id: 'x' })).toMatchObject({ body: { status: 'accepted' } })
  await processed(of)
  expect(await log(of)).toMatchObject([{ id: failed?.id, status: 'done', linked_count: 1, moved_count: 1 }])
  expect(await atlas.cast.ann.call('retryGitDelivery', retrying)).toMatchObject({
    status: 'pending',
    subjects: ['#1'],
  })
  await processed(of)
  expect(await log(of)).toMatchObject([{ status: 'done', attempts: 2, linked_count: 0, moved_count: 0 }])
})

test('stores texts that the database cannot store, without these characters', async () => {
  const of = await connect()
  const item = await atlas.make('Strange')
  const message = `${keyOf(item)} \u0000 \ud800 crane`
  await send(of, of.events.push({ branch: 'x\u0000', commits: [{ id: 'a\u0000b', message }] }))
  expect(await references(item)).toMatchObject([{ key: 'ab', title: `${keyOf(item)}  \ufffd crane` }])
})

test('events of other repositories and of other kinds change nothing', async () => {
  const of = await connect()
  const item = await atlas.make('Untouched')
  const other = forgeEventsByProvider.github(of.base_url, 'evil/web').push({ branch: keyOf(item) })
  expect(await sendForgeWebhook(of, other)).toMatchObject({ body: { status: 'ignored' } })
  const ping = { event: 'ping', payload: { zen: 'Keep it logically awesome.' } }
  expect(await sendForgeWebhook(of, ping)).toMatchObject({ body: { status: 'ignored' } })
  expect(await references(item)).toEqual([])
  expect(await log(of)).toMatchObject([
    { event: 'ping', error: null },
    {
      event: 'push',
      error: 'This event is for the repository evil/web, not for the connected repository.',
    },
  ])
})

test('disconnecting removes the references from the items', async () => {
  const of = await connect()
  const item = await atlas.make('Unlinked')
  await send(of, of.events.pullRequest({ number: 1, title: keyOf(item), branch: 'x' }))
  const told = await atlas.changes(() => atlas.cast.ann.call('deleteGitConnection', at(of)))
  expect(told.map(({ entity, op }) => `${op} ${entity}`).toSorted()).toEqual([
    'delete git_references',
    'update work_items',
  ])
  expect(await references(item)).toEqual([])
  expect(await atlas.stored(item)).toMatchObject({ git_state: null })
  const gone = await sendForgeWebhook(of, of.events.push({ branch: 'x' }))
  expect(gone.status).toBe(404)
})

test('a delivery whose job was killed is processed together with the next delivery', async () => {
  const of = await connect()
  await send(of, of.events.push({ branch: 'one' }))
  const { databaseUrl } = atlas.server
  await runSql(databaseUrl, `update git_deliveries set status = 'pending' where connection_id = $1`, [of.id])
  await send(of, of.events.push({ branch: 'two' }))
  expect(await log(of)).toMatchObject([
    { status: 'done', subjects: ['two'], can_retry: true },
    { status: 'done', subjects: ['one'], can_retry: true },
  ])
})

test('a delivery that waits while the project is archived moves nothing', async () => {
  const of = await connect()
  const { databaseUrl } = atlas.server
  const { states, params } = atlas
  const item = await atlas.make('Archived with its project', { state_id: states['backlog'] })
  const statusOf = async () => {
    const [row] = await runSql<{ status: string }>(
      databaseUrl,
      'select status from git_deliveries where connection_id = $1',
      [of.id],
    )
    return row?.status ?? 'pending'
  }
  await runDuringTransaction(
    databaseUrl,
    [
      ['select from git_connections where id = $1 for no key update', of.id],
      ['update projects set archived_at = now() where id = $1', params.project_id],
    ],
    async () => {
      await sendForgeWebhook(of, of.events.push({ branch: keyOf(item) }))
      await pollUntilTrue(async () => (await statusOf()) !== 'pending', 'the delivery is processed')
    },
  )
  await runSql(databaseUrl, 'update projects set archived_at = null where id = $1', [params.project_id])
  expect(await statusOf()).toBe('ignored')
  expect(await stateOf(item)).toBe(states['backlog'])
  expect(await references(item)).toEqual([])
})
