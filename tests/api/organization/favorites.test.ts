import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { favoritesLimit } from '#common/organization/favorites/rules.ts'
import { newId } from '#common/platform/ids.ts'
import { role } from '#common/platform/roles.ts'
import type { ApiClient } from '../../support/api-client.ts'
import { runSql } from '../../support/api-client.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'

let atlas: ProjectTestServer
let params: ProjectTestServer['params']
let slug: { slug: string }

beforeAll(async () => {
  atlas = await startProjectTestServer()
  params = atlas.params
  slug = { slug: params.slug }
  await atlas.cast.ann.call('updateProject', { params, body: { cycle_view: true, module_view: true } })
})
afterAll(() => atlas.close())

const listed = (who: ApiClient = atlas.cast.max) =>
  who.call('listFavorites', { params: slug, query: { all: 'true' } })
const namesOf = async (who?: ApiClient) => (await listed(who)).map(({ entity_data }) => entity_data.name)
const clear = () => runSql(atlas.server.databaseUrl, 'delete from favorites')
const cycleNamed = (name: string) => atlas.cast.ann.call('createCycle', { params, body: { name } })
const folderNamed = (name: string) =>
  atlas.cast.max.call('createFavorite', { params: slug, body: { entity_type: 'folder', name } })
const star = (
  entity_type: 'cycle' | 'module' | 'view' | 'page' | 'project' | 'issue' | 'dashboard' | 'teamspace',
  entity_identifier: string,
) => atlas.cast.max.call('createFavorite', { params: slug, body: { entity_type, entity_identifier } })

