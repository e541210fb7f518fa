import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { maxCommentLength } from '#common/documents/comments/rules.ts'
import type { PageCommentAnchor } from '#common/pages/page-comments/schema.ts'
import { type ApiClient, runSql } from '../../support/api-client.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'

let atlas: ProjectTestServer

beforeAll(async () => {
  atlas = await startProjectTestServer()
})
afterAll(() => atlas.close())

type Page = { id: string; project_ids: string[] }

const beside = (clock: number, assoc: number) =>
  Buffer.from(
    Y.encodeRelativePosition(new Y.RelativePosition(null, null, Y.createID(7, clock), assoc)),
  ).toString('base64')
const anchor: PageCommentAnchor = {
  start: beside(1, 0),
  end: beside(4, -1),
  quote: 'Plan',
  prefix: '',
  suffix: ' A',
}

const make = (more: object = {}, who = atlas.cast.ann) =>
  who.call('createPage', {
    params: atlas.params,
    body: { name: 'Plans', description_html: '<p>Plan A</p>', ...more },
  })
const at = ({ id, project_ids: [project_id = ''] }: Page) => ({ ...atlas.params, project_id, page_id: id })
const one = (page: Page, { id }: { id: string }) => ({ ...at(page), comment_id: id })
const begin = (page: Page, text: string, who = atlas.cast.max, more: object = {}) =>
  who.call('createPageComment', {
    params: at(page),
    body: { comment_html: `<p>${text}</p>`, anchor, ...more },
  })
const reply = (page: Page, parent: { id: string }, text: string, who = atlas.cast.max) =>
  begin(page, text, who, { anchor: null, parent_id: parent.id })
const list = (page: Page, who = atlas.cast.max) => who.call('listPageComments', { params: at(page) })
const refusedBegin = (page: Page, body: object, who = atlas.cast.max) =>
  atlas.changingNothing(() =>
    who.refused('createPageComment', { params: at(page), body: { comment_html: '<p>No</p>', ...body } }),
  )
const sql = (statement: string, values: unknown[]) => runSql(atlas.server.databaseUrl, statement, values)
const openToGuests = (isOpen: boolean) =>
  sql('update projects set guest_view_all_features = $2 where id = $1', [atlas.params.project_id, isOpen])

/** Calls all thread endpoints as `who`, who must not find the thread. Returns the status codes. */
async function statuses(page: Page, comment: { id: string }, who: ApiClient): Promise<number[]> {
  const params = one(page, comment)
  const refusals = await atlas.changingNothing(async () => [
    await who.refused('listPageComments', { params: at(page) }),
    await who.refused('createPageComment', { params: at(page), body: { comment_html: '<p>x</p>', anchor } }),
    await who.refused('updatePageComment', { params, body: { comment_html: '<p>x</p>' } }),
    await who.refused('deletePageComment', { params }),
    await who.refused('restorePageComment', { params }),
    await who.refused('resolvePageThread', { params }),
    await who.refused('reopenPageThread', { params }),
  ])
  return refusals.map(({ status }) => status)
}

const nowhere = Array(7).fill(404)

