import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOrm } from '#api/create-orm.ts'
import { notificationsReader } from '#api/personal/notifications/reader.ts'
import { indexNextRows } from '#api/personal/search/backlog.ts'
import { searchIndexReader } from '#api/personal/search/reader.ts'
import { createBus } from '#api/platform/bus.ts'
import { newId } from '#common/platform/ids.ts'
import { role } from '#common/platform/roles.ts'
import { type ApiClient, runSql } from '../../support/api-client.ts'
import { pollUntilTrue } from '../../support/document-clients.ts'
import {
  type ProjectPathParams,
  type ProjectTestServer,
  startProjectTestServer,
} from '../../support/project-test-server.ts'
import { waitForSearchIndex } from '../../support/wait-for-search-index.ts'

let atlas: ProjectTestServer
let ann: ApiClient
let max: ApiClient
let gus: ApiClient
let secret: ProjectPathParams

beforeAll(async () => {
  atlas = await startProjectTestServer({}, undefined, [searchIndexReader, notificationsReader])
  ;({ ann, max, gus } = atlas.cast)
  secret = await atlas.makeProject('Hidden works', 'HID')
})
afterAll(() => atlas.close())

const at = (item: { id: string }) => ({ ...atlas.params, id: item.id })

async function answer(query: Record<string, string>, who: ApiClient = ann) {
  await waitForSearchIndex(atlas.server.databaseUrl, atlas.cast.workspace_id)
  return who.call('findInWorkspace', { params: { slug: 'acme' }, query })
}
const find = async (query: Record<string, string>, who: ApiClient = ann) => (await answer(query, who)).results
const titles = async (typed: string, who: ApiClient = ann, more: Record<string, string> = {}) =>
  (await find({ query: typed, ...more }, who)).map(({ kind, title }) => `${kind} ${title}`)

const say = (item: { id: string }, text: string, who = ann) =>
  who.call('createComment', { params: at(item), body: { comment_html: `<p>${text}</p>` } })

