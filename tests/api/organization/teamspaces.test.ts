import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { teamspacesLimit } from '#common/organization/teamspaces/rules.ts'
import { role } from '#common/platform/roles.ts'
import { type ApiClient, createSignedInUser, runSql } from '../../support/api-client.ts'
import { addMember } from '../../support/cast.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'
import { runDuringTransaction } from '../../support/run-during-transaction.ts'

let atlas: ProjectTestServer
let params: { slug: string }
/** Another member of the workspace, who is in none of its teamspaces. */
let mia: ApiClient
let people = 0

beforeAll(async () => {
  atlas = await startProjectTestServer()
  params = { slug: atlas.params.slug }
})
afterAll(() => atlas.close())
beforeEach(async () => {
  mia = await createSignedInUser(atlas.server, `mia${people++}@example.com`)
  await addMember(atlas.server, atlas.cast.workspace_id, mia.id, role.member)
})

const make = (body: object = {}, who = atlas.cast.max) =>
  who.call('createTeamspace', { params, body: { name: 'Cartographers', ...body } })
const at = (team: { id: string }) => ({ ...params, teamspace_id: team.id })
const ids = async (who = atlas.cast.max) => (await who.call('listTeamspaces', { params })).map(({ id }) => id)
const notFound = { status: 404, error: 'Teamspace not found' }

describe('a teamspace', () => {
  test('is created, changed, deleted and restored; members of the workspace receive each change', async () => {
    const { max, ann } = atlas.cast
    const changes = await atlas.changes(async () => {
      const made = await make({ project_ids: [atlas.params.project_id] })
      expect(made).toMatchObject({
        access: 1,
        lead_id: max.id,
        member_ids: [max.id],
        project_ids: [atlas.params.project_id],
        is_favorite: false,
      })
      await ann.call('updateTeamspace', { params: at(made), body: { description: 'We draw maps.' } })
      await max.call('deleteTeamspace', { params: at(made) })
      expect(await ids()).not.toContain(made.id)
      expect(await max.refused('getTeamspace', { params: at(made) })).toMatchObject(notFound)
      await max.call('restoreTeamspace', { params: at(made) })
      expect(await ids()).toContain(made.id)
    })
    expect(changes.map(({ op }) => op)).toEqual(['create', 'update', 'delete', 'create'])
    for (const { audience } of changes) expect(audience).toEqual([`staff:${atlas.cast.workspace_id}`])
  })

  test('is neither created nor restored beyond the limit of a workspace', async () => {
    const { max } = atlas.cast
    const trashed = await make()
    await max.call('deleteTeamspace', { params: at(trashed) })
    const kept = await make({ name: 'Full' })
    await runSql(
      atlas.server.databaseUrl,
      `insert into teamspaces select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid()))).*
       from teamspaces t, generate_series(1, $2::int) where t.id = $1`,
      [kept.id, teamspacesLimit],
    )
    const refusal = { status: 400, error: `A workspace can have at most ${teamspacesLimit} teamspaces.` }
    await atlas.changingNothing(async () => {
      expect(await max.refused('createTeamspace', { params, body: { name: 'More' } })).toMatchObject(refusal)
      expect(await max.refused('restoreTeamspace', { params: at(trashed) })).toMatchObject(refusal)
    })
    expect(await max.call('restoreTeamspace', { params: at(kept) })).toMatchObject({ name: 'Full' })
    await runSql(atlas.server.databaseUrl, `delete from teamspaces where name = 'Full' and id <> $1`, [
      kept.id,
    ])
    expect(await max.call('restoreTeamspace', { params: at(trashed) })).toMatchObject({ id: trashed.id })
  })

  test('that is private is found by its members and admins alone', async () => {
    const { max, ann } = atlas.cast
    const made = await make({ access: 0 })
    expect(await ids(max)).toContain(made.id)
    expect(await ids(ann)).toContain(made.id)
    expect(await ids(mia)).not.toContain(made.id)
    await atlas.changingNothing(async () => {
      expect(await mia.refused('getTeamspace', { params: at(made) })).toMatchObject(notFound)
      expect(await mia.refused('joinTeamspace', { params: at(made) })).toMatchObject(notFound)
      const body = { name: 'Taken' }
      expect(await mia.refused('updateTeamspace', { params: at(made), body })).toMatchObject(notFound)
    })
    await max.call('updateTeamspace', { params: at(made), body: { member_ids: [max.id, mia.id] } })
    expect(await ids(mia)).toContain(made.id)
  })

  test('is changed by its lead and admins alone', async () => {
    const { ann } = atlas.cast
    const made = await make()
    await mia.call('joinTeamspace', { params: at(made) })
    await atlas.changingNothing(async () => {
      const refusal = { status: 403, error: 'Only the lead or an admin can change the teamspace' }
      const body = { name: 'Taken' }
      expect(await mia.refused('updateTeamspace', { params: at(made), body })).toMatchObject(refusal)
      expect(await mia.refused('deleteTeamspace', { params: at(made) })).toMatchObject(refusal)
    })
    await ann.call('updateTeamspace', { params: at(made), body: { lead_id: mia.id } })
    const renamed = await mia.call('updateTeamspace', { params: at(made), body: { name: 'Surveyors' } })
    expect(renamed).toMatchObject({ name: 'Surveyors', lead_id: mia.id })
  })

  test('is not for guests, nor for people of other workspaces', async () => {
    const { gus, eve } = atlas.cast
    const made = await make()
    expect(await ids(gus)).toEqual([])
    expect(await gus.refused('getTeamspace', { params: at(made) })).toMatchObject({ status: 403 })
    expect(await gus.refused('joinTeamspace', { params: at(made) })).toMatchObject({ status: 403 })
    expect(await eve.refused('getTeamspace', { params: at(made) })).toMatchObject({ status: 404 })
    const elsewhere = { slug: atlas.eves.slug, teamspace_id: made.id }
    expect(await eve.refused('getTeamspace', { params: elsewhere })).toMatchObject(notFound)
  })

  test('can be a favorite of people who see it', async () => {
    const made = await make({ access: 0 })
    const body = { entity_type: 'teamspace' as const, entity_identifier: made.id }
    await atlas.cast.max.call('createFavorite', { params, body })
    expect((await atlas.cast.max.call('getTeamspace', { params: at(made) })).is_favorite).toBe(true)
    expect(await mia.refused('createFavorite', { params, body })).toMatchObject({
      fields: { entity_identifier: ['Teamspace not found'] },
    })
  })
})

