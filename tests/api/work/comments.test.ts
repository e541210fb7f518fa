import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { maxCommentLength, maxCommentsBytes } from '#common/documents/comments/rules.ts'
import type { BodyInputOf } from '#common/platform/call.ts'
import { newId } from '#common/platform/ids.ts'
import type { commentCalls } from '#common/work/comments/calls.ts'
import { type ApiClient, runSql } from '../../support/api-client.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'

let atlas: ProjectTestServer

beforeAll(async () => {
  atlas = await startProjectTestServer()
})
afterAll(() => atlas.close())

interface Item {
  id: string
  project_id?: string
}

type Sent = BodyInputOf<typeof commentCalls.createComment>

const at = ({ id, project_id }: Item) => ({ ...atlas.params, id, ...(project_id && { project_id }) })
const on = (item: Item, comment: { id: string }) => ({ ...at(item), comment_id: comment.id })

/** Posts a comment as Ann or as another user. */
const say = (item: Item, text: string, more: Partial<Sent> = {}, who: ApiClient = atlas.cast.ann) =>
  who.call('createComment', { params: at(item), body: { comment_html: `<p>${text}</p>`, ...more } })

const list = (item: Item, query: Record<string, string> = {}, who: ApiClient = atlas.cast.ann) =>
  who.call('listComments', { params: at(item), query })

const said = async (...asked: Parameters<typeof list>) =>
  (await list(...asked)).map((comment) => comment.comment_stripped)

const mention = (person: { id: string }) =>
  `<mention-component id="${newId()}" entity_identifier="${person.id}" entity_name="user_mention"></mention-component>`

