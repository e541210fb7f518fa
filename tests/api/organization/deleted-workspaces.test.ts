import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOrm } from '#api/create-orm.ts'
import { removeUnusedFiles } from '#api/documents/files/remove-unused-files.ts'
import { adminCommands } from '#api/operation/admin/commands.ts'
import { purgeDeletedWorkspaces } from '#api/organization/workspaces/purge.ts'
import { createBus } from '#api/platform/bus.ts'
import { readConfig } from '#api/platform/config/config.ts'
import type { Orm } from '#api/platform/db/orm.ts'
import { createStorage } from '#api/platform/storage/create-storage.ts'
import { deletedWorkspaceRetentionDays } from '#common/organization/workspaces/rules.ts'
import { newId } from '#common/platform/ids.ts'
import { role } from '#common/platform/roles.ts'
import { runSql } from '../../support/api-client.ts'
import { waitForEmailTo } from '../../support/browser-client.ts'
import { addMember, createWorkspaceWithUsers, type WorkspaceWithUsers } from '../../support/cast.ts'
import { connectLive } from '../../support/live-client.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'
import { attachFileToItem } from '../../support/upload.ts'

let server: TestServer
let cast: WorkspaceWithUsers
let orm: Orm

beforeAll(async () => {
  server = await startTestServer()
  cast = await createWorkspaceWithUsers(server)
  orm = await createOrm(server.databaseUrl, createBus(null))
})
afterAll(async () => {
  await orm.close(true)
  await server.close()
})

const day = 86_400_000

async function workspace(name: string) {
  const slug = name.toLowerCase()
  const { id } = await cast.ann.call('createWorkspace', { body: { name, slug } })
  await addMember(server, id, cast.max.id, role.member)
  const project = await cast.ann.call('createProject', {
    params: { slug },
    body: { name: 'Atlas', identifier: 'ATL' },
  })
  const params = { slug, project_id: project.id }
  const item = await cast.ann.call('createWorkItem', { params, body: { name: 'Kept' } })
  return { id, slug, params, item }
}

test('a deleted workspace is found nowhere, its admins are told and its slug is kept', async () => {
  const { id, slug, params } = await workspace('Brief')
  const live = await connectLive(server, cast.max)
  await live.subscribe(slug)
  const told = new Promise<string>((resolve) => live.socket.once('access', resolve))
  await cast.ann.call('deleteWorkspace', { params: { slug } })
  expect(await told).toBe(id)
  for (const who of [cast.ann, cast.max]) {
    expect(await who.refused('getWorkspace', { params: { slug } })).toMatchObject({ status: 404 })
    expect(await who.refused('listProjects', { params: { slug } })).toMatchObject({ status: 404 })
    expect(await who.refused('listWorkItems', { params })).toMatchObject({ status: 404 })
    expect((await who.call('listWorkspaces', {})).map((one) => one.id)).not.toContain(id)
  }
  expect(await live.subscribe(slug)).toMatchObject({ ok: false })
  live.close()
  expect(await waitForEmailTo(server, cast.ann.email)).toContain('The workspace Brief was deleted')
  expect(await cast.eve.refused('createWorkspace', { body: { name: 'Mine', slug } })).toMatchObject({
    status: 409,
  })
})

test('its admins alone bring it back, with all that is in it', async () => {
  const { id, slug, params, item } = await workspace('Regretted')
  expect(await cast.max.refused('deleteWorkspace', { params: { slug } })).toMatchObject({ status: 403 })
  await cast.ann.call('deleteWorkspace', { params: { slug } })
  expect(await cast.ann.call('listDeletedWorkspaces', {})).toContainEqual(
    expect.objectContaining({ id, name: 'Regretted', slug, deleted_by: 'ann' }),
  )
  for (const who of [cast.max, cast.eve]) {
    expect(await who.call('listDeletedWorkspaces', {})).toEqual([])
    expect(await who.refused('restoreWorkspace', { params: { id } })).toMatchObject({ status: 404 })
  }
  expect(await cast.ann.refused('restoreWorkspace', { params: { id: newId() } })).toMatchObject({
    status: 404,
  })
  await cast.ann.call('restoreWorkspace', { params: { id } })
  expect(
    await cast.max.call('getWorkItem', { params: { ...params, id: item.id } }).catch(() => null),
  ).toBeNull()
  expect(await cast.ann.call('getWorkItem', { params: { ...params, id: item.id } })).toMatchObject({
    name: 'Kept',
  })
  expect(await cast.max.call('getWorkspace', { params: { slug } })).toMatchObject({ id })
  const { results } = await cast.ann.call('listAuditRecords', {
    params: { slug },
    query: { group: 'workspace' },
  })
  expect(results.map(({ action }) => action)).toEqual([
    'workspace.restored',
    'workspace.deleted',
    'workspace.created',
  ])
  expect(await cast.ann.refused('restoreWorkspace', { params: { id } })).toMatchObject({ status: 404 })
})