describe('the members of a teamspace', () => {
  test('join and leave; a lead who leaves is no longer the lead', async () => {
    const { max } = atlas.cast
    const made = await make()
    const joined = await mia.call('joinTeamspace', { params: at(made) })
    expect(joined.member_ids).toEqual([max.id, mia.id])
    await max.call('leaveTeamspace', { params: at(made) })
    expect(await mia.call('getTeamspace', { params: at(made) })).toMatchObject({
      lead_id: null,
      member_ids: [mia.id],
    })
  })

  test('include every lead and no guest or stranger', async () => {
    const { max, gus, eve } = atlas.cast
    const made = await make({ member_ids: [gus.id, eve.id, max.id] })
    expect(made.member_ids).toEqual([max.id])
    const body = { lead_id: mia.id }
    const led = await max.call('updateTeamspace', { params: at(made), body })
    expect(led).toMatchObject({ lead_id: mia.id, member_ids: [max.id, mia.id] })
    const guest = await mia.call('updateTeamspace', { params: at(made), body: { lead_id: gus.id } })
    expect(guest).toMatchObject({ lead_id: null, member_ids: [max.id, mia.id] })
  })

  test('leave it when they leave the workspace, and do not see it after their return', async () => {
    const { ann } = atlas.cast
    const made = await make({ access: 0, member_ids: [mia.id] })
    await mia.call('leaveWorkspace', { params })
    const row = await ann.call('getTeamspace', { params: at(made) })
    expect(row.member_ids).not.toContain(mia.id)
  })
})