describe('a comment', () => {
  test('is created, changed, deleted and restored, each published once to those who see the item', async () => {
    const { max } = atlas.cast
    const item = await atlas.make('Talked over')
    const id = newId()
    const told = await atlas.changes(async () => {
      const made = await say(item, 'First', { id }, max)
      expect(made).toMatchObject({
        id,
        issue_id: item.id,
        issue: item.id,
        actor: max.id,
        actor_detail: { id: max.id },
        comment_html: '<p>First</p>',
        comment_stripped: 'First',
        comment_json: { type: 'doc' },
        access: 'INTERNAL',
        edited_at: null,
        parent_id: null,
      })
      const changed = await max.call('updateComment', {
        params: on(item, { id }),
        body: { comment_html: '<p>Second</p>' },
      })
      expect(changed).toMatchObject({ comment_stripped: 'Second', edited_at: expect.any(String) })
      await max.call('deleteComment', { params: on(item, { id }) })
      expect(await list(item)).toEqual([])
      expect(await max.call('restoreComment', { params: on(item, { id }) })).toMatchObject({
        comment_html: '<p>Second</p>',
        removed_at: null,
      })
      expect(await said(item)).toEqual(['Second'])
    })
    const comments = told.filter(({ entity }) => entity === 'work_item_comments')
    expect(comments.map(({ op }) => op)).toEqual(['create', 'update', 'update', 'update'])
    const { project_id } = atlas.params
    const seers = [`project:${project_id}`, `creator:${project_id}:${atlas.cast.ann.id}`]
    for (const { audience } of comments) expect(audience.toSorted()).toEqual(seers.toSorted())
    // The feed change that reports the deletion of a comment does not contain the text of the comment.
    expect(comments[2]?.fields).toMatchObject({ comment_html: '', removed_at: expect.any(String) })
    for (const { fields } of comments) {
      expect(fields).not.toHaveProperty('removed')
      expect(fields).not.toHaveProperty('issue_created_by')
    }
  })

  test('counts as edited if its text changes, not its access', async () => {
    const item = await atlas.make('Edited')
    const comment = await say(item, 'Same')
    const update = (body: object) => atlas.cast.ann.call('updateComment', { params: on(item, comment), body })
    expect(await update({ comment_html: '<p>Same</p>', access: 'EXTERNAL' })).toMatchObject({
      access: 'EXTERNAL',
      edited_at: null,
    })
    const { edited_at } = await update({ comment_html: '<p>Other</p>' })
    expect(edited_at).not.toBeNull()
    // Undo restores the former `edited_at`, Redo restores the edit time, and another edit sets a new time.
    expect((await update({ comment_html: '<p>Same</p>' })).edited_at).toBeNull()
    expect((await update({ comment_html: '<p>Other</p>' })).edited_at).toBe(edited_at)
    expect((await update({ comment_html: '<p>Third</p>' })).edited_at).not.toBe(edited_at)
  })

  test('accepts text as JSON', async () => {
    const item = await atlas.make('By JSON')
    const comment_json = {
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'text', text: 'From JSON' }] }],
    }
    expect(await say(item, 'ignored', { comment_json })).toMatchObject({ comment_html: '<p>From JSON</p>' })
  })

  test.each([
    ['nothing', ''],
    ['an empty paragraph', '<p></p>'],
    ['spaces', '<p>  </p>'],
    ['what is no text', '<script>alert(1)</script>'],
  ])('that says %s is refused', async (_, comment_html) => {
    const item = await atlas.make('Silent')
    const comment = await say(item, 'There')
    await atlas.changingNothing(async () => {
      const refused = { status: 400, fields: { comment_html: ['Enter a comment.'] } }
      expect(
        await atlas.cast.ann.refused('createComment', { params: at(item), body: { comment_html } }),
      ).toMatchObject(refused)
      expect(
        await atlas.cast.ann.refused('updateComment', { params: on(item, comment), body: { comment_html } }),
      ).toMatchObject(refused)
    })
  })

  test('security 21: removes everything unsafe from hostile HTML', async () => {
    const item = await atlas.make('Hostile')
    const { comment_html } = await say(
      item,
      '<img src=x onerror=alert(1)><a href="javascript:alert(1)" onclick="alert(2)">link</a><script>alert(3)</script><b style="position:fixed">bold</b>',
    )
    expect(comment_html).not.toMatch(/onerror|onclick|javascript|script|style/)
    expect(comment_html).toContain('link')
    expect(comment_html).toContain('<strong>bold</strong>')
  })

  test.each([
    ['no document', { type: 'bulletList' }],
    ['of types that are not there', { type: 'doc', content: [{ type: 'iframe' }] }],
    [
      'whose text is no text',
      { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 7 }] }] },
    ],
  ])('security 23: of JSON that is %s is refused', async (_, comment_json) => {
    const item = await atlas.make('Malformed')
    await atlas.changingNothing(async () => {
      const body = { comment_html: '<p>x</p>', comment_json }
      expect(await atlas.cast.ann.refused('createComment', { params: at(item), body })).toMatchObject({
        status: 400,
        fields: { comment_json: expect.any(Array) },
      })
    })
  })

  test('is limited in length in every format, and the list is limited', async () => {
    const item = await atlas.make('Long words')
    const text = 'x'.repeat(maxCommentLength)
    const comment_json = {
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
    }
    await atlas.changingNothing(async () => {
      for (const body of [{ comment_html: `<p>${text}</p>` }, { comment_html: '<p>x</p>', comment_json }]) {
        expect(await atlas.cast.ann.refused('createComment', { params: at(item), body })).toMatchObject({
          status: 400,
          fields: { comment_html: expect.any(Array) },
        })
      }
    })
    const { id } = await say(item, 'x'.repeat(maxCommentLength - 10))
    const copies = Math.ceil(maxCommentsBytes / maxCommentLength) + 10
    await runSql(
      atlas.server.databaseUrl,
      `insert into work_item_comments select (jsonb_populate_record(c, jsonb_build_object(
         'id', gen_random_uuid(), 'created_at', c.created_at + make_interval(secs => n)))).*
       from work_item_comments c, generate_series(1, $2::int) n where c.id = $1`,
      [id, copies],
    )
    const answered = await list(item)
    expect(answered.length).toBeLessThan(copies)
    expect(answered.length).toBeGreaterThan(copies - 20)
    expect(answered.map((comment) => comment.id)).not.toContain(id)
  })

  test('with an existing id is rejected', async () => {
    const item = await atlas.make('Once')
    const { id } = await say(item, 'Here')
    await atlas.changingNothing(async () => {
      const body = { id, comment_html: '<p>Again</p>' }
      expect(await atlas.cast.ann.refused('createComment', { params: at(item), body })).toMatchObject({
        status: 409,
      })
    })
  })
})

