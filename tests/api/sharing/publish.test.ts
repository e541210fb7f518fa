import pg from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls } from '#common/calls.ts'
import { newId } from '#common/platform/ids.ts'
import { role } from '#common/platform/roles.ts'
import { boardFeedbackSettings } from '#common/sharing/publish/rules.ts'
import {
  type ApiClient,
  createAnonymousClient,
  createSignedInUser,
  fillPath,
  runSql,
} from '../../support/api-client.ts'
import { addMember } from '../../support/cast.ts'
import { pollUntilTrue } from '../../support/document-clients.ts'
import {
  type ProjectPathParams,
  type ProjectTestServer,
  startProjectTestServer,
} from '../../support/project-test-server.ts'
import { fetchAsUser, uploadToStorage } from '../../support/upload.ts'

let atlas: ProjectTestServer
beforeAll(async () => {
  atlas = await startProjectTestServer()
})
afterAll(() => atlas.close())

test('admins of a project publish it, and one change is heard', async () => {
  const { ann, max, gus, eve } = atlas.cast
  const { params } = atlas
  await atlas.changingNothing(async () => {
    for (const [who, status] of [
      [max, 403],
      [gus, 403],
      [eve, 404],
    ] as const)
      expect(await who.refused('publishProject', { params, body: {} })).toMatchObject({ status })
    expect(
      await ann.refused('publishProject', { params, body: { views: { list: false, kanban: false } } }),
    ).toMatchObject({ status: 400 })
  })
  expect(await ann.call('getDeployBoard', { params })).toEqual({})
  const changes = await atlas.changes(() => ann.call('publishProject', { params, body: {} }))
  const board = await ann.call('publishProject', { params, body: {} })
  expect(board.anchor).toMatch(/^[0-9a-f]{32}$/)
  expect(changes).toMatchObject([{ entity: 'projects', fields: { anchor: board.anchor } }])
  expect(await ann.call('getProject', { params })).toMatchObject({ anchor: board.anchor })
  const one = { ...params, deploy_board_id: board.id }
  const changed = await ann.call('updateDeployBoard', { params: one, body: { views: { kanban: false } } })
  expect(changed).toMatchObject({ anchor: board.anchor, views: { list: true, kanban: false } })
  expect(await max.refused('unpublishProject', { params: one })).toMatchObject({ status: 403 })
  expect(
    await eve.refused('unpublishProject', { params: { ...atlas.eves, deploy_board_id: board.id } }),
  ).toMatchObject({ status: 404 })
  await ann.call('unpublishProject', { params: one })
  expect(await ann.call('getDeployBoard', { params })).toEqual({})
  const again = await ann.call('publishProject', { params, body: {} })
  expect(again.anchor).not.toBe(board.anchor)
})

test('security 10, 11: strangers read what is published, and nothing beside it', async () => {
  const { ann, max } = atlas.cast
  const stranger = createAnonymousClient(atlas.server)
  const place = await atlas.makeProject('Open', 'OPEN')
  const secret = await atlas.makeProject('Hidden', 'HID')
  const [label] = await ann.call('listLabels', { params: place })
  const description_html = `<p>Ask <mention-component entity_name="user_mention" entity_identifier="${ann.id}"></mention-component> first</p>`
  const fields = { label_ids: [label?.id ?? ''], assignee_ids: [ann.id], description_html }
  const item = await atlas.make('Seen', fields, ann, place)
  const gone = await atlas.make('Trashed', {}, ann, place)
  const other = await atlas.make('Elsewhere', {}, ann, secret)
  await ann.call('deleteWorkItem', { params: { ...place, id: gone.id } })
  await ann.call('createComment', {
    params: { ...place, id: item.id },
    body: { comment_html: '<p>Between ourselves</p>' },
  })
  const { anchor, id } = await ann.call('publishProject', { params: place, body: {} })
  const board = await stranger.call('getPublishedBoard', { params: { anchor } })
  const page = { query: { per_page: '100', cursor: '100:0:0' } }
  const listed = await stranger.call('listPublishedItems', { params: { anchor }, ...page })
  const seen = await stranger.call('getPublishedItem', { params: { anchor, issue_id: item.id } })
  expect(listed.results).toMatchObject([{ key: 'OPEN-1', assignee_ids: [ann.id] }])
  expect(seen).toMatchObject({ name: 'Seen', description_html: '<p>Ask @… first</p>' })
  const told = JSON.stringify([board, listed, seen])
  for (const hidden of ['Between ourselves', 'Trashed', 'Elsewhere', max.id, ann.email, secret.project_id])
    expect(told).not.toContain(hidden)
  for (const issue_id of [gone.id, other.id, newId()])
    expect(await stranger.refused('getPublishedItem', { params: { anchor, issue_id } })).toMatchObject({
      status: 404,
    })
  for (const wrong of ['0'.repeat(32), place.project_id, anchor.slice(0, 31)])
    expect(await stranger.refused('getPublishedBoard', { params: { anchor: wrong } })).toMatchObject({
      status: 404,
    })
  await ann.call('unpublishProject', { params: { ...place, deploy_board_id: id } })
  expect(await stranger.refused('listPublishedItems', { params: { anchor }, ...page })).toMatchObject({
    status: 404,
  })
})

