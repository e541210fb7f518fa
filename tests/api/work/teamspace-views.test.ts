import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { role } from '#common/platform/roles.ts'
import { type ApiClient, createAnonymousClient, createSignedInUser } from '../../support/api-client.ts'
import { addMember } from '../../support/cast.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'

let atlas: ProjectTestServer
let slug: string
/** A private teamspace of Max. */
let params: { slug: string; teamspace_id: string }
/** A member of the workspace who is not in the teamspace. */
let mia: ApiClient

beforeAll(async () => {
  atlas = await startProjectTestServer()
  slug = atlas.params.slug
  mia = await createSignedInUser(atlas.server, 'mia@example.com')
  await addMember(atlas.server, atlas.cast.workspace_id, mia.id, role.member)
})
afterAll(() => atlas.close())
beforeEach(async () => {
  const body = { name: 'Team', access: 0 as const, project_ids: [atlas.params.project_id] }
  const { id } = await atlas.cast.max.call('createTeamspace', { params: { slug }, body })
  params = { slug, teamspace_id: id }
})

const make = (body: object = {}, who = atlas.cast.max) =>
  who.call('createTeamspaceView', { params, body: { name: 'Urgent', ...body } })
const at = (view: { id: string }) => ({ ...params, view_id: view.id })
const ids = async (who = atlas.cast.max) =>
  (await who.call('listTeamspaceViews', { params })).map(({ id }) => id)

test('a view of a teamspace is changed, deleted and restored, and is in no other list', async () => {
  const { max } = atlas.cast
  const made = await make()
  expect(made).toMatchObject({ project_id: null, teamspace_id: params.teamspace_id, access: 1 })
  expect(made.display_filters).toMatchObject({ group_by: 'state_detail.group' })
  const body = { name: 'Soon' }
  expect(await max.call('updateTeamspaceView', { params: at(made), body })).toMatchObject(body)
  const elsewhere = await max.call('listWorkspaceViews', { params: { slug } })
  expect(elsewhere.map(({ id }) => id)).not.toContain(made.id)
  const asWorkspaceView = { params: { slug, view_id: made.id } }
  expect(await max.refused('getWorkspaceView', asWorkspaceView)).toMatchObject({ status: 404 })
  await max.call('deleteTeamspaceView', { params: at(made) })
  expect(await ids()).toEqual([])
  await max.call('restoreTeamspaceView', { params: at(made) })
  expect(await ids()).toEqual([made.id])
})

test('its items are those of the teamspace that match its filters', async () => {
  await atlas.make('Now', { priority: 'urgent' })
  await atlas.make('Later', { priority: 'low' })
  const made = await make({
    rich_filters: { priority__in: 'urgent' },
    display_filters: { layout: 'list', group_by: null },
  })
  const { results } = await atlas.cast.max.call('listTeamspaceViewWorkItems', {
    params: at(made),
    query: {},
  })
  expect(results).toMatchObject([{ name: 'Now' }])
})

test('people who do not see the teamspace find none of its views, and receive none', async () => {
  const { ann, max, workspace_id } = { ...atlas.cast }
  const [change] = await atlas.changes(() => make())
  expect(change?.audience.toSorted()).toEqual([
    `admins:${workspace_id}`,
    `staff:${workspace_id}+user:${max.id}`,
  ])
  const made = await make({ name: 'Other' })
  expect(await ids(ann)).toContain(made.id)
  await atlas.changingNothing(async () => {
    expect(await mia.refused('listTeamspaceViews', { params })).toMatchObject({ status: 404 })
    expect(await mia.refused('getTeamspaceView', { params: at(made) })).toMatchObject({ status: 404 })
    expect(await mia.refused('createTeamspaceView', { params, body: { name: 'Mine' } })).toMatchObject({
      status: 404,
    })
  })
})

test('its changes follow the members of a private teamspace', async () => {
  const { max } = atlas.cast
  const made = await make()
  const edit = (body: object) =>
    max.call('updateTeamspace', { params, body: { member_ids: [max.id], ...body } })
  const ofView = async (act: () => Promise<unknown>) =>
    (await atlas.changes(act)).filter(({ entity }) => entity === 'views')
  const [gained] = await ofView(() => edit({ member_ids: [max.id, mia.id] }))
  expect(gained?.fields).toMatchObject({ id: made.id, name: 'Urgent' })
  expect(gained?.audience.join()).toContain(mia.id)
  const [lost] = await ofView(() => edit({}))
  expect(lost?.audience.join()).not.toContain(mia.id)
  const [opened] = await ofView(() => edit({ access: 1 }))
  expect(opened?.audience).toEqual([`staff:${atlas.cast.workspace_id}`])
})