describe('a user', () => {
  test('who comments or is mentioned is subscribed, without changing the item', async () => {
    const { max, gus, eve } = atlas.cast
    const item = await atlas.make('Followed')
    const before = await atlas.stored(item)
    const comment = await say(item, `Hello ${mention(gus)} ${mention(eve)}`, {}, max)
    const after = await atlas.stored(item)
    expect(after['subscriber_ids']).toEqual([atlas.cast.ann.id, max.id, gus.id])
    expect(after['updated_at']).toEqual(before['updated_at'])
    await atlas.cast.ann.call('unsubscribe', { params: at(item) })
    await max.call('updateComment', {
      params: on(item, comment),
      body: { comment_html: `<p>${mention(gus)} ${mention(atlas.cast.ann)}</p>` },
    })
    expect((await atlas.stored(item))['subscriber_ids']).toEqual([max.id, gus.id, atlas.cast.ann.id])
  })

  test('who is neither author nor admin cannot change a comment', async () => {
    const { max, ann } = atlas.cast
    const item = await atlas.make('Mine')
    const comment = await say(item, 'Of Ann')
    const params = on(item, comment)
    await atlas.changingNothing(async () => {
      const refused = { status: 403 }
      const body = { comment_html: '<p>Of Max</p>' }
      expect(await max.refused('updateComment', { params, body })).toMatchObject(refused)
      expect(await max.refused('deleteComment', { params })).toMatchObject(refused)
    })
    await ann.call('deleteComment', { params })
    expect(await max.refused('restoreComment', { params })).toMatchObject({ status: 403 })
  })

  test('who sees only their own items comments only on these', async () => {
    const { gus, ann } = atlas.cast
    const [hidden, own] = [await atlas.make('Hidden'), await atlas.make('Of Gus')]
    await atlas.give(own, gus)
    await say(own, 'From Gus', {}, gus)
    expect(await said(own, {}, gus)).toEqual(['From Gus'])
    const comment = await say(hidden, 'Secret')
    await atlas.changingNothing(async () => {
      const body = { comment_html: '<p>Hi</p>' }
      const params = on(hidden, comment)
      expect(await gus.refused('listComments', { params: at(hidden) })).toMatchObject({ status: 404 })
      expect(await gus.refused('createComment', { params: at(hidden), body })).toMatchObject({ status: 404 })
      // Gus cannot reach the comment through the path of another item that he can see.
      expect(await gus.refused('resolveThread', { params: { ...params, id: own.id } })).toMatchObject({
        status: 404,
      })
      expect(
        await gus.refused('createComment', { params: at(own), body: { ...body, parent_id: comment.id } }),
      ).toMatchObject({ status: 400, fields: { parent_id: ['Comment not found.'] } })
      expect(
        await gus.refused('listComments', { params: at(own), query: { from: comment.id } }),
      ).toMatchObject({
        status: 400,
      })
    })
    expect((await ann.call('listComments', { params: at(own) })).length).toBe(1)
  })

  test('cannot comment on an archived item', async () => {
    const state_id = atlas.states['completed'] ?? ''
    const item = await atlas.make('Put away', { state_id })
    const comment = await say(item, 'Before')
    await atlas.cast.ann.call('archiveWorkItem', { params: at(item) })
    await atlas.changingNothing(async () => {
      const body = { comment_html: '<p>After</p>' }
      expect(await atlas.cast.ann.refused('createComment', { params: at(item), body })).toMatchObject({
        status: 403,
      })
      expect(
        await atlas.cast.ann.refused('updateComment', { params: on(item, comment), body }),
      ).toMatchObject({ status: 403 })
    })
    expect(await said(item)).toEqual(['Before'])
  })
})

describe('a thread', () => {
  test('has replies of one level, and is resolved and reopened as a whole', async () => {
    const { max, gus } = atlas.cast
    const item = await atlas.make('Threads')
    await atlas.give(item, gus)
    const first = await say(item, 'Question')
    const reply = await say(item, 'Answer', { parent_id: first.id }, max)
    const deeper = await say(item, 'Thanks', { parent_id: reply.id })
    expect([reply.parent_id, deeper.parent_id]).toEqual([first.id, first.id])
    const params = on(item, first)
    expect(await gus.refused('resolveThread', { params })).toMatchObject({ status: 403 })
    expect(await max.call('resolveThread', { params })).toMatchObject({
      resolved_at: expect.any(String),
      resolved_by: max.id,
    })
    expect(await max.call('reopenThread', { params })).toMatchObject({ resolved_at: null, resolved_by: null })
    expect(await max.refused('resolveThread', { params: on(item, reply) })).toMatchObject({ status: 400 })
    const own = await say(item, 'Of Gus', {}, gus)
    expect(await gus.call('resolveThread', { params: on(item, own) })).toMatchObject({ resolved_by: gus.id })
  })

  test('keeps its replies when its first comment is deleted, until the last reply is deleted', async () => {
    const { max } = atlas.cast
    const item = await atlas.make('Left over')
    const first = await say(item, 'Begins')
    const reply = await say(item, 'Stays', { parent_id: first.id }, max)
    await atlas.cast.ann.call('deleteComment', { params: on(item, first) })
    expect(await list(item)).toMatchObject([
      { id: first.id, comment_html: '', comment_stripped: '', removed_at: expect.any(String) },
      { id: reply.id, comment_stripped: 'Stays' },
    ])
    expect(
      await atlas.cast.ann.refused('updateComment', {
        params: on(item, first),
        body: { comment_html: '<p>Back</p>' },
      }),
    ).toMatchObject({ status: 404 })
    await max.call('deleteComment', { params: on(item, reply) })
    expect(await list(item)).toEqual([])
    await max.call('restoreComment', { params: on(item, reply) })
    expect(await said(item)).toEqual(['', 'Stays'])
  })

  test('is paged from the newest, or from a linked comment', async () => {
    const item = await atlas.make('Long')
    const made: { id: string }[] = []
    for (let at = 0; at < 7; at++) made.push(await say(item, `${at}`))
    const reply = await say(item, 'of 2', { parent_id: made[2]?.id ?? '' })
    expect(await said(item, { threads: '3' })).toEqual(['4', '5', '6'])
    expect(await said(item, { threads: '3', before: made[4]?.id ?? '' })).toEqual(['1', '2', '3', 'of 2'])
    expect(await said(item, { from: reply.id })).toEqual(['2', '3', '4', '5', '6', 'of 2'])
    expect(await said(item)).toHaveLength(8)
  })
})