describe('a favorite', () => {
  test('of each kind is listed with what its thing is called, heard by its owner alone', async () => {
    await clear()
    const { ann, max } = atlas.cast
    const cycle = await cycleNamed('Sprint')
    const module = await ann.call('createModule', { params, body: { name: 'Engine' } })
    const view = await max.call('createView', { params, body: { name: 'Mine' } })
    const page = await ann.call('createPage', { params, body: { name: 'Notes' } })
    const told = await atlas.changes(async () => {
      await max.call('addFavoriteCycle', { params, body: { cycle: cycle.id } })
      await max.call('addFavoriteModule', { params, body: { module: module.id } })
      await max.call('addFavoriteView', { params, body: { view: view.id } })
      await max.call('addFavoritePage', { params: { ...params, page_id: page.id } })
      await max.call('addFavoriteProject', { params: slug, body: { project: params.project_id } })
    })
    expect(told.map(({ entity, op }) => `${entity} ${op}`)).toEqual(Array(5).fill('favorites create'))
    for (const { audience } of told) expect(audience).toEqual([`user:${max.id}`])
    expect(await namesOf()).toEqual(['Sprint', 'Engine', 'Mine', 'Notes', 'Atlas'])
    expect(await namesOf(ann)).toEqual([])
    expect((await max.call('getCycle', { params: { ...params, cycle_id: cycle.id } })).is_favorite).toBe(true)
    expect((await ann.call('getCycle', { params: { ...params, cycle_id: cycle.id } })).is_favorite).toBe(
      false,
    )
    expect((await max.call('listModules', { params })).map((row) => row.is_favorite)).toEqual([true])
    expect((await max.call('listViews', { params })).map((row) => row.is_favorite)).toEqual([true])
    expect((await max.call('listPages', { params }))[0]).toMatchObject({ is_favorite: true })
    expect(await max.call('getProject', { params })).toMatchObject({ is_favorite: true })
    expect(await max.call('listFavoritePages', { params })).toMatchObject([{ entity_identifier: page.id }])
    expect(await max.call('listFavoriteProjects', { params: slug })).toHaveLength(1)
    await max.call('removeFavoriteCycle', { params: { ...params, cycle_id: cycle.id } })
    await max.call('removeFavoriteModule', { params: { ...params, module_id: module.id } })
    await max.call('removeFavoriteView', { params: { ...params, view_id: view.id } })
    await max.call('removeFavoritePage', { params: { ...params, page_id: page.id } })
    await max.call('removeFavoriteProject', { params })
    expect(await namesOf()).toEqual([])
  })

  test('is one however often it is asked for, and by two at once', async () => {
    await clear()
    const { id } = await cycleNamed('Twice')
    const [one, other] = await Promise.all([star('cycle', id), star('cycle', id)])
    expect(other.id).toBe(one.id)
    await atlas.cast.max.call('addFavoriteCycle', { params, body: { cycle: id } })
    expect(await namesOf()).toEqual(['Twice'])
    const gone = { ...params, cycle_id: id }
    await Promise.all([1, 2].map(() => atlas.cast.max.call('removeFavoriteCycle', { params: gone })))
    expect(await namesOf()).toEqual([])
  })

  test('stands first among the things of its kind', async () => {
    await clear()
    const first = await cycleNamed('Older')
    await cycleNamed('Newer')
    await star('cycle', first.id)
    const [cycle] = await atlas.cast.max.call('listCycles', { params })
    expect(cycle).toMatchObject({ id: first.id, is_favorite: true })
  })

  test('is out of sight while its thing is archived or deleted, and there again with it', async () => {
    await clear()
    const { ann } = atlas.cast
    const { id } = await cycleNamed('Comes back')
    await star('cycle', id)
    const page = await ann.call('createPage', { params, body: { name: 'Private soon' } })
    await star('page', page.id)
    await ann.call('setPageAccess', { params: { ...params, page_id: page.id }, body: { access: 1 } })
    await ann.call('deleteCycle', { params: { ...params, cycle_id: id } })
    expect(await namesOf()).toEqual([])
    await ann.call('restoreCycle', { params: { ...params, cycle_id: id } })
    expect(await namesOf()).toEqual(['Comes back'])
    await ann.call('archiveProject', { params })
    expect(await namesOf()).toEqual([])
    await ann.call('restoreProject', { params })
    expect(await namesOf()).toEqual(['Comes back'])
  })

  test('of a dashboard follows its name, its access and its trash', async () => {
    await clear()
    const { ann, max, gus } = atlas.cast
    const made = await ann.call('createDashboard', { params: slug, body: { name: 'Figures', access: 1 } })
    const at = { ...slug, dashboard_id: made.id }
    await star('dashboard', made.id)
    expect(await listed()).toMatchObject([
      { entity_type: 'dashboard', entity_identifier: made.id, entity_data: { name: 'Figures' } },
    ])
    await ann.call('updateDashboard', { params: at, body: { name: 'Numbers', access: 0 } })
    expect(await listed()).toEqual([])
    await ann.call('updateDashboard', { params: at, body: { access: 1 } })
    expect(await namesOf()).toEqual(['Numbers'])
    await ann.call('deleteDashboard', { params: at })
    expect(await listed()).toEqual([])
    const body = { entity_type: 'dashboard', entity_identifier: made.id } as const
    await atlas.changingNothing(async () => {
      expect(await max.refused('createFavorite', { params: slug, body })).toMatchObject({
        fields: { entity_identifier: ['Dashboard not found'] },
      })
      expect(await gus.refused('createFavorite', { params: slug, body })).toMatchObject({ status: 403 })
    })
  })

  test.each(['teamspace', 'dashboard'] as const)('is deleted when its %s is purged', async (kind) => {
    await clear()
    const { max } = atlas.cast
    const { id } =
      kind === 'dashboard'
        ? await max.call('createDashboard', { params: slug, body: { name: 'Figures' } })
        : await max.call('createTeamspace', { params: slug, body: { name: 'Crew' } })
    await star(kind, id)
    await runSql(atlas.server.databaseUrl, `delete from ${kind}s where id = $1`, [id])
    expect(await runSql(atlas.server.databaseUrl, 'select id from favorites')).toEqual([])
  })

  test('of a work item follows its name, its trash and the access to it', async () => {
    await clear()
    const { ann, max, gus } = atlas.cast
    const item = await ann.call('createWorkItem', { params, body: { name: 'Fix the door' } })
    const of = { ...params, id: item.id }
    const sent = await atlas.changes(async () => void (await star('issue', item.id)))
    expect(sent.map(({ entity, op, audience }) => [entity, op, audience])).toEqual([
      ['favorites', 'create', [`user:${max.id}`]],
    ])
    await star('issue', item.id)
    expect(await listed()).toMatchObject([
      { entity_type: 'issue', entity_identifier: item.id, project_id: params.project_id },
    ])
    expect((await listed())[0]?.entity_data).toEqual({
      name: 'Fix the door',
      logo_props: {},
      key: `ATL-${item.sequence_id}`,
    })
    await ann.call('updateWorkItem', { params: of, body: { name: 'Fix the gate' } })
    expect(await namesOf()).toEqual(['Fix the gate'])
    await ann.call('deleteWorkItem', { params: of })
    expect(await namesOf()).toEqual([])
    await ann.call('restoreWorkItem', { params: of })
    expect(await namesOf()).toEqual(['Fix the gate'])
    await expect(star('issue', newId())).rejects.toThrow('Issue not found')
    const body = { entity_type: 'issue' as const, entity_identifier: item.id }
    await expect(gus.call('createFavorite', { params: slug, body })).rejects.toThrow()
    expect(await namesOf()).toEqual(['Fix the gate'])
  })

  test('security 51: of the workspace is named to no guest, who sees none of its views', async () => {
    await clear()
    const { ann, max } = atlas.cast
    const body = { name: 'Board of directors', access: 1 }
    const shared = await ann.call('createWorkspaceView', { params: slug, body })
    const own = await max.call('createWorkspaceView', { params: slug, body: { name: 'My own' } })
    for (const { id } of [shared, own]) await star('view', id)
    expect(await namesOf()).toEqual(['Board of directors', 'My own'])
    const become = (held: number) =>
      runSql(atlas.server.databaseUrl, 'update workspace_members set role = $1 where member_id = $2', [
        held,
        max.id,
      ])
    await become(role.guest)
    expect(await namesOf()).toEqual(['My own'])
    await become(role.member)
    expect(await namesOf()).toEqual(['Board of directors', 'My own'])
  })

  test('goes with a thing that is deleted for good', async () => {
    await clear()
    const { id } = await cycleNamed('Purged')
    await star('cycle', id)
    await runSql(atlas.server.databaseUrl, 'delete from cycles where id = $1', [id])
    expect(await runSql(atlas.server.databaseUrl, 'select id from favorites')).toEqual([])
  })

  test('of what is unknown, foreign or another’s is refused', async () => {
    await clear()
    const { ann, max } = atlas.cast
    await expect(star('cycle', newId())).rejects.toThrow('Cycle not found')
    const secret = await ann.call('createView', { params, body: { name: 'Secret', access: 0 } })
    await expect(star('view', secret.id)).rejects.toThrow('View not found')
    const { id } = await cycleNamed('Elsewhere')
    const create = (body: object) => max.call('createFavorite', { params: slug, body: body as never })
    await expect(
      create({ entity_type: 'cycle', entity_identifier: id, project_id: newId() }),
    ).rejects.toThrow('"project_id":')
    await expect(create({ entity_type: 'cycle' })).rejects.toThrow('"entity_identifier":')
    await expect(create({ entity_type: 'folder' })).rejects.toThrow('"name":')
    await expect(create({ entity_type: 'cycle', entity_identifier: id, is_folder: true })).rejects.toThrow(
      '"is_folder":',
    )
    expect(await namesOf()).toEqual([])
    const folder = await create({ entity_type: 'folder', name: 'Mine' })
    await expect(create({ id: folder.id, entity_type: 'cycle', entity_identifier: id })).rejects.toThrow(
      '409',
    )
    expect(await namesOf()).toEqual(['Mine'])
  })
})