describe('searching all kinds', () => {
  test('finds a title with the data to show it', async () => {
    const item = await atlas.make('Crème brûlée for everyone', { priority: 'high' })
    const [found] = await find({ query: 'BRULEE cre' }, max)
    expect(found).toMatchObject({
      ...{
        kind: 'issue',
        id: item.id,
        title: item.name,
        project_id: item.project_id,
        key: `ATL-${item.sequence_id}`,
      },
      ...{
        title_marks: [
          [0, 3],
          [6, 12],
        ],
        snippet: null,
        priority: 'high',
        state__group: 'backlog',
        author_id: ann.id,
      },
    })
    expect(await titles('quiche')).toEqual([])
  })

  test('finds texts by the current names of the public teamspaces that they mention', async () => {
    const { params } = { params: { slug: 'acme' } }
    const team = await ann.call('createTeamspace', { params, body: { name: 'Quokkas', access: 1 } })
    const html = `<mention-component entity_identifier="${team.id}" entity_name="team_mention" id="${newId()}"></mention-component>`
    const item = await atlas.make('Calls a team', { description_html: `<p>${html}</p>` })
    await ann.call('createComment', { params: at(item), body: { comment_html: `<p>${html}</p>` } })
    const kinds = async (typed: string) => (await find({ query: typed })).map(({ kind }) => kind).sort()
    expect(await kinds('quokkas')).toEqual(['comment', 'issue', 'teamspace'])
    const one = { params: { ...params, teamspace_id: team.id } }
    const searched = async (name: string, other: string) => {
      await pollUntilTrue(async () => (await kinds(other)).length === 0, `nobody finds ${other}`)
      return kinds(name)
    }
    await ann.call('updateTeamspace', { ...one, body: { name: 'Numbats' } })
    expect(await searched('numbats', 'quokkas')).toEqual(['comment', 'issue', 'teamspace'])
    await ann.call('deleteTeamspace', one)
    expect(await searched('quokkas', 'numbats')).toEqual([])
  })

  test('finds teamspaces for the people who see them, by their current name', async () => {
    const params = { slug: atlas.params.slug }
    const mine = await ann.call('createTeamspace', { params, body: { name: 'Wombat watchers' } })
    await ann.call('createTeamspace', { params, body: { name: 'Wombat council', access: 0 } })
    const sorted = async (who: ApiClient) => (await titles('wombat', who)).toSorted()
    expect(await sorted(ann)).toEqual(['teamspace Wombat council', 'teamspace Wombat watchers'])
    expect(await sorted(max)).toEqual(['teamspace Wombat watchers'])
    expect(await sorted(gus)).toEqual([])
    const at = { params: { ...params, teamspace_id: mine.id } }
    await ann.call('updateTeamspace', { ...at, body: { access: 0, name: 'Wombat friends' } })
    expect(await sorted(max)).toEqual([])
    expect(await sorted(ann)).toContain('teamspace Wombat friends')
    await ann.call('deleteTeamspace', at)
    expect(await sorted(ann)).toEqual(['teamspace Wombat council'])
    const { results } = await ann.call('searchWorkspace', { params, query: { search: 'wombat' } })
    expect(results.teamspace?.map(({ name }) => name)).toEqual(['Wombat council'])
  })

  test('finds pages, cycles, modules, views, projects and people', async () => {
    const { params } = atlas
    await ann.call('updateProject', { params, body: { cycle_view: true, module_view: true } })
    const item = await atlas.make('Zeppelin')
    await say(item, 'The zeppelin lands tomorrow')
    await ann.call('createPage', { params, body: { name: 'Zeppelin handbook' } })
    await ann.call('createCycle', { params, body: { name: 'Zeppelin sprint' } })
    await ann.call('createModule', { params, body: { name: 'Zeppelin engine' } })
    await ann.call('createView', { params, body: { name: 'Zeppelin view' } })
    await ann.call('createWorkspaceView', { params, body: { name: 'Zeppelins of all' } })
    await atlas.makeProject('Zeppelin project', 'ZEP')
    await gus.call('updateMe', { body: { display_name: 'Graf Zeppelin' } })
    const found = await find({ query: 'zepp', of_each: '5' })
    expect(found.map(({ kind, title }) => `${kind} ${title}`)).toEqual([
      'issue Zeppelin',
      'page Zeppelin handbook',
      'project Zeppelin project',
      'cycle Zeppelin sprint',
      'module Zeppelin engine',
      'view Zeppelins of all',
      'view Zeppelin view',
      'person Graf Zeppelin',
      'comment Zeppelin',
    ])
    expect(found.at(-1)).toMatchObject({
      issue_id: item.id,
      snippet: { text: 'The zeppelin lands tomorrow', marks: [[4, 8]] },
    })
    expect(await titles('zeppelin', ann, { kinds: 'page,module' })).toHaveLength(2)
    expect(await titles('zeppelin', ann, { of_each: '1', kinds: 'view' })).toHaveLength(1)
    // The search does not find entities of features that are disabled in their project.
    const off = { cycle_view: false, page_view: false, issue_views_view: false }
    await ann.call('updateProject', { params, body: off })
    expect(await titles('zeppelin', ann, { kinds: 'page,module,cycle,view' })).toEqual([
      'view Zeppelins of all',
      'module Zeppelin engine',
    ])
    const on = { cycle_view: true, page_view: true, issue_views_view: true }
    await ann.call('updateProject', { params, body: on })
  })

  test('follows renamed, archived, deleted and restored items', async () => {
    const item = await atlas.make('Walrus')
    expect(await titles('walrus')).toEqual(['issue Walrus'])
    await say(item, 'A walrus indeed')
    await ann.call('updateWorkItem', { params: at(item), body: { name: 'Narwhal' } })
    expect(await titles('walrus')).toEqual(['comment Narwhal'])
    await ann.call('deleteWorkItem', { params: at(item) })
    expect([await titles('walrus'), await titles('narwhal')]).toEqual([[], []])
    await ann.call('restoreWorkItem', { params: at(item) })
    expect([await titles('walrus'), await titles('narwhal')]).toEqual([
      ['comment Narwhal'],
      ['issue Narwhal'],
    ])
    await ann.call('updateWorkItem', { params: at(item), body: { state_id: atlas.states['completed'] } })
    await ann.call('archiveWorkItem', { params: at(item) })
    // Archived work is found by words and key, and marked as archived.
    expect([await titles('walrus'), await titles('narwhal')]).toEqual([
      ['comment Narwhal'],
      ['issue Narwhal'],
    ])
    const found = await Promise.all(
      ['narwhal', 'walrus', `ATL-${item.sequence_id}`].map((query) => find({ query })),
    )
    for (const [first] of found) expect(first?.archived_at).not.toBeNull()
  })

  test('finds descriptions and returns a snippet', async () => {
    const item = await atlas.make('Quiet title', {
      description_html: '<p>Deep inside lies 日本語の検索 and more</p>',
    })
    const [found] = await find({ query: '検索' })
    expect(found).toMatchObject({
      id: item.id,
      title_marks: [],
      snippet: { text: 'Deep inside lies 日本語の検索 and more' },
    })
  })

  test('finds parts of text without spaces', async () => {
    await atlas.make('全文検索の機能')
    await atlas.make('전문 검색 기능')
    expect(await titles('検索')).toContain('issue 全文検索の機能')
    expect(await titles('機能')).toEqual(['issue 全文検索の機能'])
    expect(await titles('검색')).toEqual(['issue 전문 검색 기능'])
  })
})