describe('a thread on a text of a page', () => {
  test('is begun, replied to and listed, the oldest first', async () => {
    const { ann, max } = atlas.cast
    const page = await make()
    const thread = await begin(page, 'Which one?')
    expect(thread).toMatchObject({ anchor, parent_id: null, actor: max.id, page_id: page.id })
    const first = await reply(page, thread, 'A', ann)
    // A reply to a reply belongs to the same thread.
    const second = await reply(page, first, 'Or B')
    expect(second).toMatchObject({ parent_id: thread.id, anchor: null })
    const listed = await list(page)
    expect(listed.map(({ comment_html }) => comment_html)).toEqual([
      '<p>Which one?</p>',
      '<p>A</p>',
      '<p>Or B</p>',
    ])
    expect(listed[1]?.actor_detail).toMatchObject({ id: ann.id, display_name: 'ann' })
    expect(listed[0]).not.toHaveProperty('page_owned_by')
  })

  test('mentions people of the project alone', async () => {
    const { ann, eve } = atlas.cast
    const page = await make()
    const names = [ann, eve].map(
      ({ id }) =>
        `<mention-component entity_identifier="${id}" entity_name="user_mention"></mention-component>`,
    )
    const thread = await begin(page, names.join(' '))
    expect(thread.mention_ids).toEqual([ann.id])
  })

  test('is edited by who said it alone, and deleted by admins too', async () => {
    const { ann, max } = atlas.cast
    const page = await make()
    const thread = await begin(page, 'Mine')
    const params = one(page, thread)
    const changed = await max.call('updatePageComment', {
      params,
      body: { comment_html: '<p>Still mine</p>' },
    })
    expect(changed).toMatchObject({ comment_html: '<p>Still mine</p>', edited_at: expect.any(String) })
    const same = await max.call('updatePageComment', { params, body: { comment_html: '<p>Still mine</p>' } })
    expect(same.edited_at).toBe(changed.edited_at)
    // To undo an edit, the client sends the text from before the edit.
    const undone = await max.call('updatePageComment', {
      params,
      body: { comment_html: thread.comment_html },
    })
    expect(undone.edited_at).toBeNull()
    const refused = await atlas.changingNothing(() =>
      ann.refused('updatePageComment', { params, body: { comment_html: '<p>Hers</p>' } }),
    )
    expect(refused.status).toBe(403)
    const anns = await begin(page, 'Hers', ann)
    const others = await atlas.changingNothing(() =>
      max.refused('deletePageComment', { params: one(page, anns) }),
    )
    expect(others.status).toBe(403)
    await ann.call('deletePageComment', { params })
    expect((await list(page)).map(({ id }) => id)).toEqual([anns.id])
  })

  test('says nothing when it was deleted, stays for replies, and comes back', async () => {
    const { max, ann } = atlas.cast
    const page = await make()
    const thread = await begin(page, 'Secret words')
    const answer = await reply(page, thread, 'Heard', ann)
    await max.call('deletePageComment', { params: one(page, thread) })
    const [gone] = await list(page)
    expect(gone).toMatchObject({ id: thread.id, comment_html: '', mention_ids: [], anchor })
    expect(JSON.stringify(await list(page))).not.toContain('Secret')
    const edit = { params: one(page, thread), body: { comment_html: '<p>x</p>' } }
    expect((await max.refused('updatePageComment', edit)).status).toBe(404)
    await ann.call('deletePageComment', { params: one(page, answer) })
    expect(await list(page)).toEqual([])
    const back = await max.call('restorePageComment', { params: one(page, thread) })
    expect(back.comment_html).toBe('<p>Secret words</p>')
    expect((await list(page)).map(({ id }) => id)).toEqual([thread.id])
  })

  test('is resolved and taken up again, a reply is not', async () => {
    const { ann, max } = atlas.cast
    const page = await make()
    const thread = await begin(page, 'Done?')
    const answer = await reply(page, thread, 'Yes', ann)
    const settled = await ann.call('resolvePageThread', { params: one(page, thread) })
    expect(settled).toMatchObject({ resolved_by: ann.id, resolved_at: expect.any(String) })
    const again = await max.call('resolvePageThread', { params: one(page, thread) })
    expect(again.resolved_by).toBe(ann.id)
    const refused = await atlas.changingNothing(() =>
      max.refused('resolvePageThread', { params: one(page, answer) }),
    )
    expect(refused.status).toBe(400)
    const open = await max.call('reopenPageThread', { params: one(page, thread) })
    expect(open).toMatchObject({ resolved_at: null, resolved_by: null })
  })

  test.each([
    ['without a text', { anchor: null }],
    ['that replies to nothing', { parent_id: '0190a1b2-0000-7000-8000-000000000000' }],
    ['that says nothing', { anchor, comment_html: '<p> </p>' }],
    ['that is too long', { anchor, comment_html: `<p>${'x'.repeat(maxCommentLength)}</p>` }],
    ['of a place that is none', { anchor: { ...anchor, start: 'AAAA!' } }],
    ['of a place with more behind it', { anchor: { ...anchor, end: 'AAEAAAAA' } }],
    ['of a place by a name', { anchor: { ...anchor, start: Buffer.from([1, 1, 97, 0]).toString('base64') } }],
    ['of a place of nothing', { anchor: { ...anchor, start: '' } }],
    ['of a long place', { anchor: { ...anchor, start: 'A'.repeat(36) } }],
    ['of a long quote', { anchor: { ...anchor, quote: 'x'.repeat(1001) } }],
    ['of no words', { anchor: { ...anchor, quote: '' } }],
    ['of control characters', { anchor: { ...anchor, quote: 'a\u0000b' } }],
    ['of much around it', { anchor: { ...anchor, prefix: 'x'.repeat(33) } }],
  ])('%s is refused', async (_, body) => {
    const page = await make()
    expect((await refusedBegin(page, body)).status).toBe(400)
  })

  test('replies to what was said of the same page alone', async () => {
    const [page, other] = [await make(), await make()]
    const thread = await begin(other, 'There')
    expect((await refusedBegin(page, { parent_id: thread.id })).status).toBe(400)
    const params = one(page, thread)
    expect((await atlas.cast.max.refused('resolvePageThread', { params })).status).toBe(404)
  })
})

