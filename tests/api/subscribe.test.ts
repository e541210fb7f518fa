import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Atlas, makeAtlas } from '../support/atlas.ts'

let atlas: Atlas

beforeAll(async () => {
  atlas = await makeAtlas()
})
afterAll(() => atlas.close())

const at = (item: { id: string }) => ({ ...atlas.params, id: item.id })
const ids = (...items: { id: string }[]) => ({ issue_ids: items.map((item) => item.id) })
const follows = async (item: { id: string }) =>
  (await atlas.cast.max.call('getSubscription', { params: at(item) })).subscribed

describe('following one work item', () => {
  test('is told, heard once, and changes nothing else of it', async () => {
    const item = await atlas.make('Followed')
    expect(await follows(item)).toBe(false)
    const before = await atlas.stored(item)
    const changes = await atlas.changes(() => atlas.cast.max.call('subscribe', { params: at(item) }))
    expect(changes).toMatchObject([{ entity: 'work_items', id: item.id, op: 'update' }])
    expect(Object.keys(changes[0]?.fields ?? {})).toEqual(['subscriber_ids'])
    expect(await follows(item)).toBe(true)
    expect((await atlas.stored(item))['updated_at']).toEqual(before['updated_at'])
    await atlas.cast.max.call('unsubscribe', { params: at(item) })
    expect(await follows(item)).toBe(false)
  })

  test('twice is refused, ending it twice is not', async () => {
    const item = await atlas.make('Twice')
    await atlas.cast.max.call('subscribe', { params: at(item) })
    const refused = await atlas.changingNothing(() =>
      atlas.cast.max.refused('subscribe', { params: at(item) }),
    )
    expect(refused).toMatchObject({ status: 400, error: 'User already subscribed to the issue.' })
    await atlas.cast.max.call('unsubscribe', { params: at(item) })
    await atlas.changingNothing(() => atlas.cast.max.call('unsubscribe', { params: at(item) }))
  })
})

describe('following many', () => {
  test('is one batch, leaves out what is followed already, and leads into the list of them', async () => {
    const items = [await atlas.make('One'), await atlas.make('Two'), await atlas.make('Three')]
    await atlas.cast.max.call('subscribe', { params: at(items[0] ?? { id: '' }) })
    const { slug } = atlas.params
    const listed = async () => {
      const { total_results } = await atlas.cast.max.call('listUserWorkItems', {
        params: { slug, user_id: atlas.cast.max.id },
        query: { filters: JSON.stringify({ subscriber_id: atlas.cast.max.id }) },
      })
      return total_results
    }
    const before = await listed()
    const changes = await atlas.changes(() =>
      atlas.cast.max.call('subscribeToWorkItems', { params: atlas.params, body: ids(...items) }),
    )
    expect(changes).toHaveLength(2)
    expect(new Set(changes.map((change) => change.mutation_id)).size).toBe(1)
    expect(await listed()).toBe(before + 2)
    await atlas.cast.max.call('unsubscribeFromWorkItems', { params: atlas.params, body: ids(...items) })
    expect(await listed()).toBe(before - 1)
  })

  test('is refused as a whole for what is not there or not seen', async () => {
    const item = await atlas.make('There')
    const refused = await atlas.changingNothing(() =>
      atlas.cast.max.refused('subscribeToWorkItems', {
        params: atlas.params,
        body: ids(item, { id: '01920000-0000-7000-8000-00000000000a' }),
      }),
    )
    expect(refused.status).toBe(404)
    // A guest sees their own items alone.
    const unseen = await atlas.changingNothing(() =>
      atlas.cast.gus.refused('subscribeToWorkItems', { params: atlas.params, body: ids(item) }),
    )
    expect(unseen.status).toBe(404)
  })
})