test('security 64: no text blocks the indexing of others or breaks its own entry', async () => {
  await atlas.make(`a${'𒀀'.repeat(40)} cuneiform`)
  // This random text contains more different pairs of letters than a `tsvector` can store.
  let seed = 1
  const sign = () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff
    return String.fromCodePoint(0x4e00 + ((seed >> 8) % 20_000))
  }
  const pairs = Array.from({ length: 99_000 }, sign).join('')
  await atlas.make('Babel', { description_html: `<p>tower ${pairs}</p>` })
  await atlas.make('Behind it')
  expect(await titles('cuneiform')).toHaveLength(1)
  expect(await titles('behind')).toEqual(['issue Behind it'])
  expect(await titles('tower')).toEqual(['issue Babel'])
  const [entry] = await runSql<{ words: number; whole: boolean }>(
    atlas.server.databaseUrl,
    `select length(all_words) as words, octet_length(array_to_string(tsvector_to_array(all_words), '')) <= 1048575 as whole
     from search_entries where octet_length(all_words::text) > 500000`,
  )
  expect(entry).toMatchObject({ whole: true })
  expect(entry?.words).toBeGreaterThan(85_000)
})

describe('the order of results', () => {
  test('is keys, then titles, then texts, each newest first', async () => {
    const first = await atlas.make('Otter one', { description_html: '<p>An otter</p>' })
    await atlas.make('Text alone', { description_html: '<p>About an otter</p>' })
    await atlas.make('Otter two')
    expect(await titles('otter')).toEqual(['issue Otter two', 'issue Otter one', 'issue Text alone'])
    const key = `atl-${first.sequence_id}`
    await atlas.make(`About ${key}`)
    expect(await titles(key)).toEqual(['issue Otter one', `issue About ${key}`])
    expect((await titles(String(first.sequence_id)))[0]).toBe('issue Otter one')
  })

  test('has no duplicates across pages', async () => {
    for (let n = 1; n <= 7; n++) await atlas.make(`Penguin ${n}`)
    const item = await atlas.make('Bird', { description_html: '<p>No penguin</p>' })
    await say(item, 'But a penguin')
    const all: string[] = []
    let cursor: string | null = null
    do {
      const more: Record<string, string> = cursor === null ? {} : { cursor }
      const { results, next_cursor } = await answer({ query: 'penguin', per_page: '3', ...more })
      expect(results.length).toBeLessThanOrEqual(3)
      all.push(...results.map(({ title, kind }) => `${kind} ${title}`))
      cursor = next_cursor
    } while (cursor !== null)
    expect(all).toEqual([
      ...[7, 6, 5, 4, 3, 2, 1].map((n) => `issue Penguin ${n}`),
      'comment Bird',
      'issue Bird',
    ])
  })

  test('is kept with filters by project, person and day', async () => {
    await atlas.make('Lynx of Ann')
    await atlas.make('Lynx of Max', {}, max)
    await atlas.make('Lynx hidden', {}, ann, secret)
    const day = (of: number) => new Date(Date.now() + of * 86_400_000).toISOString().slice(0, 10)
    expect(await titles('lynx', ann, { projects: secret.project_id })).toEqual(['issue Lynx hidden'])
    expect(await titles('lynx', ann, { people: max.id })).toEqual(['issue Lynx of Max'])
    expect(await titles('lynx', ann, { from: day(2) })).toEqual([])
    expect(await titles('lynx', ann, { from: day(-1), to: day(1) })).toHaveLength(3)
    expect(await titles('', ann, { people: max.id, kinds: 'issue' })).toEqual(['issue Lynx of Max'])
  })

  test('finds frequent and rare words alike', async () => {
    const big = await atlas.makeProject('Big', 'BIG')
    const item = await atlas.make('Common words everywhere', {}, ann, big)
    await waitForSearchIndex(atlas.server.databaseUrl, atlas.cast.workspace_id)
    await runSql(
      atlas.server.databaseUrl,
      `insert into work_items (id, workspace_id, project_id, sequence_id, name, state_id, state__group, sort_order, created_by, updated_at)
       select uuidv7(), workspace_id, project_id, n + 1, case when n % 1500 = 0 then 'Rare gem ' || n else 'Common words ' || n end,
         state_id, state__group, n, created_by, updated_at - n * interval '1 s' from work_items, generate_series(1, 4500) n where id = $1`,
      [item.id],
    )
    await runSql(atlas.server.databaseUrl, `insert into search_backlog values ($1, 'work_items', $2)`, [
      atlas.cast.workspace_id,
      item.id,
    ])
    const bus = createBus(null)
    const orm = await createOrm(atlas.server.databaseUrl, bus)
    while (await indexNextRows(orm)) {
      // The body is empty, because the condition of the loop indexes the next batch.
    }
    await orm.close(true)
    await bus.close()
    expect(await titles('gem', ann, { per_page: '3' })).toEqual(
      [1500, 3000, 4500].map((n) => `issue Rare gem ${n}`),
    )
    expect(
      (await titles('common words', ann, { per_page: '100', projects: big.project_id })).slice(0, 2),
    ).toEqual(['issue Common words everywhere', 'issue Common words 1'])
  })
})