test('a person who is removed from the workspace at the same time does not stay in a teamspace', async () => {
  const { ann, workspace_id } = atlas.cast
  const bob = await createSignedInUser(atlas.server, 'bob-removed@example.com')
  const team = await make({}, ann)
  const whileBobIsRemoved = async (act: () => Promise<unknown>) => {
    await addMember(atlas.server, workspace_id, bob.id, role.member)
    await runDuringTransaction(
      atlas.server.databaseUrl,
      [
        ['select from workspaces where id = $1 for no key update', workspace_id],
        ['update workspace_members set is_active = false where member_id = $1', bob.id],
      ],
      act,
    )
    await runSql(atlas.server.databaseUrl, 'delete from workspace_members where member_id = $1', [bob.id])
    const rows = await runSql(
      atlas.server.databaseUrl,
      'select id from teamspaces where $1 = any(member_ids)',
      [bob.id],
    )
    expect(rows).toEqual([])
  }
  const people = { member_ids: [ann.id, bob.id] }
  await whileBobIsRemoved(() => ann.call('updateTeamspace', { params: at(team), body: people }))
  await whileBobIsRemoved(() => make(people, ann))
  await whileBobIsRemoved(() => bob.refused('joinTeamspace', { params: at(team) }))
})

describe('the projects of a teamspace', () => {
  test('are projects that the caller can access, or that were linked before', async () => {
    const { max, ann } = atlas.cast
    const secret = await atlas.makeProject('Secret', 'SEC')
    const made = await make({ project_ids: [secret.project_id, atlas.params.project_id] })
    expect(made.project_ids).toEqual([atlas.params.project_id])
    const linked = [secret.project_id, atlas.params.project_id]
    await ann.call('updateTeamspace', { params: at(made), body: { project_ids: linked } })
    const reordered = await max.call('updateTeamspace', {
      params: at(made),
      body: { project_ids: linked.toReversed() },
    })
    expect(reordered.project_ids).toEqual(linked.toReversed())
  })
})

describe('leaving a teamspace', () => {
  const leave = (who: ApiClient, made: { id: string }) => who.call('leaveTeamspace', { params: at(made) })
  const join = (who: ApiClient, made: { id: string }) => who.call('joinTeamspace', { params: at(made) })

  test('is undone by joining again: the lead is the lead again', async () => {
    const { max } = atlas.cast
    const made = await make({ member_ids: [mia.id] })
    await leave(max, made)
    expect(await join(max, made)).toMatchObject({ lead_id: max.id, member_ids: [mia.id, max.id] })
  })

  test('does not displace a lead who was appointed since', async () => {
    const { ann, max } = atlas.cast
    const made = await make({ member_ids: [mia.id] })
    await leave(max, made)
    await ann.call('updateTeamspace', { params: at(made), body: { lead_id: mia.id } })
    expect(await join(max, made)).toMatchObject({ lead_id: mia.id, member_ids: [mia.id, max.id] })
  })

  test('a private one is undone for an hour, unless somebody else removed the member', async () => {
    const { ann } = atlas.cast
    const made = await make({ access: 0, member_ids: [mia.id] })
    await leave(mia, made)
    expect(await mia.refused('getTeamspace', { params: at(made) })).toMatchObject(notFound)
    expect((await join(mia, made)).member_ids).toContain(mia.id)

    await leave(mia, made)
    await runSql(
      atlas.server.databaseUrl,
      "update teamspace_activities set created_at = created_at - interval '61 minutes' where teamspace_id = $1",
      [made.id],
    )
    await atlas.changingNothing(async () =>
      expect(await mia.refused('joinTeamspace', { params: at(made) })).toMatchObject(notFound),
    )

    const { member_ids } = await ann.call('getTeamspace', { params: at(made) })
    const withMia = [...member_ids, mia.id]
    await ann.call('updateTeamspace', { params: at(made), body: { member_ids: withMia } })
    await ann.call('updateTeamspace', { params: at(made), body: { member_ids } })
    expect(await mia.refused('joinTeamspace', { params: at(made) })).toMatchObject(notFound)
  })

  test('together with the workspace is not undone after a return', async () => {
    const made = await make({ access: 0, member_ids: [mia.id] })
    await mia.call('leaveWorkspace', { params })
    await runSql(
      atlas.server.databaseUrl,
      'update workspace_members set is_active = true where member_id = $1',
      [mia.id],
    )
    expect(await mia.refused('joinTeamspace', { params: at(made) })).toMatchObject(notFound)
  })
})

