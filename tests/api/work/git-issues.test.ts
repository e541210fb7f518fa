import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { gitIssuesReader } from '#api/work/git/issues/reader.ts'
import { forgeUsers } from '#common/identity/users/forge-users.ts'
import { role } from '#common/platform/roles.ts'
import { type GitProvider, gitProviders } from '#common/work/git/rules.ts'
import { createSignedInUser, runSql } from '../../support/api-client.ts'
import { addMember } from '../../support/cast.ts'
import { pollUntilTrue } from '../../support/document-clients.ts'
import { sendForgeWebhook } from '../../support/forges.ts'
import { type FakeIssueForge, startFakeIssueForge } from '../../support/issue-forge.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'
import { waitForIdleFeedReader } from '../../support/wait-for-idle-feed-reader.ts'

let atlas: ProjectTestServer
const open: FakeIssueForge[] = []
let count = 0

beforeAll(async () => {
  atlas = await startProjectTestServer({ REACHABLE_NETWORKS: '127.0.0.1' }, undefined, [gitIssuesReader])
})
afterEach(async () => {
  for (const forge of open.splice(0)) await forge.close()
})
afterAll(() => atlas.close())

async function connect(provider: GitProvider = 'gitea', sync: object = {}, ann = atlas.cast.ann) {
  const repository = `acme/web-${++count}`
  const forge = await startFakeIssueForge(provider, repository)
  open.push(forge)
  const body = { provider, repository, base_url: forge.url, token: forge.token }
  const made = await ann.call('createGitConnection', { params: atlas.params, body })
  const at = { ...atlas.params, git_connection_id: made.id }
  await ann.call('updateGitConnection', {
    params: at,
    body: { sync_issues: true, sync_label: 'Tandem', ...sync },
  })
  return { forge, hook: made, at, id: made.id }
}
type Connected = Awaited<ReturnType<typeof connect>>

const sql = <Row extends object>(statement: string, values: unknown[] = []) =>
  runSql<Row & Record<string, unknown>>(atlas.server.databaseUrl, statement, values)

async function send(of: Connected, event: Parameters<typeof sendForgeWebhook>[1]): Promise<void> {
  expect(await sendForgeWebhook(of.hook, event)).toMatchObject({ status: 200 })
  const call = { params: of.at }
  await pollUntilTrue(async () => {
    const all = await atlas.cast.ann.call('listGitDeliveries', call)
    return all.every(({ status }) => status !== 'pending')
  }, 'the deliveries are processed')
  const [last] = await atlas.cast.ann.call('listGitDeliveries', call)
  expect(last?.error ?? null).toBe(null)
}

const itemOf = async (of: Connected, number = 1) => {
  const [row] = await sql<{ issue_id: string }>(
    'select issue_id from git_issues where connection_id = $1 and number = $2',
    [of.id, number],
  )
  return row === undefined ? null : atlas.stored({ id: row.issue_id })
}
const idOf = async (of: Connected) => String((await itemOf(of))?.['id'])
const update = (id: string, body: object) =>
  atlas.cast.max.call('updateWorkItem', { params: { ...atlas.params, id }, body })
const comment = (id: string, comment_html: string) =>
  atlas.cast.max.call('createComment', {
    params: { ...atlas.params, id },
    body: { comment_html, access: 'EXTERNAL' },
  })
const commentsOf = (id: string) =>
  sql<{ comment_stripped: string }>(
    'select id, comment_stripped from work_item_comments where issue_id = $1 and removed_at is null order by created_at',
    [id],
  )

/**
 * Waits until the server has read all changes from the feed and no job is left that sends them to the forge.
 */
async function settled(): Promise<void> {
  await waitForIdleFeedReader(gitIssuesReader.name, atlas)
  await pollUntilTrue(async () => {
    const [row] = await sql<{ count: number }>(
      `select count(*)::int as count from pgboss.job where name in ('send-git-issue', 'send-git-comment')
       and state in ('created', 'active')`,
    )
    return row?.count === 0
  }, 'all is sent')
}