test('reactions to a comment are unique per person, published to those who see it, and deleted with it', async () => {
  const { ann, max, gus } = atlas.cast
  const item = await atlas.make('Liked')
  const comment = await say(item, 'Good')
  const params = { ...atlas.params, comment_id: comment.id }
  const reaction = '128077'
  const told = await atlas.changes(() => max.call('addCommentReaction', { params, body: { reaction } }))
  expect(told).toMatchObject([
    { entity: 'reactions', op: 'create', fields: { comment_id: comment.id, issue_id: item.id, reaction } },
  ])
  const twice = await max.refused('addCommentReaction', { params, body: { reaction } })
  expect(twice).toMatchObject({ status: 400 })
  expect(await gus.refused('addCommentReaction', { params, body: { reaction } })).toMatchObject({
    status: 404,
  })
  expect(await gus.refused('listCommentReactions', { params })).toMatchObject({ status: 404 })
  expect(await list(item)).toMatchObject([
    { comment_reactions: [{ actor: max.id, reaction, comment: comment.id }] },
  ])
  // Reactions to the item itself are separate.
  expect(await ann.call('listReactions', { params: at(item) })).toEqual([])
  await max.call('removeCommentReaction', { params: { ...params, reaction } })
  expect(await ann.call('listCommentReactions', { params })).toEqual([])
  await ann.call('deleteComment', { params: on(item, comment) })
  expect(await max.refused('addCommentReaction', { params, body: { reaction } })).toMatchObject({
    status: 404,
  })
})

test('the history of an item contains its comments, unless only changes are requested', async () => {
  const item = await atlas.make('Told')
  const first = await say(item, 'One')
  await say(item, 'Two', { parent_id: first.id })
  const gone = await say(item, 'Gone')
  await atlas.cast.ann.call('deleteComment', { params: on(item, gone) })
  const history = async (query: Record<string, string>) =>
    (await atlas.cast.ann.call('listHistory', { params: at(item), query })).map((record) =>
      'comment_stripped' in record ? record.comment_stripped : record.verb,
    )
  expect(await history({})).toEqual(['One', 'Two'])
  expect(await history({ activity_type: 'issue-comment' })).toEqual(['One', 'Two'])
  expect(await history({ created_at__gt: first.created_at })).toEqual(['Two'])
  expect(await history({ activity_type: 'issue-property' })).toEqual([])
})

test('comments move with an item, and requests to the former path still work', async () => {
  const { ann, max } = atlas.cast
  const other = await atlas.makeProject('Away', 'AWAY')
  const item = await atlas.make('Travels')
  const comment = await say(item, 'Before', {}, max)
  const told = await atlas.changes(() =>
    ann.call('moveWorkItems', {
      params: atlas.params,
      body: { issue_ids: [item.id], new_project_id: other.project_id },
    }),
  )
  const moved = told.filter(({ entity }) => entity === 'work_item_comments')
  expect(moved).toMatchObject([{ id: comment.id, fields: { project_id: other.project_id } }])
  expect(moved[0]?.left_audience).toContain(`project:${atlas.params.project_id}`)
  // Max is not in the project to which the item was moved, so he finds neither the item nor his comment.
  expect(await max.refused('listComments', { params: at(item) })).toMatchObject({ status: 404 })
  await say({ id: item.id }, 'After')
  expect(await said({ ...item, project_id: other.project_id })).toEqual(['Before', 'After'])
})

test('fifty concurrent comments are each stored once', async () => {
  const item = await atlas.make('Busy')
  await Promise.all(Array.from({ length: 50 }, (_, at) => say(item, `${at}`)))
  expect(new Set(await said(item)).size).toBe(50)
  const [row] = await runSql<{ count: string }>(
    atlas.server.databaseUrl,
    'select count(*) from work_item_comments where issue_id = $1',
    [item.id],
  )
  expect(row?.count).toBe('50')
})