describe('the activity of a teamspace', () => {
  const list = async (who: ApiClient, made: { id: string }, query = {}) =>
    who.call('listTeamspaceActivities', { params: at(made), query })
  const kinds = async (made: { id: string }) =>
    (await list(atlas.cast.max, made)).results.map(({ kind }) => kind).toReversed()

  test('names each change of members, projects, lead and name once', async () => {
    const { max } = atlas.cast
    const made = await make()
    const body = { name: 'Surveyors', member_ids: [max.id, mia.id], project_ids: [atlas.params.project_id] }
    await max.call('updateTeamspace', { params: at(made), body })
    await max.call('updateTeamspace', { params: at(made), body })
    await max.call('updateTeamspace', { params: at(made), body: { lead_id: mia.id } })
    await max.call('leaveTeamspace', { params: at(made) })
    await mia.call('updateTeamspace', { params: at(made), body: { project_ids: [], access: 0 } })
    expect(await kinds(made).catch(() => 'hidden')).toBe('hidden')
    const { results } = await list(mia, made)
    const told = results
      .toReversed()
      .map(({ kind, actor_id, person_id, project_id, old_value, new_value }) => {
        const facts = { actor_id, person_id, project_id, old_value, new_value }
        return [kind, ...Object.values(facts).filter((one) => one !== null)]
      })
    expect(told).toEqual([
      ['created', max.id, 'Cartographers'],
      ['renamed', max.id, 'Cartographers', 'Surveyors'],
      ['member_added', max.id, mia.id],
      ['project_added', max.id, atlas.params.project_id],
      ['lead_changed', max.id, mia.id, max.id],
      ['member_removed', max.id, max.id],
      ['made_private', mia.id],
      ['project_removed', mia.id, atlas.params.project_id],
    ])
  })

  test('contains the end and the return of the teamspace and its views, without private views', async () => {
    const { max } = atlas.cast
    const made = await make()
    const body = { name: 'Urgent' }
    const view = await max.call('createTeamspaceView', { params: at(made), body })
    await max.call('createTeamspaceView', { params: at(made), body: { name: 'Mine', access: 0 } })
    const ofView = { ...at(made), view_id: view.id }
    await max.call('updateTeamspaceView', { params: ofView, body: { name: 'Hot' } })
    await max.call('setTeamspaceViewAccess', { params: ofView, body: { access: 0 } })
    await max.call('updateTeamspaceView', { params: ofView, body: { name: 'Secret' } })
    await max.call('setTeamspaceViewAccess', { params: ofView, body: { access: 1 } })
    await max.call('deleteTeamspaceView', { params: ofView })
    await max.call('deleteTeamspace', { params: at(made) })
    await max.call('restoreTeamspace', { params: at(made) })
    const { results } = await list(max, made)
    const told = results.toReversed().map(({ kind, old_value, new_value }) => [kind, old_value, new_value])
    expect(told).toEqual([
      ['created', null, 'Cartographers'],
      ['view_added', null, 'Urgent'],
      ['view_renamed', 'Urgent', 'Hot'],
      ['view_removed', null, 'Hot'],
      ['view_added', null, 'Secret'],
      ['view_removed', null, 'Secret'],
      ['deleted', null, null],
      ['restored', null, null],
    ])
  })

  test('is hidden like the teamspace, and starts anew in another workspace', async () => {
    const { gus, eve } = atlas.cast
    const made = await make({ access: 0 })
    const refused = (who: ApiClient, where = at(made)) =>
      who.refused('listTeamspaceActivities', { params: where, query: {} })
    expect(await refused(mia)).toMatchObject(notFound)
    expect(await refused(gus)).toMatchObject({ status: 403 })
    expect(await refused(eve, { slug: atlas.eves.slug, teamspace_id: made.id })).toMatchObject(notFound)
    const other = await make()
    const [first] = (await list(atlas.cast.max, made)).results
    expect(await list(atlas.cast.max, other, { cursor: first?.id })).toEqual({
      results: [],
      next_cursor: null,
    })
  })
})