test('security 32: one that asks for a second factor comes back by nobody who has none', async () => {
  const { id, slug } = await workspace('Guarded')
  const has = (it: boolean) =>
    runSql(server.databaseUrl, 'update users set has_second_factor = $1 where id = $2', [it, cast.ann.id])
  await has(true)
  await cast.ann.call('updateWorkspace', { params: { slug }, body: { requires_second_factor: true } })
  await cast.ann.call('deleteWorkspace', { params: { slug } })
  await has(false)
  expect(await cast.ann.refused('restoreWorkspace', { params: { id } })).toMatchObject({ status: 404 })
  expect((await cast.ann.call('listDeletedWorkspaces', {})).map((one) => one.id)).not.toContain(id)
  await has(true)
  await cast.ann.call('restoreWorkspace', { params: { id } })
  await has(false)
})

test('whoever runs the installation brings one back too', async () => {
  const { id, slug } = await workspace('Orphan')
  await cast.ann.call('deleteWorkspace', { params: { slug } })
  const run = (name: 'deleted-workspaces' | 'restore-workspace', typed = '') =>
    adminCommands[name].run(orm.em.fork(), { appUrl: server.url }, typed)
  expect(await run('deleted-workspaces')).toContain('orphan (Orphan), until ')
  expect(await run('restore-workspace', slug)).toContain('Orphan was restored')
  await expect(run('restore-workspace', slug)).rejects.toThrow(
    'There is no deleted workspace orphan to restore.',
  )
  // A workspace cannot be restored after the retention period.
  const since = 'now() - make_interval(days => $2)'
  const aged = [slug, deletedWorkspaceRetentionDays + 1]
  await runSql(server.databaseUrl, `update workspaces set deleted_at = ${since} where slug = $1`, aged)
  await expect(run('restore-workspace', slug)).rejects.toThrow(
    'There is no deleted workspace orphan to restore.',
  )
  expect(await run('deleted-workspaces')).not.toContain(slug)
  await runSql(server.databaseUrl, 'update workspaces set deleted_at = null where slug = $1', [slug])
  expect(await cast.ann.call('getWorkspace', { params: { slug } })).toMatchObject({ id })
})

test('after its time it is gone for good with all that was in it, its files too', async () => {
  const { id, slug, params, item } = await workspace('Gone')
  const text = { name: 'notes.txt', type: 'text/plain', bytes: Buffer.from('Some notes') }
  await attachFileToItem(server, cast.ann, { ...params, id: item.id }, text)
  await cast.ann.call('deleteWorkspace', { params: { slug } })
  await purgeDeletedWorkspaces(orm, Date.now() + (deletedWorkspaceRetentionDays - 1) * day)
  expect(await cast.ann.call('listDeletedWorkspaces', {})).toContainEqual(expect.objectContaining({ id }))
  await purgeDeletedWorkspaces(orm, Date.now() + (deletedWorkspaceRetentionDays + 1) * day)
  const config = readConfig({ DATA_DIR: server.dataDir })
  const storage = await createStorage(config, pino({ level: 'silent' }))
  await removeUnusedFiles(orm, storage)
  storage.close()
  expect(await cast.ann.refused('restoreWorkspace', { params: { id } })).toMatchObject({ status: 404 })
  const left = await runSql<{ action: string }>(
    server.databaseUrl,
    "select action from audit_records where workspace_id = $1 and action in ('workspace.deleted', 'workspace.purged') order by id",
    [id],
  )
  expect(left.map(({ action }) => action)).toEqual(['workspace.deleted', 'workspace.purged'])
  const tables = await runSql<{ table: string }>(
    server.databaseUrl,
    `select table_name as table from information_schema.columns
     where table_schema = 'public' and column_name = 'workspace_id' and table_name <> 'audit_records'`,
  )
  expect(tables.length).toBeGreaterThan(30)
  for (const { table } of tables) {
    const rows = await runSql(server.databaseUrl, `select 1 from ${table} where workspace_id = $1`, [id])
    expect({ [table]: rows.length }).toEqual({ [table]: 0 })
  }
  // The slug of a deleted workspace can be used again.
  await cast.eve.call('createWorkspace', { body: { name: 'Mine', slug } })
})
