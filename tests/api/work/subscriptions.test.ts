import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#common/platform/ids.ts'
import type { ApiClient } from '../../support/api-client.ts'
import { runSql } from '../../support/api-client.ts'
import { connectLive } from '../../support/live-client.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'

let atlas: ProjectTestServer

beforeAll(async () => {
  atlas = await startProjectTestServer()
})
afterAll(() => atlas.close())

const at = (item: { id: string }) => ({ params: { ...atlas.params, id: item.id } })
const many = (...items: { id: string }[]) => ({
  params: atlas.params,
  body: { issue_ids: items.map((item) => item.id) },
})
const { ann, max, gus, eve } = {
  ann: () => atlas.cast.ann,
  max: () => atlas.cast.max,
  gus: () => atlas.cast.gus,
  eve: () => atlas.cast.eve,
}

async function isSubscribed(who: ApiClient, item: { id: string }): Promise<boolean> {
  const [{ subscribed }, { is_subscribed }] = await Promise.all([
    who.call('isSubscribed', at(item)),
    who.call('getWorkItem', at(item)),
  ])
  expect(is_subscribed).toBe(subscribed)
  return subscribed
}

describe('subscribing to a work item', () => {
  test('publishes only the change of its subscribers', async () => {
    const item = await atlas.make('Followed')
    const live = await connectLive(atlas.server, ann())
    await live.subscribe(atlas.cast.slug)
    expect(await isSubscribed(max(), item)).toBe(false)
    const left = await atlas.changes(async () => {
      expect(await max().call('subscribe', at(item))).toEqual({ subscribed: true })
    })
    expect(left).toMatchObject([{ entity: 'work_items', id: item.id, op: 'update', actor_id: max().id }])
    expect(left[0]?.fields).toEqual({ subscriber_ids: [ann().id, max().id] })
    await live.hears((change) => change.id === item.id && change.fields['subscriber_ids'] !== undefined)
    live.close()
    expect(await isSubscribed(max(), item)).toBe(true)
    expect(await atlas.stored(item)).toMatchObject({
      subscriber_ids: [ann().id, max().id],
      updated_at: new Date(item.updated_at),
      updated_by: ann().id,
    })
  })

  test('twice is rejected, unsubscribing twice is not', async () => {
    const item = await atlas.make('Twice')
    expect(await atlas.changingNothing(() => ann().refused('subscribe', at(item)))).toMatchObject({
      status: 400,
      error: 'User already subscribed to the issue.',
    })
    const left = await atlas.changes(() => ann().call('unsubscribe', at(item)))
    expect(left.map(({ fields }) => fields)).toEqual([{ subscriber_ids: [] }])
    await atlas.changingNothing(() => ann().call('unsubscribe', at(item)))
    expect(await isSubscribed(ann(), item)).toBe(false)
  })

  test('is allowed for guests who see the item', async () => {
    const [own, other] = [await atlas.make('Of Gus'), await atlas.make('Of Ann')]
    await atlas.give(own, gus())
    await gus().call('subscribe', at(own))
    expect(await isSubscribed(gus(), own)).toBe(true)
    for (const name of ['isSubscribed', 'subscribe', 'unsubscribe'] as const) {
      expect(await atlas.changingNothing(() => gus().refused(name, at(other)))).toMatchObject({ status: 404 })
    }
    const show = (all: boolean) =>
      runSql(atlas.server.databaseUrl, 'update projects set guest_view_all_features = $1 where id = $2', [
        all,
        atlas.params.project_id,
      ])
    await show(true)
    await gus().call('subscribe', at(other))
    expect(await isSubscribed(gus(), other)).toBe(true)
    await show(false)
  })

  test('is allowed for archived items', async () => {
    const item = await atlas.make('Done', { state_id: atlas.states['completed'] })
    await max().call('archiveWorkItem', at(item))
    await max().call('subscribe', at(item))
    expect(await isSubscribed(max(), item)).toBe(true)
  })

  test('finds no items elsewhere', async () => {
    const theirs = await atlas.make('Theirs', {}, eve(), atlas.eves)
    const trashed = await atlas.make('Trashed')
    await ann().call('deleteWorkItem', at(trashed))
    for (const item of [theirs, trashed, { id: newId() }]) {
      expect(await atlas.changingNothing(() => ann().refused('subscribe', at(item)))).toMatchObject({
        status: 404,
      })
    }
  })
})