describe('security 10, 47, 51: a search', () => {
  test('shows restricted guests only their own content', async () => {
    const item = await atlas.make('Ferret of Ann')
    const own = await atlas.make('Ferret of Gus')
    await atlas.give(own, gus)
    await say(item, 'ferret talk')
    await say(own, 'ferret talk')
    await ann.call('updateWorkItem', { params: at(own), body: { name: 'Ferret for Gus' } })
    await ann.call('updateWorkItem', { params: at(own), body: { name: 'Ferret of Gus' } })
    await ann.call('createPage', { params: atlas.params, body: { name: 'Ferret page' } })
    await ann.call('createView', { params: atlas.params, body: { name: 'Ferret view' } })
    await ann.call('createWorkspaceView', { params: atlas.params, body: { name: 'Ferret of all' } })
    expect(await titles('ferret', gus)).toEqual(['issue Ferret of Gus', 'comment Ferret of Gus'])
    expect(await titles('ferret', max)).toHaveLength(7)
    const { results } = await gus.call('searchWorkspace', {
      params: { slug: 'acme' },
      query: { search: 'ferret' },
    })
    expect(results.issue?.map(({ name }) => name)).toEqual(['Ferret of Gus'])
    expect([results.page, results.issue_view]).toEqual([[], []])
    await ann.call('updateProject', { params: atlas.params, body: { guest_view_all_features: true } })
    expect(await titles('ferret', gus)).toHaveLength(6)
    await ann.call('updateProject', { params: atlas.params, body: { guest_view_all_features: false } })
  })

  test('shows nothing of secret projects, private pages and other workspaces', async () => {
    await atlas.make('Badger hidden', {}, ann, secret)
    await atlas.make('Badger of Eve', {}, atlas.cast.eve, atlas.eves)
    await max.call('createPage', { params: atlas.params, body: { name: 'Badger private', access: 1 } })
    await ann.call('createWorkspaceView', { params: atlas.params, body: { name: 'Badger own', access: 0 } })
    expect(await titles('badger', max)).toEqual(['page Badger private'])
    expect((await titles('badger', ann)).toSorted()).toEqual(['issue Badger hidden', 'view Badger own'])
    expect(await titles('hidden works', max)).toEqual([])
    expect(await titles('hid-1', max)).toEqual([])
    expect(await titles('badger', max, { projects: secret.project_id })).toEqual([])
    expect(await titles('badger', max, { projects: newId() })).toEqual([])
    const slug = atlas.cast.slug
    expect(await atlas.cast.eve.refused('findInWorkspace', { params: { slug } })).toMatchObject({
      status: 404,
    })
  })

  test('hides content immediately after access is lost', async () => {
    const { id } = await max.call('createPage', { params: atlas.params, body: { name: 'Stoat page' } })
    await waitForSearchIndex(atlas.server.databaseUrl, atlas.cast.workspace_id)
    expect(await titles('stoat', ann)).toEqual(['page Stoat page'])
    // The search must respect the new access before the index is updated.
    await runSql(atlas.server.databaseUrl, 'update pages set access = 1 where id = $1', [id])
    expect(await titles('stoat', ann)).toEqual([])
    expect(await titles('stoat', max)).toEqual(['page Stoat page'])
    const members = [{ member_id: max.id, role: role.member }]
    await ann.call('addProjectMembers', { params: secret, body: { members } })
    await atlas.make('Stoat hidden', {}, ann, secret)
    expect(await titles('stoat hid', max)).toEqual(['issue Stoat hidden'])
    const joined = await ann.call('listProjectMembers', { params: secret })
    const membership = joined.find(({ member_id }) => member_id === max.id)
    await ann.call('removeProjectMember', { params: { ...secret, member_id: membership?.id ?? '' } })
    expect(await titles('stoat hid', max)).toEqual([])
  })
})

