import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOrm } from '#api/create-orm.ts'
import { removeUnusedFiles } from '#api/documents/files/remove-unused-files.ts'
import { purgeDeletedProjects } from '#api/organization/projects/purge.ts'
import { createBus } from '#api/platform/bus.ts'
import { readConfig } from '#api/platform/config/config.ts'
import type { Orm } from '#api/platform/db/orm.ts'
import { createStorage } from '#api/platform/storage/create-storage.ts'
import { deletedProjectRetentionDays } from '#common/organization/projects/rules.ts'
import { newId } from '#common/platform/ids.ts'
import { role } from '#common/platform/roles.ts'
import { createAnonymousClient, runSql } from '../../support/api-client.ts'
import { connectLive } from '../../support/live-client.ts'
import {
  type ProjectPathParams,
  type ProjectTestServer,
  startProjectTestServer,
} from '../../support/project-test-server.ts'
import { attachFileToItem, fetchAsUser } from '../../support/upload.ts'

let atlas: ProjectTestServer
let orm: Orm
beforeAll(async () => {
  atlas = await startProjectTestServer()
  orm = await createOrm(atlas.server.databaseUrl, createBus(null))
})
afterAll(async () => {
  await orm.close(true)
  await atlas.close()
})

const day = 86_400_000
const slug = 'acme'

async function withMax(
  name: string,
  identifier: string,
  held: 15 | 20 = role.member,
): Promise<ProjectPathParams> {
  const place = await atlas.makeProject(name, identifier)
  const members = [{ member_id: atlas.cast.max.id, role: held }]
  await atlas.cast.ann.call('addProjectMembers', { params: place, body: { members } })
  return place
}

test('security 10: a deleted project is shut on every door', async () => {
  const { ann, max } = atlas.cast
  const params = await withMax('Shut', 'SHUT')
  const item = await atlas.make('Kept', {}, max, params)
  const page = await ann.call('createPage', { params, body: { name: 'Notes' } })
  const file = await attachFileToItem(
    atlas.server,
    max,
    { ...params, id: item.id },
    { name: 'notes.txt', type: 'text/plain', bytes: Buffer.from('Some notes') },
  )
  const { anchor } = await ann.call('publishProject', { params, body: {} })
  const { token } = await max.call('createApiToken', { body: { label: 'Program' } })
  const live = await connectLive(atlas.server, max)
  await live.subscribe(slug)
  const told = new Promise((resolve) => live.socket.once('access', resolve))
  await ann.call('deleteProject', { params })
  await told
  live.close()
  for (const who of [ann, max]) {
    for (const call of [
      'getProject',
      'listWorkItems',
      'listStates',
      'listPages',
      'listProjectMembers',
    ] as const)
      expect(await who.refused(call, { params })).toMatchObject({ status: 404 })
    expect(await who.refused('getWorkItem', { params: { ...params, id: item.id } })).toMatchObject({
      status: 404,
    })
    expect(await who.refused('getWorkItemByKey', { params: { slug, key: 'SHUT-1' } })).toMatchObject({
      status: 404,
    })
    expect(await who.refused('getPage', { params: { ...params, page_id: page.id } })).toMatchObject({
      status: 404,
    })
    const found = await who.call('searchWorkspace', { params: { slug }, query: { search: 'Kept' } })
    expect(JSON.stringify(found)).not.toContain(item.id)
    expect(await who.call('listProjects', { params: { slug } })).not.toContainEqual(
      expect.objectContaining({ id: params.project_id }),
    )
    expect(
      await who.refused('exportWorkItems', {
        params: { slug },
        body: { provider: 'csv', project: [params.project_id], multiple: false },
      }),
    ).toMatchObject({ status: 404 })
    const bytes = await fetchAsUser(atlas.server, who, file.asset_url)
    expect(bytes.status).toBe(404)
  }
  const byToken = await fetch(
    `${atlas.server.url}/api/workspaces/${slug}/projects/${params.project_id}/issues/`,
    { headers: { 'x-api-key': token } },
  )
  expect(byToken.status).toBe(404)
  expect(
    await createAnonymousClient(atlas.server).refused('getPublishedBoard', { params: { anchor } }),
  ).toMatchObject({
    status: 404,
  })
})

test('its admins alone bring it back, with all that is in it, and one change is heard', async () => {
  const { ann, max, gus, eve } = atlas.cast
  const params = await withMax('Back', 'BCK')
  const id = params.project_id
  const item = await atlas.make('Kept', {}, max, params)
  const { anchor } = await ann.call('publishProject', { params, body: {} })
  await max.call('createFavorite', {
    params: { slug },
    body: { entity_type: 'project', entity_identifier: id },
  })
  await ann.call('updateProject', { params, body: { identifier: 'BACK' } })
  await ann.call('deleteProject', { params })
  expect(await ann.call('listDeletedProjects', { params: { slug } })).toContainEqual(
    expect.objectContaining({ id, name: 'Back', identifier: 'BACK', deleted_by: ann.id }),
  )
  expect(await max.call('listFavorites', { params: { slug }, query: { all: 'true' } })).toEqual([])
  await atlas.changingNothing(async () => {
    expect(await max.call('listDeletedProjects', { params: { slug } })).toEqual([])
    for (const [who, where, status] of [
      [max, slug, 404],
      [gus, slug, 403],
      [eve, slug, 404],
      [eve, atlas.eves.slug, 404],
    ] as const)
      expect(await who.refused('restoreDeletedProject', { params: { slug: where, id } })).toMatchObject({
        status,
      })
    for (const wrong of [newId(), atlas.params.project_id])
      expect(await ann.refused('restoreDeletedProject', { params: { slug, id: wrong } })).toMatchObject({
        status: 404,
      })
  })
  const live = await connectLive(atlas.server, max)
  await live.subscribe(slug)
  const told = new Promise((resolve) => live.socket.once('access', resolve))
  const changes = await atlas.changes(() => ann.call('restoreDeletedProject', { params: { slug, id } }))
  expect(changes).toMatchObject([{ entity: 'projects', op: 'create' }])
  await told
  live.close()
  expect(await max.call('getWorkItem', { params: { ...params, id: item.id } })).toMatchObject({
    name: 'Kept',
  })
  expect(await max.call('getWorkItemByKey', { params: { slug, key: 'BCK-1' } })).toMatchObject({
    id: item.id,
  })
  expect(await max.call('getProject', { params })).toMatchObject({ is_favorite: true, anchor })
  expect(
    await createAnonymousClient(atlas.server).call('getPublishedBoard', { params: { anchor } }),
  ).toMatchObject({
    name: 'Back',
  })
  const { results } = await ann.call('listAuditRecords', { params: { slug }, query: { group: 'project' } })
  expect(results.slice(0, 2).map(({ action }) => action)).toEqual(['project.restored', 'project.deleted'])
  expect(await ann.refused('restoreDeletedProject', { params: { slug, id } })).toMatchObject({ status: 404 })
})

