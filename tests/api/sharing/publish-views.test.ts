import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#common/platform/ids.ts'
import { role } from '#common/platform/roles.ts'
import type { ViewResponse } from '#common/work/views/schema.ts'
import { type ApiClient, createAnonymousClient } from '../../support/api-client.ts'
import {
  type ProjectPathParams,
  type ProjectTestServer,
  startProjectTestServer,
} from '../../support/project-test-server.ts'

let atlas: ProjectTestServer
beforeAll(async () => {
  atlas = await startProjectTestServer()
})
afterAll(() => atlas.close())

const page = { query: { per_page: '100', cursor: '100:0:0' } }
const stranger = () => createAnonymousClient(atlas.server)
const at = (view: ViewResponse) => ({ ...atlas.params, project_id: view.project_id ?? '', view_id: view.id })

async function publish(who: ApiClient, view: ViewResponse, body: object = {}): Promise<ViewResponse> {
  const call = view.project_id === null ? 'publishWorkspaceView' : 'publishView'
  return who.call(call, { params: at(view), body })
}

function shown(anchor: string | null) {
  return stranger().call('listPublishedItems', { params: { anchor: anchor ?? '' }, ...page })
}

/** Without groups, `results` is an array of items. */
const itemsOf = ({ results }: Awaited<ReturnType<typeof shown>>) => (Array.isArray(results) ? results : [])
const names = async (anchor: string | null) =>
  itemsOf(await shown(anchor))
    .map(({ name }) => name)
    .sort()
const isGone = async (anchor: string | null) =>
  (await stranger().refused('getPublishedBoard', { params: { anchor: anchor ?? '' } })).status === 404

async function setRole(place: ProjectPathParams, who: ApiClient, to: number): Promise<void> {
  const members = await atlas.cast.ann.call('listProjectMembers', { params: place })
  const id = members.find(({ member }) => member === who.id)?.id ?? ''
  await atlas.cast.ann.call('updateProjectMember', {
    params: { ...place, member_id: id },
    body: { role: to },
  })
}

/** Creates a project with Max as admin and Gus as guest. */
async function placeOfMax(name: string, identifier: string): Promise<ProjectPathParams> {
  const place = await atlas.makeProject(name, identifier)
  const members = [
    { member_id: atlas.cast.max.id, role: role.admin },
    { member_id: atlas.cast.gus.id, role: role.guest },
  ]
  await atlas.cast.ann.call('addProjectMembers', { params: place, body: { members } })
  return place
}

