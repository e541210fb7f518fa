import { afterAll, beforeAll, expect, test } from 'vitest'
import { role } from '#common/platform/roles.ts'
import { type ApiClient, createSignedInUser, runSql } from '../../support/api-client.ts'
import { addMember, createWorkspaceWithUsers, type WorkspaceWithUsers } from '../../support/cast.ts'
import { connectLive, type LiveClient } from '../../support/live-client.ts'
import { lockTable } from '../../support/lock-table.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'

let server: TestServer
let cast: WorkspaceWithUsers
let project: { id: string }
const open: LiveClient[] = []

beforeAll(async () => {
  server = await startTestServer()
  cast = await createWorkspaceWithUsers(server)
  project = await cast.ann.call('createProject', {
    params: { slug: cast.slug },
    body: { name: 'Atlas', identifier: 'ATL', network: 0 },
  })
})

afterAll(async () => {
  for (const client of open) client.close()
  await server.close()
})

async function live(who: { cookie: string }): Promise<LiveClient> {
  const client = await connectLive(server, who)
  open.push(client)
  return client
}

const params = () => ({ slug: cast.slug, project_id: project.id })
const create = (name: string) => cast.ann.call('createWorkItem', { params: params(), body: { name } })

/** Adds a person to the workspace and, by default, to the project. */
async function member(name: string, { isInProject = true } = {}): Promise<ApiClient> {
  const person = await createSignedInUser(server, `${name}@example.com`)
  await addMember(server, cast.workspace_id, person.id, role.member)
  if (isInProject) await join(person)
  return person
}

async function join(person: ApiClient): Promise<string> {
  const [membership] = await cast.ann.call('addProjectMembers', {
    params: params(),
    body: { members: [{ member_id: person.id, role: role.member }] },
  })
  return membership?.id ?? ''
}

/** SQL that removes a person from the workspace, so that a test can run it at an exact moment. */
const removal = `with counter as (
    update workspace_versions set version = version + 1 where workspace_id = $1 returning version
  ), gone as (
    update workspace_members set is_active = false where workspace_id = $1 and member_id = $2 returning id
  )
  insert into changes (workspace_id, version, entity, entity_id, op, fields, audience, left_audience)
  select $1, counter.version, 'workspace_members', gone.id, 'update', '{"is_active": false}', array['workspace:' || $1], '{}'
  from counter, gone`

/** Returns SQL that removes the person as the server does, with the member's id in the change. */
function removalOf({ id }: { id: string }): string {
  return removal.replace('{"is_active": false}', `{"is_active": false, "member_id": "${id}"}`)
}

/**
 * Returns SQL that writes a change of an item ($2), or of somebody's membership. Everybody in the project
 * ($3) receives the change.
 */
const told = (entity: 'work_items' | 'workspace_members') => `with counter as (
    update workspace_versions set version = version + 1 where workspace_id = $1 returning version
  )
  insert into changes (workspace_id, version, entity, entity_id, op, fields, audience, left_audience)
  select $1, version, '${entity}', $2, 'update', '{"name": "Behind the removal", "role": 15}', array['project:' || $3], '{}' from counter`

test('a client whose access changed while away reloads', async () => {
  const lee = await member('lee', { isInProject: false })
  const before = await live(lee)
  const first = await before.subscribe(cast.slug)
  if (!first.ok) throw new Error(first.message)
  before.close()
  const page = await cast.ann.call('createPage', { params: params(), body: { name: 'Before Lee came' } })
  await cast.ann.call('setPageAccess', { params: { ...params(), page_id: page.id }, body: { access: 1 } })
  const membership = await join(lee)
  const added = await live(lee)
  const second = await added.subscribe(cast.slug, first.version)
  expect(JSON.stringify(second)).not.toContain('Before Lee came')
  expect(second).toMatchObject({ ok: true, reload: true })
  if (!second.ok) throw new Error(second.message)
  added.close()
  await cast.ann.call('removeProjectMember', { params: { ...params(), member_id: membership } })
  const removed = await live(lee)
  expect(await removed.subscribe(cast.slug, second.version)).toMatchObject({ ok: true, reload: true })
})

test('a client that lost the connection after a change of access reloads', async () => {
  const kay = await member('kay', { isInProject: false })
  const client = await live(kay)
  await client.subscribe(cast.slug)
  const membership = await join(kay)
  const { version } = await client.hears((each) => each.id === membership)
  client.close()
  const again = await live(kay)
  expect(await again.subscribe(cast.slug, version)).toMatchObject({ ok: true, reload: true })
})