test('security 30, 64: hostile queries find nothing and break nothing', async () => {
  const item = await atlas.make(`O'Brien's \\ "quoted" & (a | !b):* <-> %_`)
  const hostile = [
    "'",
    "''",
    '\\',
    "\\'",
    "' | 'a",
    'a & !b',
    ':*',
    "x':*A",
    '%',
    '_',
    '(',
    '<->',
    "'); drop table search_entries; --",
    '$1',
    '\u2028',
    'a'.repeat(255),
  ]
  for (const typed of hostile) {
    expect(Array.isArray(await find({ query: typed }))).toBe(true)
    await ann.call('searchWorkspace', { params: { slug: 'acme' }, query: { search: typed } })
    await ann.call('searchEntities', {
      params: { slug: 'acme' },
      query: { query: typed, query_type: 'cycle,module,issue' },
    })
  }
  expect(await titles(`o'brien's \\ "quoted" & (a`)).toEqual([`issue ${item.name}`])
  const wrong: Record<string, string>[] = [
    { cursor: '1' },
    { cursor: '2:2026-99-99T00:00:00.000000Z:x' },
    { kinds: 'users' },
    { people: 'ann' },
    { projects: "'" },
    { per_page: '0' },
    { of_each: '1000' },
    { from: 'yesterday' },
    { from: '0001-01-01' },
    { to: '9999-12-31' },
  ]
  for (const query of wrong) {
    expect((await ann.refused('findInWorkspace', { params: { slug: 'acme' }, query })).status).toBe(400)
  }
})

describe('the search for clients of Plane', () => {
  test('returns results by kind with the expected fields', async () => {
    const item = await atlas.make('Heron')
    await ann.call('createPage', { params: atlas.params, body: { name: 'Heron page' } })
    await ann.call('createModule', { params: atlas.params, body: { name: 'Heron module' } })
    await waitForSearchIndex(atlas.server.databaseUrl, atlas.cast.workspace_id)
    const call = (query: Record<string, string>) =>
      ann.call('searchWorkspace', { params: { slug: 'acme' }, query })
    const { results } = await call({ search: 'heron', workspace_search: 'true' })
    expect(results).toEqual({
      ...{ workspace: [], project: [], cycle: [], issue_view: [], teamspace: [], intake: [] },
      issue: [
        {
          ...{ id: item.id, name: 'Heron', sequence_id: item.sequence_id, type_id: null },
          ...{ project_id: atlas.params.project_id, project__identifier: 'ATL', workspace__slug: 'acme' },
        },
      ],
      module: [expect.objectContaining({ name: 'Heron module', project__identifier: 'ATL' })],
      page: [
        expect.objectContaining({
          name: 'Heron page',
          projects__id: [atlas.params.project_id],
          project_identifiers: ['ATL'],
        }),
      ],
    })
    expect(Object.keys((await call({ entities: 'cycle, project' })).results).toSorted()).toEqual([
      'cycle',
      'project',
    ])
    expect((await call({ search: 'acme', entities: 'workspace' })).results.workspace).toHaveLength(1)
    expect((await call({ search: 'atl', entities: 'issue' })).results.issue).toContainEqual(
      expect.objectContaining({ name: 'Heron' }),
    )
    const elsewhere = await call({ search: 'heron', project_id: secret.project_id })
    expect(elsewhere.results.issue).toEqual([])
  })

  test('finds cycles and modules of a project for mentions', async () => {
    await ann.call('createCycle', { params: atlas.params, body: { name: 'Ibis cycle' } })
    await ann.call('createModule', { params: atlas.params, body: { name: 'Ibis module' } })
    const call = (who: ApiClient, more: Record<string, string> = {}) =>
      who.call('searchEntities', {
        params: { slug: 'acme' },
        query: { query: 'ibis', query_type: 'cycle,module', ...more },
      })
    expect(await call(gus, { project_id: atlas.params.project_id })).toMatchObject({
      cycle: [{ name: 'Ibis cycle', project__identifier: 'ATL', status: 'DRAFT' }],
      module: [{ name: 'Ibis module', project__identifier: 'ATL', status: 'planned' }],
    })
    await ann.call('updateProject', { params: atlas.params, body: { cycle_view: false } })
    expect((await call(ann)).cycle).toEqual([])
  })
})