describe('a folder', () => {
  test('holds favorites, is renamed, and leaves them in its place when it goes', async () => {
    await clear()
    const { max } = atlas.cast
    const [a, b, c] = [await cycleNamed('A'), await cycleNamed('B'), await cycleNamed('C')]
    const folder = await folderNamed('Work')
    const inside = [await star('cycle', a.id), await star('cycle', b.id)]
    const last = await star('cycle', c.id)
    for (const { id } of inside) {
      const at = { ...slug, favorite_id: id }
      await max.call('updateFavorite', { params: at, body: { parent: folder.id } })
    }
    const at = { ...slug, favorite_id: folder.id }
    await max.call('updateFavorite', { params: at, body: { name: 'Play' } })
    expect(await max.call('listFavorites', { params: slug })).toMatchObject([
      { id: folder.id, name: 'Play', is_folder: true },
      { id: last.id },
    ])
    const group = await max.call('listFavoritesInFolder', { params: at })
    expect(group.map(({ id }) => id)).toEqual(inside.map(({ id }) => id))
    await max.call('deleteFavorite', { params: at })
    expect(await namesOf()).toEqual(['A', 'B', 'C'])
    expect((await listed()).every(({ parent }) => parent === null)).toBe(true)
  })

  test('is answered with the favorites in it, as its children', async () => {
    await clear()
    const { ann, max } = atlas.cast
    const [first, second, gone] = [
      await cycleNamed('First'),
      await cycleNamed('Second'),
      await cycleNamed('Gone'),
    ]
    const folder = await folderNamed('Work')
    expect(folder.children).toEqual([])
    const empty = await folderNamed('Empty')
    const inside = [
      await star('cycle', second.id),
      await star('cycle', first.id),
      await star('cycle', gone.id),
    ]
    const outside = await star('project', params.project_id)
    for (const { id } of inside) {
      await max.call('updateFavorite', { params: { ...slug, favorite_id: id }, body: { parent: folder.id } })
    }
    await ann.call('deleteCycle', { params: { ...params, cycle_id: gone.id } })
    const children = [
      { id: inside[0]?.id, parent: folder.id, entity_identifier: second.id, entity_data: { name: 'Second' } },
      { id: inside[1]?.id, parent: folder.id, entity_identifier: first.id, entity_data: { name: 'First' } },
    ]
    expect(await max.call('listFavorites', { params: slug })).toMatchObject([
      { id: folder.id, children },
      { id: empty.id, children: [] },
      { id: outside.id, children: [] },
    ])
    const all = await listed()
    expect(all.find(({ id }) => id === folder.id)?.children).toMatchObject(children)
    expect(all.filter((one) => one.id !== folder.id).map((one) => one.children)).toEqual([[], [], [], []])
    const at = { ...slug, favorite_id: folder.id }
    const renamed = await max.call('updateFavorite', { params: at, body: { name: 'Play' } })
    expect(renamed).toMatchObject({ name: 'Play', children })
    const moved = { ...slug, favorite_id: inside[0]?.id ?? '' }
    expect(await max.call('updateFavorite', { params: moved, body: { parent: empty.id } })).toMatchObject({
      parent: empty.id,
      children: [],
    })
    expect(await max.call('listFavorites', { params: slug })).toMatchObject([
      { id: folder.id, children: [{ id: inside[1]?.id }] },
      { id: empty.id, children: [{ id: inside[0]?.id }] },
      { id: outside.id, children: [] },
    ])
  })

  test('leaves its place to however many things in their order', async () => {
    await clear()
    const { max } = atlas.cast
    const folder = await folderNamed('Work')
    await folderNamed('Behind')
    const names = Array.from({ length: 120 }, (_, at) => `Many ${120 - at}`)
    await runSql(
      atlas.server.databaseUrl,
      `with made as (
         insert into cycles (id, workspace_id, project_id, name, sort_order)
         select gen_random_uuid(), workspace_id, id, many.name, n from projects, unnest($3::text[]) with ordinality many(name, n)
         where projects.id = $1 returning *
       )
       insert into favorites (id, workspace_id, user_id, project_id, entity_type, entity_identifier, is_folder, parent, sequence)
       select gen_random_uuid(), workspace_id, $2, project_id, 'cycle', id, false, $4, sort_order from made`,
      [params.project_id, max.id, names, folder.id],
    )
    await max.call('deleteFavorite', { params: { ...slug, favorite_id: folder.id } })
    expect(await namesOf()).toEqual([...names, 'Behind'])
    await runSql(atlas.server.databaseUrl, `delete from cycles where name like 'Many %'`)
  })

  test('is in no other, and nothing is in what is none', async () => {
    await clear()
    const { ann, max } = atlas.cast
    const [one, other] = [await folderNamed('One'), await folderNamed('Other')]
    const change = (id: string, body: object) =>
      max.call('updateFavorite', { params: { ...slug, favorite_id: id }, body })
    await expect(change(one.id, { parent: other.id })).rejects.toThrow('"parent":')
    const { id } = await star('project', params.project_id)
    await expect(change(id, { parent: newId() })).rejects.toThrow('"parent":')
    await expect(change(id, { name: 'Mine' })).rejects.toThrow('"name":')
    await expect(
      ann.call('updateFavorite', { params: { ...slug, favorite_id: one.id }, body: { name: 'Ann’s' } }),
    ).rejects.toThrow('Favorite not found')
    expect(await namesOf()).toEqual(['One', 'Other', 'Atlas'])
  })

  test('counts among the most that there can be', async () => {
    await clear()
    await runSql(
      atlas.server.databaseUrl,
      `insert into favorites (id, workspace_id, user_id, entity_type, name, is_folder, sequence)
       select gen_random_uuid(), w.id, $1, 'folder', 'F', true, n from workspaces w, generate_series(1, $2) n where w.slug = $3`,
      [atlas.cast.max.id, favoritesLimit, params.slug],
    )
    await expect(folderNamed('One more')).rejects.toThrow(String(favoritesLimit))
  })
})