const labelled = { number: 1, title: 'The crane squeaks', body: '**Oil** it', labels: ['tandem', 'Bug'] }

test.each(gitProviders)('%s: an issue becomes an item, and both follow each other', async (provider) => {
  const of = await connect(provider)
  await send(of, of.forge.setIssue(labelled))
  const item = await itemOf(of)
  expect(item).toMatchObject({ name: 'The crane squeaks', created_by: forgeUsers[provider].id })
  expect(item?.['description_html']).toContain('<strong>Oil</strong>')
  const id = await idOf(of)
  const labels = await sql<{ name: string }>('select name from labels where id = any($1)', [
    item?.['label_ids'],
  ])
  expect(labels.map(({ name }) => name).sort()).toEqual(['Bug', 'tandem'])

  await update(id, { name: 'The crane is loud', state_id: atlas.states['completed'] })
  await settled()
  expect(of.forge.issues.get(1)).toMatchObject({
    title: 'The crane is loud',
    state: 'closed',
    body: '**Oil** it',
  })
  await send(of, of.forge.setIssue({ number: 1, state: 'open', body: 'Oil and *paint* it' }))
  const reopened = await itemOf(of)
  expect(reopened).toMatchObject({ name: 'The crane is loud', completed_at: null })
  expect(reopened?.['description_html']).toContain('<em>paint</em>')

  const { id: comment_id } = await comment(id, '<p>I <strong>will</strong></p>')
  await settled()
  const [sent] = of.forge.issues.get(1)?.comments ?? []
  expect(sent?.body).toContain('I **will**')
  await atlas.cast.max.call('updateComment', {
    params: { ...atlas.params, id, comment_id },
    body: { comment_html: '<p>I did</p>' },
  })
  await settled()
  expect(of.forge.issues.get(1)?.comments.map(({ body }) => body)).toEqual([expect.stringContaining('I did')])
  const change = (access: 'INTERNAL' | 'EXTERNAL') =>
    atlas.cast.max.call('updateComment', { params: { ...atlas.params, id, comment_id }, body: { access } })
  await change('INTERNAL')
  await settled()
  expect(of.forge.issues.get(1)?.comments).toEqual([])
  await change('EXTERNAL')
  await settled()
  expect(of.forge.issues.get(1)?.comments).toHaveLength(1)
  await atlas.cast.max.call('deleteComment', { params: { ...atlas.params, id, comment_id } })
  await settled()
  expect(of.forge.issues.get(1)?.comments).toEqual([])

  await send(of, of.forge.setComment(1, { id: 7, body: 'Thank *you*', author: 'octo' }))
  expect((await commentsOf(id)).map((one) => one.comment_stripped)).toEqual([
    expect.stringMatching(/octo[\s\S]*Thank you/),
  ])
})

describe('no loop', () => {
  test('an own change that comes back as an event changes nothing and is not sent again', async () => {
    const of = await connect()
    await send(of, of.forge.setIssue(labelled))
    await settled()
    expect(of.forge.writes).toEqual([])
    const id = await idOf(of)
    await update(id, { name: 'Renamed', description_html: '<p>One <em>two</em></p>' })
    await settled()
    expect(of.forge.writes).toEqual(['PATCH 1'])
    const before = await itemOf(of)
    await send(of, of.forge.eventOf(1))
    await settled()
    expect(await itemOf(of)).toEqual(before)
    expect(of.forge.writes).toEqual(['PATCH 1'])
  })

  test('an own comment that comes back as an event is not doubled, on neither side', async () => {
    const of = await connect()
    await send(of, of.forge.setIssue(labelled))
    const id = await idOf(of)
    await comment(id, '<p>Once</p>')
    await settled()
    const [sent] = of.forge.issues.get(1)?.comments ?? []
    await send(of, of.forge.commentEvent(1, sent?.id ?? 0))
    await send(of, of.forge.setComment(1, { id: 8, body: 'Twice', author: 'octo' }))
    await send(of, of.forge.commentEvent(1, 8))
    await settled()
    expect(await commentsOf(id)).toHaveLength(2)
    expect(of.forge.issues.get(1)?.comments).toHaveLength(2)
  })

  test('a repeated or late event does not undo a newer change', async () => {
    const of = await connect()
    const first = of.forge.setIssue(labelled)
    await send(of, first)
    await send(of, of.forge.setIssue({ number: 1, title: 'Newer' }))
    await send(of, first)
    expect(await itemOf(of)).toMatchObject({ name: 'Newer' })
  })
})

