import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activitiesReader } from '#api/work/activities/reader.ts'
import { homeSectionKeys, sidebarSectionKeys } from '#common/personal/preferences/rules.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'

let atlas: ProjectTestServer
let params: { slug: string }

beforeAll(async () => {
  atlas = await startProjectTestServer({}, undefined, [activitiesReader])
  params = { slug: atlas.params.slug }
})
afterAll(() => atlas.close())

describe('the home screen', () => {
  test('stores order and visibility of sections for each user', async () => {
    const { max, ann } = atlas.cast
    const fresh = await max.call('listHomePreferences', { params })
    expect(fresh.map(({ key }) => key)).toEqual([...homeSectionKeys])
    expect(fresh.every(({ is_enabled }) => is_enabled)).toBe(true)
    const told = await atlas.changes(async () => {
      const change = (key: string, body: object) =>
        max.call('updateHomePreference', { params: { ...params, key }, body })
      await change('quick_links', { is_enabled: false })
      await change('recents', { sort_order: 1e6 })
      await change('digest', { config: { seen_at: '2026-01-01T00:00:00.000Z' } })
      expect(await change('digest', { is_enabled: true })).toMatchObject({
        config: { seen_at: '2026-01-01T00:00:00.000Z' },
      })
    })
    expect(told.map(({ op }) => op)).toEqual(['create', 'create', 'create'])
    for (const { audience } of told) expect(audience).toEqual([`user:${max.id}`])
    const now = await max.call('listHomePreferences', { params })
    expect(now[0]).toMatchObject({ key: 'recents', is_enabled: true })
    expect(now.find(({ key }) => key === 'quick_links')).toMatchObject({ is_enabled: false })
    expect(await ann.call('listHomePreferences', { params })).toEqual(fresh)
    expect((await max.call('listOwnPreferences', { params })).home).toHaveLength(3)
  })

  test('rejects unknown sections and other workspaces', async () => {
    const { max } = atlas.cast
    await atlas.changingNothing(async () => {
      for (const key of ['nothing', 'analytics'])
        expect(
          await max.refused('updateHomePreference', { params: { ...params, key }, body: {} }),
        ).toMatchObject({ status: 404, error: 'Preference not found' })
      const there = { slug: atlas.eves.slug, key: 'recents' }
      const body = { is_enabled: false }
      expect(await max.refused('updateHomePreference', { params: there, body })).toMatchObject({
        status: 404,
      })
    })
  })
})

describe('the sidebar', () => {
  test('stores order and pins, one by one and all at once', async () => {
    const { gus, ann } = atlas.cast
    const fresh = await gus.call('listSidebarPreferences', { params })
    expect(Object.keys(fresh)).toEqual([...sidebarSectionKeys])
    expect(fresh.views).toEqual({ is_pinned: false, sort_order: 65_535 })
    expect(fresh.stickies.is_pinned).toBe(true)
    const told = await atlas.changes(async () => {
      const body = [
        { key: 'views' as const, is_pinned: true, sort_order: 5 },
        { key: 'drafts' as const, is_pinned: false },
      ]
      // The response must have the format that existing API clients expect, without a wrapper object.
      const answer = await fetch(`${atlas.server.url}/api/workspaces/${params.slug}/sidebar-preferences/`, {
        method: 'PATCH',
        headers: { cookie: gus.cookie, origin: atlas.server.url, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      expect([answer.status, await answer.json()]).toEqual([200, { message: 'Successfully updated' }])
      const key = 'views'
      await gus.call('updateSidebarPreference', { params: { ...params, key }, body: { sort_order: 7 } })
    })
    for (const { audience } of told) expect(audience).toEqual([`user:${gus.id}`])
    const now = await gus.call('listSidebarPreferences', { params })
    expect(now.views).toEqual({ is_pinned: true, sort_order: 7 })
    expect(now.drafts).toEqual({ ...fresh.drafts, is_pinned: false })
    expect(await ann.call('listSidebarPreferences', { params })).toEqual(fresh)
  })

  test('applies all of a change or nothing', async () => {
    const { gus } = atlas.cast
    await atlas.changingNothing(async () => {
      const wrong = [
        { key: 'views', sort_order: 9 },
        { key: 'nothing', is_pinned: true },
      ]
      const refused = await gus.refused('updateSidebarPreferences', {
        params,
        body: { preferences: wrong as never },
      })
      expect(refused).toMatchObject({ status: 400 })
      const one = { params: { ...params, key: 'views' }, body: { sort_order: 1e300 } }
      expect(await gus.refused('updateSidebarPreference', one)).toMatchObject({ status: 400 })
    })
  })
})

describe('the digest', () => {
  const digest = (who = atlas.cast.max, since = '2026-01-01T00:00:00.000Z') =>
    who.call('getDigest', { params, query: { since } })

  test('lists changes by others to the user’s items', async () => {
    const { ann, max, gus, eve } = atlas.cast
    const mine = await atlas.make('Assigned', { assignee_ids: [max.id] })
    await atlas.make('Nobody’s')
    const at = { ...atlas.params, id: mine.id }
    await ann.call('updateWorkItem', { params: at, body: { priority: 'high' } })
    await ann.call('createComment', { params: at, body: { comment_html: '<p>Look</p>' } })
    await max.call('updateWorkItem', { params: at, body: { name: 'Named by Max' } })
    await expect.poll(async () => (await digest())[0]?.fields).toContain('priority')
    const told = await digest()
    expect(told).toHaveLength(1)
    expect(told[0]).toMatchObject({
      issue_id: mine.id,
      name: 'Named by Max',
      actor_ids: [ann.id],
      comments: 1,
    })
    expect(told[0]?.fields).not.toContain('name')
    expect(await digest(max, new Date().toISOString())).toEqual([])
    // Gus is a guest who sees only items that he created, and he has created none. Eve is not in this workspace.
    // Both see nothing.
    expect(await digest(gus)).toEqual([])
    expect(
      await eve.refused('getDigest', { params, query: { since: '2026-01-01T00:00:00Z' } }),
    ).toMatchObject({
      status: 404,
    })
    expect(await max.refused('getDigest', { params, query: { since: 'lately' } })).toMatchObject({
      status: 400,
    })
  })

  test('security 51: names no item that the user can no longer see', async () => {
    const { ann, gus } = atlas.cast
    const his = await atlas.make('His own')
    await atlas.give(his, gus)
    const at = { ...atlas.params, id: his.id }
    await ann.call('updateWorkItem', { params: at, body: { priority: 'low' } })
    await expect.poll(async () => (await digest(gus)).map(({ name }) => name)).toEqual(['His own'])
    await atlas.give(his, ann)
    expect(await digest(gus)).toEqual([])
  })
})