test('only the owner changes a view; the lead and admins delete it', async () => {
  const { max, ann } = atlas.cast
  await max.call('updateTeamspace', { params, body: { access: 1 } })
  const made = await make({}, mia)
  const other = await make({ name: 'Of Max' })
  await atlas.changingNothing(async () => {
    const body = { name: 'Taken' }
    expect(await max.refused('updateTeamspaceView', { params: at(made), body })).toMatchObject({
      status: 403,
    })
    expect(await mia.refused('deleteTeamspaceView', { params: at(other) })).toMatchObject({ status: 403 })
  })
  await max.call('deleteTeamspaceView', { params: at(made) })
  await ann.call('deleteTeamspaceView', { params: at(other) })
  expect(await ids(mia)).toEqual([])
})

test('a private view is seen by its owner alone', async () => {
  const { ann } = atlas.cast
  const made = await make({ access: 0 })
  expect(await ids()).toContain(made.id)
  expect(await ids(ann)).not.toContain(made.id)
})

test('a view that became private is in the history of the teamspace for its owner alone', async () => {
  const { max, ann } = atlas.cast
  const named = async (who: ApiClient) =>
    JSON.stringify(await who.call('listTeamspaceActivities', { params, query: {} }))
  const made = await make({ name: 'Layoffs' })
  expect(await named(ann)).toContain('Layoffs')
  await max.call('updateTeamspaceView', { params: at(made), body: { access: 0 } })
  expect(await named(ann)).not.toContain('Layoffs')
  expect(await named(max)).toContain('Layoffs')
})

test('can be a favorite of people who see it, and is none after they lose the teamspace', async () => {
  const { max } = atlas.cast
  const made = await make()
  const body = { entity_type: 'view' as const, entity_identifier: made.id }
  const { entity_data } = await max.call('createFavorite', { params: { slug }, body })
  expect(entity_data).toMatchObject({ name: 'Urgent', teamspace_id: params.teamspace_id })
  expect((await max.call('getTeamspaceView', { params: at(made) })).is_favorite).toBe(true)
  expect(await mia.refused('createFavorite', { params: { slug }, body })).toMatchObject({
    fields: { entity_identifier: ['View not found'] },
  })
  const listed = () => max.call('listFavorites', { params: { slug }, query: { all: 'true' } })
  expect((await listed()).map(({ entity_identifier }) => entity_identifier)).toContain(made.id)
  await max.call('deleteTeamspace', { params })
  expect((await listed()).map(({ entity_identifier }) => entity_identifier)).not.toContain(made.id)
})

describe('a public view of a teamspace', () => {
  const publish = (view: { id: string }, who = atlas.cast.ann) =>
    who.call('publishTeamspaceView', { params: at(view), body: {} })
  const names = async (anchor: string | null) => {
    const { results } = await createAnonymousClient(atlas.server).call('listPublishedItems', {
      params: { anchor: anchor ?? '' },
      query: { per_page: '100', cursor: '100:0:0' },
    })
    return Array.isArray(results) ? results.map(({ name }) => name) : []
  }
  const isGone = async (anchor: string | null) =>
    (
      await createAnonymousClient(atlas.server).refused('getPublishedBoard', {
        params: { anchor: anchor ?? '' },
      })
    ).status === 404

  test('is published only by an owner who is an admin of all projects of the teamspace', async () => {
    const { ann, max } = atlas.cast
    const made = await make()
    await atlas.changingNothing(async () => {
      const refusal = {
        status: 403,
        error: 'Only an admin of all projects of the teamspace can publish its views',
      }
      const call = { params: at(made), body: {} }
      expect(await max.refused('publishTeamspaceView', call)).toMatchObject(refusal)
      expect(await ann.refused('publishTeamspaceView', call)).toMatchObject({ status: 403 })
      expect(await mia.refused('publishTeamspaceView', call)).toMatchObject({ status: 404 })
    })
  })

  test('shows the items of the projects of the teamspace that its owner administers', async () => {
    const { ann } = atlas.cast
    await atlas.make('Ours', { priority: 'urgent' })
    await atlas.make('Later', { priority: 'low' })
    const other = await atlas.makeProject('Other', 'OTH')
    await atlas.make('Theirs', { priority: 'urgent' }, ann, other)
    const made = await make({ rich_filters: { priority__in: 'urgent' } }, ann)
    const { anchor } = await publish(made)
    expect(await names(anchor)).toContain('Ours')
    expect(await names(anchor)).not.toContain('Later')
    expect(await names(anchor)).not.toContain('Theirs')
    const unpublished = await ann.call('unpublishTeamspaceView', { params: at(made) })
    expect(unpublished.anchor).toBe(null)
    expect(await isGone(anchor)).toBe(true)
  })

  test('ends with the teamspace', async () => {
    const { ann } = atlas.cast
    const { anchor } = await publish(await make({}, ann))
    await ann.call('deleteTeamspace', { params })
    expect(await isGone(anchor)).toBe(true)
    await ann.call('restoreTeamspace', { params })
    const board = { params: { anchor: anchor ?? '' } }
    expect(await createAnonymousClient(atlas.server).call('getPublishedBoard', board)).toMatchObject({
      name: 'Urgent',
    })
  })
})