test.each(gitProviders)(
  '%s: a late or repeated event does not undo an edit or deletion of a comment',
  async (provider) => {
    const of = await connect(provider)
    await send(of, of.forge.setIssue(labelled))
    const write = (body: string) => of.forge.setComment(1, { id: 7, body, author: 'octo' })
    const [first, second, third] = [write('One'), write('Two'), write('One')]
    const texts = async () => (await commentsOf(await idOf(of))).map((one) => one.comment_stripped)
    await send(of, first)
    await send(of, third)
    await send(of, second)
    expect(await texts()).toEqual([expect.stringContaining('One')])
    await send(of, write('Four'))
    await send(of, third)
    expect(await texts()).toEqual([expect.stringContaining('Four')])

    // GitLab sends no event when a comment is deleted.
    if (provider !== 'gitlab') {
      await send(of, of.forge.commentEvent(1, 7, true))
      await send(of, third)
      // The deletion of the comment 8 arrives before its creation.
      const late = of.forge.setComment(1, { id: 8, body: 'Two', author: 'octo' })
      await send(of, of.forge.commentEvent(1, 8, true))
      await send(of, late)
      expect(await texts()).toEqual([])
    }
    await atlas.cast.ann.call('deleteGitConnection', { params: of.at })
  },
)

describe('a kill between request and record', () => {
  test('sends the item again, and ignores the event that the lost request caused', async () => {
    const of = await connect()
    await send(of, of.forge.setIssue(labelled))
    const id = await idOf(of)
    const [before] = await sql<{ known: object }>('select known from git_issues where issue_id = $1', [id])
    await update(id, { name: 'Sent once' })
    await settled()
    const [after] = await sql<{ known: { title: { forge: string } } }>(
      'select known from git_issues where issue_id = $1',
      [id],
    )
    // Simulates the state after the process died between its request to the forge and the recording of the result.
    const known = {
      ...before?.known,
      title: { ...Object(before?.known)['title'], sending: [after?.known.title.forge] },
    }
    await sql('update git_issues set known = $1 where issue_id = $2', [JSON.stringify(known), id])
    await update(id, { name: 'Changed by a person' })
    await send(of, of.forge.eventOf(1))
    expect(await itemOf(of)).toMatchObject({ name: 'Changed by a person' })
    await settled()
    expect(of.forge.issues.get(1)).toMatchObject({ title: 'Changed by a person' })
  })

  test('ignores an event of an earlier change that arrives after a newer one was sent', async () => {
    const of = await connect()
    await send(of, of.forge.setIssue(labelled))
    const id = await idOf(of)
    await update(id, { name: 'First' })
    await settled()
    const late = of.forge.eventOf(1)
    await update(id, { name: 'Second' })
    await settled()
    await send(of, late)
    expect(await itemOf(of)).toMatchObject({ name: 'Second' })
  })

  test('does not send a comment twice', async () => {
    const of = await connect()
    await send(of, of.forge.setIssue(labelled))
    const id = await idOf(of)
    await comment(id, '<p>Once</p>')
    await settled()
    await sql(
      `update git_issue_comments set forge_id = null, item_hash = 'sending', created_at = now() - interval '5 minutes'
       where git_issue_id = (select id from git_issues where issue_id = $1)`,
      [id],
    )
    const [issue] = await atlas.cast.ann.call('listGitIssues', { params: of.at })
    const git_issue_id = issue?.id ?? ''
    await atlas.cast.ann.call('retryGitIssue', { params: { ...of.at, git_issue_id } })
    await settled()
    expect(of.forge.issues.get(1)?.comments).toHaveLength(1)
    const links = await sql('select forge_id from git_issue_comments where git_issue_id = $1', [git_issue_id])
    expect(links).toEqual([{ forge_id: String(of.forge.issues.get(1)?.comments[0]?.id) }])
  })
})