describe('subscribing to many work items', () => {
  test('changes only those that need it, and can be undone', async () => {
    const items = [await atlas.make('One'), await atlas.make('Two'), await atlas.make('Three')]
    const [one, two, three] = items
    if (!one || !two || !three) throw new Error('three items were made')
    await max().call('subscribe', at(two))
    const left = await atlas.changes(() => max().call('subscribeToMany', many(...items)))
    expect(left.map(({ id }) => id).sort()).toEqual([one.id, three.id].sort())
    expect(left.map(({ fields }) => fields)).toEqual([
      { subscriber_ids: [ann().id, max().id] },
      { subscriber_ids: [ann().id, max().id] },
    ])
    expect(await max().call('unsubscribeFromMany', many(one, three))).toEqual({
      message: 'Unsubscribed from 2 issues',
    })
    for (const item of items) expect(await isSubscribed(max(), item)).toBe(item === two)
  })

  test('applies to all or none', async () => {
    const [own, other] = [await atlas.make('Of Gus'), await atlas.make('Of Ann')]
    await atlas.give(own, gus())
    const theirs = await atlas.make('Theirs', {}, eve(), atlas.eves)
    for (const name of ['subscribeToMany', 'unsubscribeFromMany'] as const) {
      for (const [who, items] of [
        [gus(), [own, other]],
        [ann(), [own, theirs]],
        [ann(), [own, { id: newId() }]],
      ] as const) {
        expect(await atlas.changingNothing(() => who.refused(name, many(...items)))).toMatchObject({
          status: 404,
        })
      }
      expect(await atlas.changingNothing(() => gus().refused(name, many()))).toMatchObject({
        status: 400,
        fields: { issue_ids: ['Issue IDs are required'] },
      })
    }
    await gus().call('subscribeToMany', many(own))
    expect(await isSubscribed(gus(), own)).toBe(true)
  })

  test('is rejected in an archived project', async () => {
    const closed = await atlas.makeProject('Closed', 'CLO')
    const item = await atlas.make('Left', {}, ann(), closed)
    await runSql(atlas.server.databaseUrl, 'update projects set archived_at = now() where id = $1', [
      closed.project_id,
    ])
    const refused = await atlas.changingNothing(() =>
      ann().refused('unsubscribeFromMany', { params: closed, body: { issue_ids: [item.id] } }),
    )
    expect(refused).toMatchObject({ status: 400, code: 'invalid' })
  })
})

describe('the subscribers of a work item', () => {
  test('are set by members for others without updating the item', async () => {
    const item = await atlas.make('Shared')
    const body = { subscriber: gus().id }
    const left = await atlas.changes(async () => {
      expect(await max().call('addSubscriber', { ...at(item), body })).toEqual({ issue: item.id, ...body })
    })
    expect(left.map(({ fields }) => fields)).toEqual([{ subscriber_ids: [ann().id, gus().id] }])
    const listed = await max().call('listSubscribers', at(item))
    expect(Object.fromEntries(listed.map(({ member, is_subscribed }) => [member, is_subscribed]))).toEqual({
      [ann().id]: true,
      [max().id]: false,
      [gus().id]: true,
    })
    await atlas.changingNothing(async () => {
      expect(await max().refused('addSubscriber', { ...at(item), body })).toMatchObject({
        status: 400,
        error: 'User already subscribed to the issue.',
      })
    })
    const named = { params: { ...at(item).params, user_id: gus().id } }
    await max().call('removeSubscriber', named)
    expect(await max().refused('removeSubscriber', named)).toMatchObject({ status: 404 })
    expect(await atlas.stored(item)).toMatchObject({
      subscriber_ids: [ann().id],
      updated_at: new Date(item.updated_at),
    })
  })

  test('must be people of the project', async () => {
    const item = await atlas.make('Not for Eve')
    await atlas.changingNothing(async () => {
      for (const subscriber of [eve().id, newId()])
        expect(await max().refused('addSubscriber', { ...at(item), body: { subscriber } })).toMatchObject({
          status: 400,
          fields: { subscriber: ['Only people in the project can follow a work item.'] },
        })
    })
  })
})
