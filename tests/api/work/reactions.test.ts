import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#common/platform/ids.ts'
import {
  defaultReactionCodes,
  emojiToReactionCode,
  normalizeReactionCode,
  reactionCodeToEmoji,
  reactionsLimit,
} from '#common/work/reactions/rules.ts'
import type { ApiClient } from '../../support/api-client.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'

let atlas: ProjectTestServer

beforeAll(async () => {
  atlas = await startProjectTestServer()
})
afterAll(() => atlas.close())

type Item = { id: string; project_id: string }

const thumbsUp = '128077'
const at = (item: Item) => ({ ...atlas.params, project_id: item.project_id, id: item.id })
const give = (item: Item, reaction: string, who: ApiClient, more = {}) =>
  who.call('addReaction', { params: at(item), body: { reaction, ...more } })
const takeBack = (item: Item, reaction: string, who: ApiClient) =>
  who.call('removeReaction', { params: { ...at(item), reaction } })
const given = async (item: Item, who = atlas.cast.max) =>
  (await who.call('listReactions', { params: at(item) })).map(({ actor, reaction }) => [actor, reaction])

describe('a reaction to a work item', () => {
  test('is added and removed, published to those who see the item', async () => {
    const { ann, max } = atlas.cast
    const item = await atlas.make('Liked')
    const id = newId()
    const told = await atlas.changes(async () => {
      expect(await give(item, thumbsUp, max, { id })).toMatchObject({
        id,
        actor: max.id,
        issue: item.id,
        comment: null,
        reaction: thumbsUp,
        display_name: 'max',
      })
      await give(item, thumbsUp, ann)
      expect(await given(item)).toEqual([
        [max.id, thumbsUp],
        [ann.id, thumbsUp],
      ])
      await takeBack(item, thumbsUp, max)
      expect(await given(item)).toEqual([[ann.id, thumbsUp]])
    })
    expect(told.map(({ entity, op }) => `${op} ${entity}`)).toEqual([
      'create reactions',
      'create reactions',
      'delete reactions',
    ])
    for (const { audience } of told)
      expect(audience).toEqual([`project:${item.project_id}`, `creator:${item.project_id}:${ann.id}`])
  })

  test('is unique for each person and emoji', async () => {
    const { max } = atlas.cast
    const item = await atlas.make('Once')
    await give(item, thumbsUp, max)
    await give(item, '10084', max)
    await atlas.changingNothing(async () => {
      for (const reaction of [thumbsUp, '10084-65039'])
        expect(await max.refused('addReaction', { params: at(item), body: { reaction } })).toMatchObject({
          status: 400,
          error: 'Reaction already exists for the user',
        })
    })
    await takeBack(item, '10084-65039', max)
    expect(await given(item)).toEqual([[max.id, thumbsUp]])
  })

  test('of another person can only be removed by them', async () => {
    const { ann, max } = atlas.cast
    const item = await atlas.make('Theirs')
    await give(item, thumbsUp, ann)
    await atlas.changingNothing(() => takeBack(item, thumbsUp, max))
  })

  test.each(['', 'x', '120', '49', '0', '1114112', '128077-128077', '😀', '55357', '9999999-1', '128077-'])(
    'is an emoji, which %j is not',
    async (reaction) => {
      const item = await atlas.make('Refused')
      await atlas.changingNothing(async () => {
        const refusal = await atlas.cast.max.refused('addReaction', { params: at(item), body: { reaction } })
        expect(refusal).toMatchObject({ status: 400, fields: { reaction: expect.any(Array) } })
      })
    },
  )

  test('is allowed for guests who see the item', async () => {
    const { gus } = atlas.cast
    const [own, other] = [await atlas.make('Of Gus'), await atlas.make('Of Ann')]
    await atlas.give(own, gus)
    await give(own, thumbsUp, gus)
    await atlas.changingNothing(async () => {
      const params = at(other)
      expect(await gus.refused('listReactions', { params })).toMatchObject({ status: 404 })
      expect(await gus.refused('addReaction', { params, body: { reaction: thumbsUp } })).toMatchObject({
        status: 404,
      })
      expect(
        await gus.refused('removeReaction', { params: { ...params, reaction: thumbsUp } }),
      ).toMatchObject({ status: 404 })
    })
  })

  test('does not change while the item is archived', async () => {
    const { ann, max } = atlas.cast
    const item = await atlas.make('Done', { state_id: atlas.states['completed'] })
    await give(item, thumbsUp, max)
    await ann.call('archiveWorkItem', { params: at(item) })
    await atlas.changingNothing(async () => {
      const params = at(item)
      expect(await max.refused('addReaction', { params, body: { reaction: '128078' } })).toMatchObject({
        status: 403,
      })
      expect(
        await max.refused('removeReaction', { params: { ...params, reaction: thumbsUp } }),
      ).toMatchObject({ status: 403 })
    })
    expect(await given(item)).toEqual([[max.id, thumbsUp]])
  })

  test('is limited to fifty per person', async () => {
    const { max } = atlas.cast
    const item = await atlas.make('Liked a lot')
    // A reaction is stored as the decimal code point of its emoji. The fifty code points that follow 128512
    // are all emoji.
    for (let at = 0; at < reactionsLimit; at++) await give(item, String(128512 + at), max)
    await atlas.changingNothing(async () => {
      const body = { reaction: thumbsUp }
      expect(await max.refused('addReaction', { params: at(item), body })).toMatchObject({ status: 400 })
    })
  })

  test('is included in its item and moves with it to another project', async () => {
    const { ann, max } = atlas.cast
    const next = await atlas.makeProject('Next', 'NXT')
    const item = await atlas.make('Moves')
    const made = await give(item, thumbsUp, max)
    const whole = await max.call('getWorkItem', { params: at(item), query: { expand: 'issue_reactions' } })
    expect(whole.issue_reactions).toEqual([made])
    const told = await atlas.changes(() =>
      ann.call('moveWorkItems', {
        params: atlas.params,
        body: { issue_ids: [item.id], new_project_id: next.project_id },
      }),
    )
    const moved = told.find(({ entity }) => entity === 'reactions')
    expect(moved).toMatchObject({ op: 'update', fields: { id: made.id, project_id: next.project_id } })
    expect(moved?.left_audience).toContain(`project:${item.project_id}`)
    // Uses the path of the former project, as changes do that were queued offline before the item was moved.
    await give(item, thumbsUp, ann)
    expect(await given({ ...item, ...next }, ann)).toHaveLength(2)
  })
})

describe('the code of a reaction', () => {
  test.each(defaultReactionCodes)('%s of the palette is one', (code) => {
    expect(normalizeReactionCode(code)).toBe(code)
    expect(emojiToReactionCode(reactionCodeToEmoji(code))).toBe(code)
  })

  test.each([
    ['❤️', '10084'],
    ['❤', '10084'],
    ['👩‍💻', '128105-8205-128187'],
    ['👍🏽', '128077-127997'],
    ['🇫🇷', '127467-127479'],
    ['1️⃣', '49-65039-8419'],
    ['a', null],
    ['👍👍', null],
  ])('of %s is %s', (emoji, code) => {
    expect(emojiToReactionCode(emoji)).toBe(code)
    if (code !== null) expect(emojiToReactionCode(reactionCodeToEmoji(code))).toBe(code)
  })
})