describe('which issues', () => {
  test('without the label, closed or of a disabled connection become no items', async () => {
    const of = await connect()
    await send(of, of.forge.setIssue({ ...labelled, labels: ['Bug'] }))
    await send(of, of.forge.setIssue({ ...labelled, number: 2, state: 'closed' }))
    expect(await itemOf(of, 1)).toBe(null)
    expect(await itemOf(of, 2)).toBe(null)
    await atlas.cast.ann.call('updateGitConnection', { params: of.at, body: { sync_issues: false } })
    await sendForgeWebhook(of.hook, of.forge.setIssue({ ...labelled, number: 3 }))
    expect(await itemOf(of, 3)).toBe(null)
    const stored = await sql<{ facts: unknown }>(
      'select facts from git_deliveries where connection_id = $1 order by created_at',
      [of.id],
    )
    expect(JSON.stringify(stored.at(-1)?.facts)).toBe('[]')
  })

  test('the direction decides which side follows', async () => {
    const from = await connect('gitea', { sync_direction: 'from_forge' })
    await send(from, from.forge.setIssue(labelled))
    await update(await idOf(from), { name: 'Only here' })
    await settled()
    expect(from.forge.writes).toEqual([])
    await send(from, from.forge.setIssue({ number: 1, body: 'More' }))
    expect(await itemOf(from)).toMatchObject({ name: 'Only here' })
    await atlas.cast.ann.call('updateGitConnection', {
      params: from.at,
      body: { sync_direction: 'to_forge' },
    })
    await send(from, from.forge.setIssue({ number: 1, title: 'Ignored' }))
    expect(await itemOf(from)).toMatchObject({ name: 'Only here' })
  })

  test('a sync without a label is refused', async () => {
    const of = await connect()
    const call = { params: of.at, body: { sync_label: '' } }
    expect(await atlas.cast.ann.refused('updateGitConnection', call)).toMatchObject({
      fields: { sync_label: ['Enter the label of the issues that become work items.'] },
    })
  })
})

test('a failure is listed, and sent again by a person', async () => {
  const of = await connect()
  await send(of, of.forge.setIssue(labelled))
  const id = await idOf(of)
  of.forge.refusals.push({ status: 403 })
  await update(id, { name: 'Refused' })
  await settled()
  const list = () => atlas.cast.ann.call('listGitIssues', { params: of.at })
  const [failed] = await list()
  expect(failed).toMatchObject({ number: 1, issue_id: id, error: expect.stringContaining('access token') })
  await atlas.cast.ann.call('retryGitIssue', { params: { ...of.at, git_issue_id: failed?.id ?? '' } })
  await settled()
  expect(of.forge.issues.get(1)).toMatchObject({ title: 'Refused' })
  expect(await list()).toMatchObject([{ error: null }])
  const { max } = atlas.cast
  expect(await max.refused('listGitIssues', { params: of.at })).toMatchObject({ status: 403 })
})

test('a rate limit of the forge is not a final failure', async () => {
  const of = await connect('github')
  await send(of, of.forge.setIssue(labelled))
  const id = await idOf(of)
  for (const [name, value] of [
    ['retry-after', '60'],
    ['x-ratelimit-remaining', '0'],
  ] as const) {
    of.forge.refusals.push({ status: 403, headers: { [name]: value } })
    await update(id, { name: `Limited by ${name}` })
    await settled()
    expect(await atlas.cast.ann.call('listGitIssues', { params: of.at })).toMatchObject([
      { error: 'The server answered with status 403.' },
    ])
  }
})