describe('a view of a project', () => {
  test('is published by its owner alone, who is an admin, and shows what its filters say', async () => {
    const { ann, max, gus } = atlas.cast
    const place = await placeOfMax('Views', 'VIEWS')
    await atlas.make('Urgent', { priority: 'urgent' }, max, place)
    await atlas.make('Not at all', { priority: 'low', assignee_ids: [ann.id] }, max, place)
    const body = {
      name: 'To do now',
      rich_filters: { priority__in: ['urgent'] },
      display_filters: { group_by: 'assignees', layout: 'list' },
    }
    const view = await max.call('createView', { params: place, body })
    const params = { ...place, view_id: view.id }
    await atlas.changingNothing(async () => {
      expect(await ann.refused('publishView', { params, body: {} })).toMatchObject({ status: 403 })
      expect(await gus.refused('publishView', { params, body: {} })).toMatchObject({ status: 403 })
    })
    const changes = await atlas.changes(() => max.call('publishView', { params, body: {} }))
    const { anchor } = await publish(max, view)
    expect(changes).toMatchObject([{ entity: 'views', op: 'update', fields: { anchor } }])
    expect(await names(anchor)).toEqual(['Urgent'])
    const board = await stranger().call('getPublishedBoard', { params: { anchor: anchor ?? '' } })
    // The view is grouped by people, whom anonymous readers must not see. The published board therefore uses the
    // default group.
    expect(board).toMatchObject({ name: 'To do now', group_by: 'state_id', layout: 'list' })
    expect(JSON.stringify([board, await shown(anchor)])).not.toContain(max.id)
    const [record] = (await ann.call('listAuditRecords', { params: { slug: place.slug }, query: {} })).results
    expect(record).toMatchObject({ action: 'view.published', target_name: 'To do now' })
  })

  test('security 10: shows one item by its id only if it is in the view', async () => {
    const { max } = atlas.cast
    const place = await placeOfMax('Single', 'SINGLE')
    const seen = await atlas.make('Urgent', { priority: 'urgent' }, max, place)
    const hidden = await atlas.make('Not at all', {}, max, place)
    const body = { name: 'Now', rich_filters: { priority__in: ['urgent'] } }
    const { anchor } = await publish(max, await max.call('createView', { params: place, body }))
    const read = (issue_id: string) => ({ params: { anchor: anchor ?? '', issue_id } })
    expect(await stranger().call('getPublishedItem', read(seen.id))).toMatchObject({ name: 'Urgent' })
    for (const id of [hidden.id, newId()])
      expect(await stranger().refused('getPublishedItem', read(id))).toMatchObject({ status: 404 })
    // Only the board of a project supports feedback. A published view does not.
    expect(await max.refused('castVote', { ...read(seen.id), body: {} })).toMatchObject({ status: 400 })
  })

  test('security 10: is read page by page by cursors that tell nothing of its order', async () => {
    const { max } = atlas.cast
    const place = await placeOfMax('Pages', 'PAGES')
    await max.call('updateProject', { params: place, body: { cycle_view: true } })
    const cycle = await max.call('createCycle', { params: place, body: { name: 'Hidden' } })
    for (const name of ['One', 'Two', 'Three']) await atlas.make(name, { cycle_id: cycle.id }, max, place)
    const body = { name: 'All', display_filters: { order_by: 'issue_cycle__cycle__name', layout: 'list' } }
    const { anchor } = await publish(max, await max.call('createView', { params: place, body }))
    const read = (cursor?: string) => ({
      params: { anchor: anchor ?? '' },
      query: { per_page: '1', ...(cursor !== undefined && { cursor }) },
    })
    const seen: string[] = []
    for (let cursor: string | undefined, more = true; more; ) {
      const page = await stranger().call('listPublishedItems', read(cursor))
      seen.push(...itemsOf(page).map(({ name }) => name))
      const key = Buffer.from(page.next_cursor?.split(':')[3] ?? '', 'base64url').toString('latin1')
      expect(key).not.toContain('Hidden')
      cursor = page.next_cursor ?? undefined
      more = page.next_page_results
    }
    expect(seen.toSorted()).toEqual(['One', 'Three', 'Two'])
    const made = Buffer.from(JSON.stringify(['Hidden', newId()])).toString('base64url')
    expect(await stranger().refused('listPublishedItems', read(`1:1:0:${made}`))).toMatchObject({
      status: 400,
    })
  })

  test('ends at once with the role of its owner, its sharing, its deletion', async () => {
    const { max } = atlas.cast
    const place = await placeOfMax('Ending', 'ENDING')
    await atlas.make('One', {}, max, place)
    const view = await max.call('createView', { params: place, body: { name: 'All' } })
    const params = { ...place, view_id: view.id }
    const { anchor } = await publish(max, view)
    expect(await names(anchor)).toEqual(['One'])
    await setRole(place, max, role.member)
    expect(await isGone(anchor)).toBe(true)
    expect(await max.refused('publishView', { params, body: {} })).toMatchObject({ status: 403 })
    await setRole(place, max, role.admin)
    expect(await names(anchor)).toEqual(['One'])
    await max.call('deleteView', { params })
    expect(await isGone(anchor)).toBe(true)
    await max.call('restoreView', { params })
    expect(await names(anchor)).toEqual(['One'])
    expect(await max.call('setViewAccess', { params, body: { access: 0 } })).toMatchObject({ anchor: null })
    expect(await isGone(anchor)).toBe(true)
    expect(await max.refused('publishView', { params, body: {} })).toMatchObject({ status: 400 })
    expect(await max.call('setViewAccess', { params, body: { access: 1 } })).toMatchObject({ anchor: null })
    expect(await isGone(anchor)).toBe(true)
  })

  test('has another address each time, and the same again by Undo', async () => {
    const { ann, max } = atlas.cast
    const place = await placeOfMax('Undone', 'UNDONE')
    const view = await max.call('createView', { params: place, body: { name: 'All' } })
    const params = { ...place, view_id: view.id }
    const first = await publish(max, view)
    expect(await max.call('unpublishView', { params })).toMatchObject({ anchor: null })
    expect(await isGone(first.anchor)).toBe(true)
    expect(await publish(max, view, { former_anchor: first.anchor })).toMatchObject({ anchor: first.anchor })
    // A project admin can unpublish the view of somebody else.
    await ann.call('unpublishView', { params })
    const second = await publish(max, view, { former_anchor: 'f'.repeat(32) })
    expect(second.anchor).toMatch(/^[0-9a-f]{32}$/)
    expect([first.anchor, 'f'.repeat(32)]).not.toContain(second.anchor)
    expect(await isGone(first.anchor)).toBe(true)
  })
})

describe('a view of the workspace', () => {
  test('security 8: shows items of those projects alone that its owner is an admin of now', async () => {
    const { ann, max, gus, slug } = atlas.cast
    const own = await placeOfMax('Own', 'OWN')
    const other = await atlas.makeProject('Other', 'OTHER')
    const members = [{ member_id: max.id, role: role.member }]
    await ann.call('addProjectMembers', { params: other, body: { members } })
    await atlas.make('Of his', {}, max, own)
    await atlas.make('Of others', {}, ann, other)
    const body = { name: 'Everything', rich_filters: { project_id__in: [own.project_id, other.project_id] } }
    const view = await max.call('createWorkspaceView', { params: { slug }, body })
    const params = { slug, view_id: view.id }
    expect(await gus.refused('publishWorkspaceView', { params, body: {} })).toMatchObject({ status: 403 })
    expect(await ann.refused('publishWorkspaceView', { params, body: {} })).toMatchObject({ status: 403 })
    const { anchor } = await publish(max, view)
    expect(await names(anchor)).toEqual(['Of his'])
    const board = await stranger().call('getPublishedBoard', { params: { anchor: anchor ?? '' } })
    expect(board).toMatchObject({ group_by: 'state__group', states: [{ group: 'backlog' }] })
    await setRole(other, max, role.admin)
    expect(await names(anchor)).toEqual(['Of his', 'Of others'])
    await setRole(own, max, role.member)
    expect(await names(anchor)).toEqual(['Of others'])
    await max.call('unpublishWorkspaceView', { params })
    expect(await isGone(anchor)).toBe(true)
  })
})