test('an admin of the project who is none of the workspace brings it back too', async () => {
  const { ann, max } = atlas.cast
  const params = await withMax('Mine', 'MINE', role.admin)
  await ann.call('deleteProject', { params })
  const restored = await max.call('restoreDeletedProject', { params: { slug, id: params.project_id } })
  expect(restored).toMatchObject({ name: 'Mine', member_role: role.admin })
})

test('where name and letters are taken by then it has the next that are free', async () => {
  const { ann } = atlas.cast
  const first = await atlas.makeProject('Twin', 'OLD')
  const item = await atlas.make('First', {}, ann, first)
  await ann.call('updateProject', { params: first, body: { identifier: 'TWIN' } })
  await ann.call('deleteProject', { params: first })
  const second = await atlas.makeProject('Twin', 'OLD')
  await ann.call('updateProject', { params: second, body: { identifier: 'TWIN' } })
  const restored = await ann.call('restoreDeletedProject', { params: { slug, id: first.project_id } })
  expect(restored).toMatchObject({ name: 'Twin 2', identifier: 'TWIN2' })
  const theirs = await atlas.make('Theirs', {}, ann, second)
  for (const key of ['OLD-1', 'TWIN-1'])
    expect(await ann.call('getWorkItemByKey', { params: { slug, key } })).toMatchObject({ id: theirs.id })
  expect(await ann.call('getWorkItemByKey', { params: { slug, key: 'TWIN2-1' } })).toMatchObject({
    id: item.id,
  })
})

test('after its time it is gone for good with all that was in it, its files too', async () => {
  const { ann } = atlas.cast
  const params = await withMax('Gone', 'GONE')
  const id = params.project_id
  const item = await atlas.make('Left', {}, ann, params)
  const page = await ann.call('createPage', { params, body: { name: 'Notes' } })
  const view = await ann.call('createView', { params, body: { name: 'Looks' } })
  await ann.call('createFavorite', {
    params: { slug },
    body: { entity_type: 'view', entity_identifier: view.id },
  })
  await ann.call('recordVisit', {
    params: { slug },
    body: { entity_name: 'page', entity_identifier: page.id },
  })
  const text = { name: 'notes.txt', type: 'text/plain', bytes: Buffer.from('Some notes') }
  await attachFileToItem(atlas.server, ann, { ...params, id: item.id }, text)
  const kept = await atlas.make('Stays')
  await ann.call('deleteProject', { params })
  await purgeDeletedProjects(orm, Date.now() + (deletedProjectRetentionDays - 1) * day)
  expect(await ann.call('listDeletedProjects', { params: { slug } })).toContainEqual(
    expect.objectContaining({ id }),
  )
  // A project cannot be restored after the retention period. The purge does not delete a restored project.
  const since = `update projects set deleted_at = now() - make_interval(days => $2) where id = $1`
  await runSql(atlas.server.databaseUrl, since, [id, deletedProjectRetentionDays + 1])
  expect(await ann.refused('restoreDeletedProject', { params: { slug, id } })).toMatchObject({ status: 404 })
  expect(await ann.call('listDeletedProjects', { params: { slug } })).not.toContainEqual(
    expect.objectContaining({ id }),
  )
  await purgeDeletedProjects(orm)
  const storage = await createStorage(
    readConfig({ DATA_DIR: atlas.server.dataDir }),
    pino({ level: 'silent' }),
  )
  await removeUnusedFiles(orm, storage)
  storage.close()
  const columns = await runSql<{ table: string; column: string }>(
    atlas.server.databaseUrl,
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and table_name not in ('audit_records', 'changes') and data_type = 'uuid'`,
  )
  expect(columns.length).toBeGreaterThan(100)
  const parts = columns.map(
    ({ table, column }) =>
      `select '${table}.${column}' as place from ${table} where ${column} = any($1::uuid[])`,
  )
  const gone = [id, item.id, page.id, view.id]
  expect(await runSql(atlas.server.databaseUrl, parts.join(' union all '), [gone])).toEqual([])
  expect(await ann.call('getWorkItem', { params: { ...atlas.params, id: kept.id } })).toMatchObject({
    name: 'Stays',
  })
  const left = await runSql<{ action: string }>(
    atlas.server.databaseUrl,
    `select action from audit_records where project_id = $1 and action in ('project.deleted', 'project.purged') order by id`,
    [id],
  )
  expect(left.map(({ action }) => action)).toEqual(['project.deleted', 'project.purged'])
})