const stranger = () => createAnonymousClient(atlas.server)
const showing = (id: string) => `<image-component src="${id}"></image-component>`

/** Uploads a picture as Ann for a text of the item. */
async function sendPicture(
  item: { id: string },
  where: ProjectPathParams,
  entity_type = 'ISSUE_DESCRIPTION',
  entity_identifier = item.id,
): Promise<string> {
  const { ann } = atlas.cast
  const bytes = await sharp({ create: { width: 600, height: 300, channels: 3, background: '#2050a0' } })
    .png()
    .toBuffer()
  const named = { name: 'Hull by Max.png', type: 'image/png' }
  const body = { ...named, size: bytes.length, entity_type, entity_identifier }
  const slot = await ann.call('createProjectAsset', { params: where, body })
  await uploadToStorage(atlas.server, slot, { ...named, bytes })
  const params = { slug: where.slug, asset_id: slot.asset_id }
  await ann.call('confirmWorkspaceAsset', { params, body: {} })
  return slot.asset_id
}

function picture(anchor: string, asset_id: string, query = '', headers = {}): Promise<Response> {
  const url = fillPath(calls.getPublishedPicture.path, { anchor, asset_id })
  return fetchAsUser(atlas.server, stranger(), url + query, headers)
}

test('security 10, 51: of pictures strangers read what a published description shows now', async () => {
  const { ann } = atlas.cast
  const place = await atlas.makeProject('Shown', 'SHOWN')
  const secret = await atlas.makeProject('Kept', 'KEPT')
  const item = await atlas.make('With a picture', {}, ann, place)
  const hidden = await atlas.make('Elsewhere', {}, ann, secret)
  const params = { ...place, id: item.id }
  const shown = await sendPicture(item, place)
  const unused = await sendPicture(item, place)
  const said = await sendPicture(item, place, 'COMMENT_DESCRIPTION', '')
  const foreign = await sendPicture(hidden, secret)
  const describe = (html: string) => ann.call('updateWorkItem', { params, body: { description_html: html } })
  await describe(`<p>Look</p>${showing(shown)}`)
  await ann.call('createComment', { params, body: { comment_html: showing(said) } })
  await ann.call('updateWorkItem', {
    params: { ...secret, id: hidden.id },
    body: { description_html: showing(foreign) },
  })
  expect((await picture('0'.repeat(32), shown)).status).toBe(404)
  const { anchor, id } = await ann.call('publishProject', { params: place, body: {} })
  const whole = await picture(anchor, shown)
  expect(whole.status).toBe(200)
  expect(whole.headers.get('cache-control')).toBe('private, no-cache')
  expect(whole.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  expect(whole.headers.get('content-disposition')).not.toContain('Max')
  const small = await picture(anchor, shown, '?width=320')
  expect((await sharp(Buffer.from(await small.arrayBuffer())).metadata()).width).toBe(320)
  const etag = { 'if-none-match': whole.headers.get('etag') ?? '' }
  expect((await picture(anchor, shown, '', etag)).status).toBe(304)
  // Requests for unpublished pictures and for missing pictures get the same error.
  const answers = new Set<string>()
  for (const each of [unused, said, foreign, newId()]) {
    const refused = await picture(anchor, each)
    const { request_id: _, ...told } = await refused.json()
    answers.add(`${refused.status} ${JSON.stringify(told)}`)
  }
  expect([...answers]).toHaveLength(1)
  // A picture of another item is served once the published text contains it.
  await describe(showing(shown) + showing(foreign))
  expect((await picture(anchor, foreign)).status).toBe(200)
  await describe('<p>Nothing to see</p>')
  expect((await picture(anchor, shown, '', etag)).status).toBe(404)
  await describe(showing(shown))
  await ann.call('deleteWorkItem', { params })
  expect((await picture(anchor, shown, '', etag)).status).toBe(404)
  await ann.call('restoreWorkItem', { params })
  expect((await picture(anchor, shown)).status).toBe(200)
  await ann.call('unpublishProject', { params: { ...place, deploy_board_id: id } })
  expect((await picture(anchor, shown, '', etag)).status).toBe(404)
})

test('security 21: the text of an item is shown as the schema has it, without people', async () => {
  const { ann } = atlas.cast
  const place = await atlas.makeProject('Rich', 'RICH')
  const mention = `<mention-component entity_name="user_mention" entity_identifier="${ann.id}"></mention-component>`
  const hostile = [
    '<img src=x onerror=alert(1)>',
    '<script>alert(1)</script>',
    '<svg onload=alert(1)>',
    '<a href="java\tscript:alert(1)" onclick="alert(1)">go</a>',
    '<p style="background:url(https://example.com/beacon)">styled</p>',
    '<iframe src="https://example.com"></iframe>',
    '<image-component src="https://example.com/a.png" onerror="alert(1)"></image-component>',
    '<p>&lt;mention-component&gt; &lt;script&gt;</p>',
  ]
  const description_html = `<h2>Plan</h2><p>Ask ${mention} <strong>first</strong></p>${hostile.join('')}`
  const { id } = await atlas.make('Rich', { description_html }, ann, place)
  const { anchor } = await ann.call('publishProject', { params: place, body: {} })
  const seen = await stranger().call('getPublishedItem', { params: { anchor, issue_id: id } })
  expect(seen.description_html).toContain('<h2>Plan</h2><p>Ask @… <strong>first</strong></p>')
  expect(seen.description_html).toContain('&lt;mention-component&gt; &lt;script&gt;')
  expect(seen.description_html).not.toMatch(/<(script|svg|iframe|img|mention)|\son\w+=|script:|style=|beacon/)
  expect(seen.description_html).not.toContain(ann.id)
  const answer = await fetchAsUser(atlas.server, stranger(), `/api/public/anchor/${anchor}/issues/${id}/`)
  expect(answer.headers.get('cache-control')).toBe('no-store')
})

test('the address of a published project is found by the project’s own', async () => {
  const { ann } = atlas.cast
  const place = await atlas.makeProject('Found', 'FOUND')
  const refusals = new Set<string>()
  const find = async (params: ProjectPathParams) =>
    refusals.add(JSON.stringify(await stranger().refused('findPublishedBoard', { params })))
  await find(place)
  const { anchor, id } = await ann.call('publishProject', { params: place, body: {} })
  expect(await stranger().call('findPublishedBoard', { params: place })).toEqual({
    anchor,
    entity_name: 'project',
    entity_identifier: place.project_id,
  })
  await find({ ...place, slug: atlas.eves.slug })
  await find({ ...place, project_id: newId() })
  await ann.call('unpublishProject', { params: { ...place, deploy_board_id: id } })
  await find(place)
  expect([...refusals]).toHaveLength(1)
})

const switches = { is_comments_enabled: true, is_reactions_enabled: true, is_votes_enabled: true }
const thumb = '128077'

/** Creates a project with Ann and Max as its only members, publishes it with all feedback enabled and adds an item. */
async function openBoard(name: string, identifier: string, body: object = switches) {
  const { ann, max } = atlas.cast
  const place = await atlas.makeProject(name, identifier)
  const members = [{ member_id: max.id, role: role.member }]
  await ann.call('addProjectMembers', { params: place, body: { members } })
  const item = await atlas.make('Talked about', {}, ann, place)
  const board = await ann.call('publishProject', { params: place, body })
  const at = { anchor: board.anchor, issue_id: item.id }
  return { place, item, board, at, settings: { ...place, deploy_board_id: board.id } }
}

type Where = Awaited<ReturnType<typeof openBoard>>['at']

/**
 * Returns one function for each call that writes feedback. Each function expects that the server refuses its
 * call.
 */
const sayings = (who: ApiClient, at: Where, comment_id: string) => [
  () => who.refused('addPublishedComment', { params: at, body: { comment_html: '<p>Hm</p>' } }),
  () =>
    who.refused('updatePublishedComment', {
      params: { ...at, comment_id },
      body: { comment_html: '<p>No</p>' },
    }),
  () => who.refused('deletePublishedComment', { params: { ...at, comment_id } }),
  () => who.refused('addPublishedReaction', { params: at, body: { reaction: thumb } }),
  () => who.refused('removePublishedReaction', { params: { ...at, reaction: thumb } }),
  () =>
    who.refused('addPublishedCommentReaction', { params: { ...at, comment_id }, body: { reaction: thumb } }),
  () => who.refused('removePublishedCommentReaction', { params: { ...at, comment_id, reaction: thumb } }),
  () => who.refused('castVote', { params: at, body: {} }),
  () => who.refused('takeBackVote', { params: at }),
]

/**
 * Returns one function for each call that reads comments, reactions or votes of a published item. Each
 * function expects that the server refuses its call.
 */
const readings = (who: ApiClient, at: Where, comment_id: string) => [
  () => who.refused('listPublishedComments', { params: at }),
  () => who.refused('listPublishedReactions', { params: at }),
  () => who.refused('listPublishedCommentReactions', { params: { ...at, comment_id } }),
  () => who.refused('listPublishedVotes', { params: at }),
]

const statusesOf = async (acts: (() => Promise<{ status: number }>)[]) => {
  const statuses = new Set<number>()
  for (const act of acts) statuses.add((await act()).status)
  return [...statuses]
}

test('somebody outside comments, and members hear of it as of any comment', async () => {
  const { ann, eve } = atlas.cast
  const { place, item, at } = await openBoard('Spoken', 'SPOKEN')
  const before = await atlas.stored(item)
  const changes = await atlas.changes(() =>
    eve.call('addPublishedComment', {
      params: at,
      body: { comment_html: '<p>Nice <strong>map</strong></p>' },
    }),
  )
  expect(changes).toMatchObject([
    { entity: 'users', op: 'create', fields: { id: eve.id } },
    { entity: 'work_item_comments', op: 'create', fields: { access: 'EXTERNAL', actor: eve.id } },
  ])
  const [read] = await stranger().call('listPublishedComments', { params: at })
  expect(read).toMatchObject({
    comment_html: '<p>Nice <strong>map</strong></p>',
    author: 'eve',
    is_own: false,
  })
  expect(JSON.stringify(read)).not.toContain(eve.id)
  expect(await eve.call('listPublishedComments', { params: at })).toMatchObject([{ is_own: true }])
  const own = { ...at, comment_id: read?.id ?? '' }
  const edited = await eve.call('updatePublishedComment', {
    params: own,
    body: { comment_html: '<p>Fine</p>' },
  })
  expect(edited).toMatchObject({ comment_html: '<p>Fine</p>', edited_at: expect.any(String) })
  const params = { ...place, id: item.id }
  expect(await ann.call('listComments', { params })).toMatchObject([
    { actor: eve.id, access: 'EXTERNAL', comment_html: '<p>Fine</p>', actor_detail: { display_name: 'eve' } },
  ])
  // Outsiders who gave feedback do not become subscribers and get no access to the project.
  expect(await atlas.stored(item)).toEqual(before)
  expect(await eve.refused('getWorkItem', { params })).toMatchObject({ status: 404 })
  await eve.call('deletePublishedComment', { params: own })
  expect(await stranger().call('listPublishedComments', { params: at })).toEqual([])
})

test('security 10: what is said inside stays there, and one’s own words are one’s own', async () => {
  const { ann, max, eve } = atlas.cast
  const { place, item, at } = await openBoard('Apart', 'APART')
  const params = { ...place, id: item.id }
  const mention = `<mention-component entity_name="user_mention" entity_identifier="${max.id}"></mention-component>`
  const inside = await ann.call('createComment', { params, body: { comment_html: '<p>Between us</p>' } })
  const outside = await ann.call('createComment', {
    params,
    body: { comment_html: `<p>Said to all, ${mention}</p>`, access: 'EXTERNAL' },
  })
  const read = await stranger().call('listPublishedComments', { params: at })
  expect(read.map(({ comment_html }) => comment_html)).toEqual(['<p>Said to all, @…</p>'])
  await atlas.changingNothing(async () => {
    for (const { id: comment_id } of [inside, outside]) {
      const refused = [
        () =>
          eve.refused('updatePublishedComment', {
            params: { ...at, comment_id },
            body: { comment_html: '<p>x</p>' },
          }),
        () => eve.refused('deletePublishedComment', { params: { ...at, comment_id } }),
      ]
      expect(await statusesOf(refused)).toEqual([404])
    }
    const hidden = { ...at, comment_id: inside.id }
    const reacting = { params: hidden, body: { reaction: thumb } }
    expect(await eve.refused('addPublishedCommentReaction', reacting)).toMatchObject({ status: 404 })
    expect(await eve.refused('listPublishedCommentReactions', { params: hidden })).toMatchObject({
      status: 404,
    })
  })
  await ann.call('updateComment', {
    params: { ...params, comment_id: outside.id },
    body: { access: 'INTERNAL' },
  })
  expect(await stranger().call('listPublishedComments', { params: at })).toEqual([])
})

test('security 10: a former member cannot change comments from the time of the membership', async () => {
  const { ann, workspace_id } = atlas.cast
  const { place, item, at } = await openBoard('Left', 'LEFT')
  const pia = await createSignedInUser(atlas.server, 'pia-leaves@example.com')
  await addMember(atlas.server, workspace_id, pia.id, role.member)
  const members = [{ member_id: pia.id, role: role.member }]
  await ann.call('addProjectMembers', { params: place, body: { members } })
  const body = { comment_html: '<p>As a member</p>', access: 'EXTERNAL' as const }
  const inside = await pia.call('createComment', { params: { ...place, id: item.id }, body })
  const ownership = async () =>
    (await pia.call('listPublishedComments', { params: at })).map(({ is_own }) => is_own)
  expect(await ownership()).toEqual([true])
  for (const table of ['project_members', 'workspace_members']) {
    const activate = (isActive: boolean) =>
      runSql(
        atlas.server.databaseUrl,
        `update ${table} set is_active = $2, updated_at = now() where member_id = $1`,
        [pia.id, isActive],
      )
    await activate(false)
    const params = { ...at, comment_id: inside.id }
    await atlas.changingNothing(async () => {
      const refused = [
        () => pia.refused('updatePublishedComment', { params, body: { comment_html: '<p>x</p>' } }),
        () => pia.refused('deletePublishedComment', { params }),
      ]
      expect(await statusesOf(refused)).toEqual([404])
    })
    expect(await ownership()).toEqual([false])
    await activate(true)
  }
  await runSql(
    atlas.server.databaseUrl,
    'update workspace_members set is_active = false where member_id = $1',
    [pia.id],
  )
  const later = await pia.call('addPublishedComment', { params: at, body: { comment_html: '<p>Later</p>' } })
  expect(later.is_own).toBe(true)
  await pia.call('deletePublishedComment', { params: { ...at, comment_id: later.id } })
})

test('security 11: what people outside write is words alone, checked and not without end', async () => {
  const { max, eve } = atlas.cast
  const { at } = await openBoard('Words', 'WORDS')
  const say = (comment_html: string) =>
    eve.refused('addPublishedComment', { params: at, body: { comment_html } })
  await atlas.changingNothing(async () => {
    for (const html of [
      '',
      '<p> </p>',
      `<p><mention-component entity_name="user_mention" entity_identifier="${max.id}"></mention-component></p>`,
      `<p>See</p><image-component src="${newId()}"></image-component>`,
      `<p>${'long '.repeat(3000)}</p>`,
    ])
      expect(await say(html)).toMatchObject({ status: 400 })
    expect(await eve.refused('castVote', { params: at, body: { vote: 2 } })).toMatchObject({ status: 400 })
    expect(await eve.refused('addPublishedReaction', { params: at, body: { reaction: '65' } })).toMatchObject(
      { status: 400 },
    )
  })
  const comment_html = '<p>Go<script>alert(1)</script> <a href="javascript:alert(1)" onclick="x()">on</a></p>'
  const said = await eve.call('addPublishedComment', { params: at, body: { comment_html } })
  expect(said.comment_html).toBe('<p>Go on</p>')
  let last = 201
  for (let count = 0; count < 70 && last === 201; count++) {
    const response = await fetch(new URL(fillPath(calls.castVote.path, at), atlas.server.url), {
      method: 'POST',
      headers: { cookie: eve.cookie, origin: atlas.server.url, 'content-type': 'application/json' },
      body: '{}',
    })
    last = response.status
  }
  expect(last).toBe(429)
})

test('what is switched off while somebody writes is not written any more', async () => {
  const { max } = atlas.cast
  const { place, at } = await openBoard('Late', 'LATE')
  const admin = new pg.Client({ connectionString: atlas.server.databaseUrl })
  await admin.connect()
  await admin.query('begin')
  await admin.query('update deploy_boards set is_votes_enabled = false where project_id = $1', [
    place.project_id,
  ])
  const vote = max.refused('castVote', { params: at, body: {} })
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await pollUntilTrue(
    async () => (await runSql(atlas.server.databaseUrl, waiting)).length > 0,
    'the vote waits',
  )
  await admin.query('commit')
  await admin.end()
  expect(await vote).toMatchObject({ status: 404 })
  expect(
    await runSql(atlas.server.databaseUrl, 'select 1 from votes where project_id = $1', [place.project_id]),
  ).toEqual([])
})

test('people react and vote, one each, and change their minds', async () => {
  const { ann, max, eve } = atlas.cast
  const { place, item, at } = await openBoard('Voted', 'VOTED')
  const changes = await atlas.changes(() => max.call('castVote', { params: at, body: { vote: -1 } }))
  expect(changes).toMatchObject([{ entity: 'votes', op: 'create', fields: { vote: -1, actor: max.id } }])
  await ann.call('castVote', { params: at, body: {} })
  const turned = await atlas.changes(() => max.call('castVote', { params: at, body: { vote: 1 } }))
  expect(turned).toMatchObject([{ entity: 'votes', op: 'update', fields: { vote: 1 } }])
  const votes = await stranger().call('listPublishedVotes', { params: at })
  expect(votes).toMatchObject([
    { vote: 1, issue: item.id, actor: null, actor_details: { id: null } },
    { vote: 1, issue: item.id, actor: null, actor_details: { id: null } },
  ])
  expect(JSON.stringify(votes)).not.toContain(ann.id)
  expect(await max.call('listPublishedVotes', { params: at })).toMatchObject([
    { actor: max.id, actor_detail: { id: max.id } },
    { actor: null },
  ])
  await max.call('takeBackVote', { params: at })
  await max.call('takeBackVote', { params: at })
  await max.call('addPublishedReaction', { params: at, body: { reaction: thumb } })
  const { id: comment_id } = await ann.call('createComment', {
    params: { ...place, id: item.id },
    body: { comment_html: '<p>So?</p>', access: 'EXTERNAL' },
  })
  const onComment = { params: { ...at, comment_id }, body: { reaction: thumb } }
  expect(await max.call('addPublishedCommentReaction', onComment)).toMatchObject({
    reaction: thumb,
    comment: comment_id,
    actor: max.id,
    count: 1,
    is_own: true,
  })
  expect(
    await stranger().call('listPublishedCommentReactions', { params: { ...at, comment_id } }),
  ).toMatchObject([{ reaction: thumb, comment: comment_id, actor: null }])
  const page = { query: { per_page: '100', cursor: '100:0:0' } }
  const listed = await max.call('listPublishedItems', { params: { anchor: at.anchor }, ...page })
  expect(listed.results).toMatchObject([
    {
      comment_count: 1,
      reactions: [{ reaction: thumb, count: 1, is_own: true }],
      votes: { up: 1, down: 0, own: 0 },
    },
  ])
  // The board does not reveal to strangers who reacted or voted.
  const openly = await stranger().call('listPublishedItems', { params: { anchor: at.anchor }, query: {} })
  expect(JSON.stringify(openly)).not.toContain(max.id)
  const params = { ...place, id: item.id }
  const expanded = await ann.call('getWorkItem', { params, query: { expand: 'issue_votes' } })
  expect(expanded.issue_votes).toMatchObject([{ actor: ann.id, vote: 1 }])
  await max.call('removePublishedReaction', { params: { ...at, reaction: thumb } })
  await max.call('removePublishedCommentReaction', { params: { ...at, comment_id, reaction: thumb } })
  expect(await max.call('listPublishedReactions', { params: at })).toEqual([])
  expect(await eve.call('listPublishedReactions', { params: at })).toEqual([])
})

test('strangers say nothing, and what is switched off is refused to everybody', async () => {
  const { ann, max, eve } = atlas.cast
  const { place, item, at, settings } = await openBoard('Shut', 'SHUT')
  const params = { ...place, id: item.id }
  const body = { comment_html: '<p>Said</p>' }
  const { id: comment_id } = await max.call('addPublishedComment', { params: at, body })
  await atlas.changingNothing(async () => {
    expect(await statusesOf(sayings(stranger(), at, comment_id))).toEqual([401])
  })
  for (const one of boardFeedbackSettings)
    await ann.call('updateDeployBoard', { params: settings, body: { [one]: false } })
  await atlas.changingNothing(async () => {
    for (const who of [ann, max, eve]) {
      expect(await statusesOf(sayings(who, at, comment_id))).toEqual([400])
      expect(await statusesOf(readings(who, at, comment_id))).toEqual([400])
    }
    expect(await statusesOf(readings(stranger(), at, comment_id))).toEqual([400])
  })
  const shown = await stranger().call('getPublishedItem', { params: at })
  expect(shown).toMatchObject({ comment_count: null, reactions: null, votes: null })
  // If only comments are enabled, all other feedback stays disabled.
  await ann.call('updateDeployBoard', { params: settings, body: { is_comments_enabled: true } })
  expect(await stranger().call('listPublishedComments', { params: at })).toMatchObject([{ reactions: null }])
  expect(await max.refused('castVote', { params: at, body: {} })).toMatchObject({
    error: 'Votes are not enabled for this project board',
  })
  // Archived, deleted and unknown items are not found.
  await ann.call('deleteWorkItem', { params })
  expect(await statusesOf(sayings(max, at, comment_id).slice(0, 3))).toEqual([404])
  await ann.call('restoreWorkItem', { params })
  await ann.call('updateDeployBoard', { params: settings, body: switches })
  await ann.call('archiveProject', { params: place })
  expect(await statusesOf(sayings(max, at, comment_id))).toEqual([400])
  await ann.call('restoreProject', { params: place })
  await ann.call('unpublishProject', { params: settings })
  await atlas.changingNothing(async () => {
    expect(await statusesOf(sayings(max, at, comment_id))).toEqual([404])
    expect(await statusesOf(readings(stranger(), at, comment_id))).toEqual([404])
  })
})