describe('a delivery that fails for good', () => {
  test('does not occur for a comment that was deleted here: it stays deleted', async () => {
    const of = await connect()
    await send(of, of.forge.setIssue(labelled))
    const id = await idOf(of)
    for (const key of [7, 8]) await send(of, of.forge.setComment(1, { id: key, body: 'One', author: 'octo' }))
    for (const { id: comment_id } of await commentsOf(id))
      await atlas.cast.ann.call('deleteComment', {
        params: { ...atlas.params, id, comment_id: String(comment_id) },
      })
    await send(of, of.forge.setComment(1, { id: 7, body: 'Two', author: 'octo' }))
    await send(of, of.forge.commentEvent(1, 8, true))
    expect(await commentsOf(id)).toEqual([])
  })

  test('does not occur for text that is nested too deeply: it is stored as plain text', async () => {
    const of = await connect()
    const body = `${'> '.repeat(700)}<b>deep</b>`
    await send(of, of.forge.setIssue({ ...labelled, body }))
    expect(await itemOf(of)).toMatchObject({ description_stripped: body })
    await send(of, of.forge.setComment(1, { id: 7, body, author: 'octo' }))
    expect(await commentsOf(await idOf(of))).toMatchObject([
      { comment_stripped: expect.stringContaining(body) },
    ])
  })
})

test('the name of an author notifies nobody on the forge', async () => {
  const of = await connect()
  await send(of, of.forge.setIssue(labelled))
  const { max } = atlas.cast
  await max.call('updateMe', { body: { display_name: 'Max @octo *x*' } })
  await comment(await idOf(of), '<p>Hi</p>')
  await settled()
  expect(of.forge.issues.get(1)?.comments[0]?.body).toMatch(/^\*\*Max @\u200bocto \\\*x\\\*\*\*\n/)
})

test('a connection changes nothing after its maker has left, until another admin enters a token', async () => {
  const { ann, workspace_id } = atlas.cast
  const pia = await createSignedInUser(atlas.server, 'pia-leaves@example.com')
  await addMember(atlas.server, workspace_id, pia.id, role.member)
  const members = [{ member_id: pia.id, role: role.admin }]
  await ann.call('addProjectMembers', { params: atlas.params, body: { members } })
  const of = await connect('gitea', {}, pia)
  await send(of, of.forge.setIssue(labelled))
  const id = await idOf(of)
  await sql('update project_members set is_active = false where member_id = $1', [pia.id])

  await update(id, { name: 'Renamed here' })
  await settled()
  await sendForgeWebhook(of.hook, of.forge.setIssue({ number: 1, body: 'Changed there' }))
  const left = 'The admin who connected the repository has left the project.'
  const [newest] = await pollForResult(of)
  expect(newest).toMatchObject({ status: 'failed', error: left })
  const [issue] = await ann.call('listGitIssues', { params: of.at })
  expect(issue).toMatchObject({ error: left })
  expect(of.forge.writes).toEqual([])
  expect((await itemOf(of))?.['description_html']).not.toContain('Changed there')

  // If another admin changes only a setting, the connection does not use the former admin's token for the new admin.
  // It works again after an admin enters a token.
  await ann.call('updateGitConnection', { params: of.at, body: { sync_label: 'tandem' } })
  const retry = { params: { ...of.at, git_issue_id: issue?.id ?? '' } }
  await ann.call('retryGitIssue', retry)
  await settled()
  expect(of.forge.writes).toEqual([])
  await ann.call('updateGitConnection', { params: of.at, body: { token: of.forge.token } })
  await ann.call('retryGitIssue', retry)
  await settled()
  expect(of.forge.writes).toEqual(['PATCH 1'])
})

/** Waits until the server has processed all deliveries of the connection, and returns the deliveries. */
async function pollForResult(of: Connected) {
  const list = () => atlas.cast.ann.call('listGitDeliveries', { params: of.at })
  await pollUntilTrue(async () => (await list()).every(({ status }) => status !== 'pending'), 'processed')
  return list()
}