describe('who comments on a page', () => {
  test('is whoever sees it: guests where the project is open to them', async () => {
    const { gus, max } = atlas.cast
    const page = await make()
    const thread = await begin(page, 'By Max')
    expect(await statuses(page, thread, gus)).toEqual(nowhere)
    await openToGuests(true)
    const guests = await begin(page, 'By Gus', gus)
    await gus.call('resolvePageThread', { params: one(page, guests) })
    const others = one(page, thread)
    const refused = await atlas.changingNothing(async () => [
      (await gus.refused('resolvePageThread', { params: others })).status,
      (await gus.refused('deletePageComment', { params: others })).status,
      (await gus.refused('updatePageComment', { params: others, body: { comment_html: '<p>x</p>' } })).status,
    ])
    expect(refused).toEqual([403, 403, 403])
    await openToGuests(false)
    expect(await statuses(page, guests, gus)).toEqual(nowhere)
    expect((await list(page, max)).length).toBe(2)
  })

  test('is nobody else on a private page, and nobody of another workspace', async () => {
    const { ann, max, eve } = atlas.cast
    const page = await make({ access: 1 }, max)
    const thread = await begin(page, 'To myself')
    expect(await statuses(page, thread, ann)).toEqual(nowhere)
    const shared = await make()
    expect(await statuses(shared, await begin(shared, 'Ours'), eve)).toEqual(nowhere)
  })

  test('is the same on a locked page, and nobody in the archive', async () => {
    const { ann, max } = atlas.cast
    const page = await make()
    await ann.call('lockPage', { params: at(page) })
    const thread = await begin(page, 'Though it is locked')
    await ann.call('archivePage', { params: at(page) })
    const params = one(page, thread)
    const refused = await atlas.changingNothing(async () => [
      (await max.refused('updatePageComment', { params, body: { comment_html: '<p>x</p>' } })).status,
      (await max.refused('resolvePageThread', { params })).status,
    ])
    expect([(await refusedBegin(page, { anchor })).status, ...refused]).toEqual([403, 403, 403])
    expect(await list(page)).toHaveLength(1)
    await max.call('deletePageComment', { params })
  })
})

describe('comments on a page are heard', () => {
  test('live, by whoever sees the page', async () => {
    const { ann } = atlas.cast
    const page = await make()
    const changes = await atlas.changes(() => begin(page, 'Heard'))
    expect(changes).toMatchObject([
      {
        entity: 'page_comments',
        op: 'create',
        audience: [`project:${atlas.params.project_id}`, `creator:${atlas.params.project_id}:${ann.id}`],
        fields: { comment_html: '<p>Heard</p>', anchor },
      },
    ])
    expect(JSON.stringify(changes)).not.toMatch(/page_owned_by|project_ids|stripped/)
  })

  test('by its owner alone when it is made private', async () => {
    const { ann } = atlas.cast
    const page = await make()
    await begin(page, 'Before')
    const hidden = await atlas.changes(() =>
      ann.call('setPageAccess', { params: at(page), body: { access: 1 } }),
    )
    const creator = `creator:${atlas.params.project_id}:${ann.id}`
    expect(hidden.find(({ entity }) => entity === 'page_comments')).toMatchObject({
      audience: [creator],
      left_audience: [`project:${atlas.params.project_id}`],
    })
  })

  test('where the page has moved to, and are not in its copy', async () => {
    const { ann, max } = atlas.cast
    const page = await make()
    const thread = await begin(page, 'Comes along')
    const copy = await ann.call('duplicatePage', { params: at(page), body: {} })
    expect(await list(copy, ann)).toEqual([])
    const there = await atlas.makeProject('Elsewhere', 'ELSE')
    const moved = await atlas.changes(() =>
      ann.call('movePage', { params: at(page), body: { new_project_id: there.project_id } }),
    )
    expect(moved.find(({ entity }) => entity === 'page_comments')).toMatchObject({
      audience: [`project:${there.project_id}`, `creator:${there.project_id}:${ann.id}`],
      left_audience: [`project:${atlas.params.project_id}`, `creator:${atlas.params.project_id}:${ann.id}`],
    })
    const now = { ...page, project_ids: [there.project_id] }
    expect((await list(now, ann)).map(({ id }) => id)).toEqual([thread.id])
    expect(await statuses(now, thread, max)).toEqual(nowhere)
  })

  test('no more when it is in the trash, again out of it, and never after', async () => {
    const { ann } = atlas.cast
    const page = await make()
    const thread = await begin(page, 'Kept')
    await ann.call('deletePage', { params: at(page) })
    expect(await statuses(page, thread, ann)).toEqual(nowhere)
    await ann.call('restorePage', { params: at(page) })
    expect(await list(page)).toHaveLength(1)
    await sql('delete from pages where id = $1', [page.id])
    expect(await sql('select id from page_comments where page_id = $1', [page.id])).toEqual([])
  })

  test('and stand in no export of it', async () => {
    const { max } = atlas.cast
    const page = await make()
    await begin(page, 'Between us')
    const { description_html } = await max.call('getPage', { params: at(page) })
    expect(description_html).toBe('<p>Plan A</p>')
  })
})