test('a stream stays open while another client joins', async () => {
  const eves = await cast.eve.call('createProject', {
    params: { slug: cast.eves },
    body: { name: 'Own', identifier: 'OWN', network: 2 },
  })
  const within = { slug: cast.eves, project_id: eves.id }
  const item = await cast.eve.call('createWorkItem', { params: within, body: { name: 'Place' } })
  const place = `work_item:${item.id}`
  const [leaving, coming, watching] = [await live(cast.eve), await live(cast.eve), await live(cast.eve)]
  await leaving.subscribe(cast.eves)
  for (const client of [leaving, watching]) client.socket.emit('presence', { place })
  await watching.sees(place, (here) => here.length === 2)
  const changes = await lockTable(server.databaseUrl, 'changes')
  const answer = coming.subscribe(cast.eves)
  await changes.isWaitedFor()
  leaving.close()
  await watching.sees(place, (here) => here.length === 1)
  await changes.release()
  expect(await answer).toMatchObject({ ok: true })
  const made = await cast.eve.call('createWorkItem', { params: within, body: { name: 'Heard' } })
  await coming.hears((each) => each.id === made.id)
})

test('a person removed while subscribing receives nothing', async () => {
  const kim = await member('kim')
  const client = await live(kim)
  const changes = await lockTable(server.databaseUrl, 'changes')
  const answer = client.subscribe(cast.slug)
  await changes.isWaitedFor()
  await changes.write(removal, [cast.workspace_id, kim.id])
  await changes.release()
  expect(await answer).toMatchObject({ ok: false, code: 'not_found' })
})

test('sends nothing after a removal, even from the same read', async () => {
  const joe = await member('joe')
  const [client, ann] = [await live(joe), await live(cast.ann)]
  await client.subscribe(cast.slug)
  await ann.subscribe(cast.slug)
  const item = await create('In the open')
  await client.hears((each) => each.id === item.id)
  const changes = await lockTable(server.databaseUrl, 'changes')
  await changes.write(removal, [cast.workspace_id, joe.id])
  await changes.write(told('work_items'), [cast.workspace_id, item.id, project.id])
  await changes.release()
  await ann.hears((each) => each.fields['name'] === 'Behind the removal')
  expect(await client.subscribe(cast.slug)).toMatchObject({ ok: false })
  expect(client.heard.filter((each) => each.fields['name'] === 'Behind the removal')).toEqual([])
})

test('sends no changes from the time when a member was removed', async () => {
  const lou = await member('lou')
  const [client, ann] = [await live(lou), await live(cast.ann)]
  await client.subscribe(cast.slug)
  await ann.subscribe(cast.slug)
  const item = await create('Before lou went')
  await client.hears((each) => each.id === item.id)
  const changes = await lockTable(server.databaseUrl, 'changes')
  await changes.write(removalOf(lou), [cast.workspace_id, lou.id])
  await changes.write(told('work_items'), [cast.workspace_id, item.id, project.id])
  await changes.write(removalOf(lou).replaceAll('false', 'true'), [cast.workspace_id, lou.id])
  await changes.release()
  await ann.hears((each) => each.fields['name'] === 'Behind the removal')
  const later = await create('After lou came back')
  await client.hears((each) => each.id === later.id)
  expect(client.heard.filter((each) => each.fields['name'] === 'Behind the removal')).toEqual([])
  expect(client.accessChanges).toContain(cast.workspace_id)
})

test('sends nothing after a removal, not even another removal', async () => {
  const [pia, tom] = [await member('pia'), await member('tom')]
  const [client, ann] = [await live(pia), await live(cast.ann)]
  await client.subscribe(cast.slug)
  await ann.subscribe(cast.slug)
  const changes = await lockTable(server.databaseUrl, 'changes')
  await changes.write(removalOf(pia), [cast.workspace_id, pia.id])
  await changes.write(removalOf(tom), [cast.workspace_id, tom.id])
  await changes.release()
  await ann.hears((each) => each.fields['member_id'] === tom.id)
  expect(await client.subscribe(cast.slug)).toMatchObject({ ok: false })
  expect(client.heard.filter((each) => each.fields['member_id'] === tom.id)).toEqual([])
})

test('closes the socket when access cannot be looked up', async () => {
  const ivy = await member('ivy')
  const client = await live(ivy)
  await client.subscribe(cast.slug)
  const cut = new Promise<void>((resolve) => client.socket.once('disconnect', () => resolve()))
  await runSql(server.databaseUrl, 'alter table project_members rename to project_members_away')
  try {
    await runSql(server.databaseUrl, told('workspace_members'), [cast.workspace_id, ivy.id, project.id])
    await cut
  } finally {
    await runSql(server.databaseUrl, 'alter table project_members_away rename to project_members')
  }
})

test('removes clients from a deleted workspace', async () => {
  const slug = 'short-lived'
  const made = await cast.ann.call('createWorkspace', { body: { name: 'Short-lived', slug } })
  await addMember(server, made.id, cast.max.id, role.member)
  const max = await live(cast.max)
  await max.subscribe(slug)
  const told = new Promise<string>((resolve) => max.socket.once('access', resolve))
  await cast.ann.call('deleteWorkspace', { params: { slug } })
  expect(await told).toBe(made.id)
})
