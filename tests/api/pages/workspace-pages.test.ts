import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { searchIndexReader } from '#api/personal/search/reader.ts'
import { documentName } from '#common/documents/content/names.ts'
import type { PageRow } from '#common/pages/pages/schema.ts'
import { newId } from '#common/platform/ids.ts'
import { role } from '#common/platform/roles.ts'
import { type ApiClient, runSql } from '../../support/api-client.ts'
import { addMember, type WorkspaceWithUsers } from '../../support/cast.ts'
import { recordFeedChanges } from '../../support/changes.ts'
import { closeClients, openDocumentClient, pollUntilTrue } from '../../support/document-clients.ts'
import { connectLive } from '../../support/live-client.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'
import { fetchAsUser, uploadToStorage } from '../../support/upload.ts'
import { waitForSearchIndex } from '../../support/wait-for-search-index.ts'

let atlas: ProjectTestServer
let server: ProjectTestServer['server']
let cast: WorkspaceWithUsers
let slug: string
let projectId: string

beforeAll(async () => {
  atlas = await startProjectTestServer({}, undefined, [searchIndexReader])
  ;({ server, cast } = atlas)
  ;({ slug, project_id: projectId } = atlas.params)
})
afterEach(async () => {
  closeClients()
  await setRole(cast.max, role.member)
})
afterAll(() => atlas.close())

const make = (body: object = {}, who: ApiClient = cast.max): Promise<PageRow> =>
  who.call('createWorkspacePage', { params: { slug }, body: { name: 'Handbook', ...body } })
const at = (page: { id: string }) => ({ slug, page_id: page.id })
const inProject = (page: { id: string }) => ({ ...at(page), project_id: projectId })
const names = async (who: ApiClient) =>
  (await who.call('listWorkspacePages', { params: { slug }, query: {} })).map(({ name }) => name)

/** Changes the workspace role of `who` with an API call by an admin, which writes a change to the feed. */
async function setRole(who: ApiClient, held: 5 | 15 | 20): Promise<void> {
  const members = await cast.ann.call('listWorkspaceMembers', { params: { slug } })
  const id = members.find((row) => row.member.id === who.id)?.id ?? ''
  await cast.ann.call('updateWorkspaceMember', { params: { slug, member_id: id }, body: { role: held } })
}

describe('a page of the workspace', () => {
  test('belongs to no project and is edited by all members', async () => {
    const page = await make()
    expect(page).toMatchObject({ project_ids: [], is_global: true, owned_by: cast.max.id, access: 0 })
    const renamed = { params: at(page), body: { name: 'Our handbook' } }
    expect(await cast.ann.call('updateWorkspacePage', renamed)).toMatchObject({ name: 'Our handbook' })
    const text = { params: at(page), body: { description_html: '<p>All of it</p>' } }
    await cast.ann.call('updateWorkspacePageDescription', text)
    expect(await cast.max.call('getWorkspacePage', { params: at(page) })).toMatchObject({
      description_html: '<p>All of it</p>',
    })
    expect(await names(cast.ann)).toContain('Our handbook')
    const ofProject = { params: { slug, project_id: projectId }, query: {} }
    expect((await cast.max.call('listPages', ofProject)).map(({ id }) => id)).not.toContain(page.id)
    expect(await cast.max.refused('getPage', { params: inProject(page) })).toMatchObject({ status: 404 })
  })

  test('a page of a project is not found there', async () => {
    const params = { slug, project_id: projectId }
    const page = await cast.max.call('createPage', { params, body: { name: 'Inside' } })
    expect(await names(cast.max)).not.toContain('Inside')
    expect(await cast.max.refused('getWorkspacePage', { params: at(page) })).toMatchObject({ status: 404 })
    const writing = { params: at(page), body: { name: 'Mine' } }
    expect(await cast.ann.refused('updateWorkspacePage', writing)).toMatchObject({ status: 404 })
  })

  test('is hidden from guests and other workspaces', async () => {
    const page = await make()
    const read = { params: { slug }, query: {} }
    expect(await cast.gus.call('listWorkspacePages', read)).toEqual([])
    expect(await cast.eve.refused('listWorkspacePages', read)).toMatchObject({ status: 404 })
    for (const who of [cast.gus, cast.eve]) {
      const status = who === cast.gus ? 403 : 404
      expect(await who.refused('getWorkspacePage', { params: at(page) })).toMatchObject({ status: 404 })
      expect(await who.refused('listWorkspacePageVersions', { params: at(page) })).toMatchObject({
        status: 404,
      })
      const made = { params: { slug }, body: { name: 'Mine' } }
      expect(await who.refused('createWorkspacePage', made)).toMatchObject({ status })
      const document = openDocumentClient(server.url, who, documentName('page', page.id))
      await pollUntilTrue(() => document.ended.includes('forbidden'))
    }
    expect(
      await cast.eve.refused('getWorkspacePage', { params: { slug: cast.eves, page_id: page.id } }),
    ).toMatchObject({ status: 404 })
  })

  test('is visible only to its owner if private', async () => {
    const page = await make({ access: 1, name: 'Diary' })
    expect(await names(cast.max)).toContain('Diary')
    expect(await names(cast.ann)).not.toContain('Diary')
    expect(await cast.ann.refused('getWorkspacePage', { params: at(page) })).toMatchObject({ status: 404 })
    expect(await cast.ann.refused('lockWorkspacePage', { params: at(page) })).toMatchObject({ status: 404 })
    const document = openDocumentClient(server.url, cast.ann, documentName('page', page.id))
    await pollUntilTrue(() => document.ended.includes('forbidden'))
  })

  test('is managed by its owner and workspace admins', async () => {
    await addMember(server, cast.workspace_id, cast.eve.id, role.member)
    try {
      const page = await make()
      for (const call of ['lockWorkspacePage', 'archiveWorkspacePage', 'deleteWorkspacePage'] as const) {
        expect(await cast.eve.refused(call, { params: at(page) })).toMatchObject({ status: 403 })
      }
      const access = { params: at(page), body: { access: 1 as const } }
      expect(await cast.eve.refused('setWorkspacePageAccess', access)).toMatchObject({ status: 403 })
      for (const who of [cast.max, cast.ann]) {
        expect(await who.call('lockWorkspacePage', { params: at(page) })).toMatchObject({ is_locked: true })
        await who.call('unlockWorkspacePage', { params: at(page) })
        await who.call('archiveWorkspacePage', { params: at(page) })
        await who.call('unarchiveWorkspacePage', { params: at(page) })
        await who.call('deleteWorkspacePage', { params: at(page) })
        expect(await who.call('restoreWorkspacePage', { params: at(page) })).toMatchObject({ id: page.id })
      }
      expect(await cast.ann.call('setWorkspacePageAccess', access)).toMatchObject({ access: 1 })
    } finally {
      await runSql(
        server.databaseUrl,
        'delete from workspace_members where workspace_id = $1 and member_id = $2',
        [cast.workspace_id, cast.eve.id],
      )
    }
  })

  test('is in a separate tree', async () => {
    const above = await make({ name: 'Above' })
    const below = await make({ name: 'Below', parent: above.id })
    expect(below.parent).toBe(above.id)
    const params = { slug, project_id: projectId }
    const elsewhere = await cast.max.call('createPage', { params, body: { name: 'Elsewhere' } })
    const wrong = { params: at(below), body: { parent: elsewhere.id } }
    expect(await cast.max.refused('updateWorkspacePage', wrong)).toMatchObject({ status: 400 })
    const intoProject = { params: inProject(elsewhere), body: { parent: above.id } }
    expect(await cast.max.refused('updatePage', intoProject)).toMatchObject({ status: 400 })
    await cast.max.call('archiveWorkspacePage', { params: at(above) })
    const archived = await cast.max.call('listArchivedWorkspacePages', { params: { slug } })
    expect(archived.map(({ name }) => name)).toEqual(expect.arrayContaining(['Above', 'Below']))
  })

  test('is sent to members, not to guests', async () => {
    const [ann, gus] = await Promise.all([connectLive(server, cast.ann), connectLive(server, cast.gus)])
    await Promise.all([ann.subscribe(slug), gus.subscribe(slug)])
    const page = await make({ name: 'Heard' })
    const diary = await make({ name: 'Not heard', access: 1 })
    await ann.hears((change) => change.id === page.id)
    const label = await cast.ann.call('createLabel', {
      params: { slug, project_id: projectId },
      body: { name: 'After it' },
    })
    await Promise.all([ann, gus].map((one) => one.hears((change) => change.id === label.id)))
    expect(gus.heard.some(({ id }) => id === page.id)).toBe(false)
    expect(ann.heard.some(({ id }) => id === diary.id)).toBe(false)
    const [change] = await recordFeedChanges(server, cast.workspace_id, () => make({ access: 1 }))
    expect(change).toMatchObject({ audience: [`staff:${cast.workspace_id}+user:${cast.max.id}`] })
    ann.close()
    gus.close()
  })

  test('is sent to a guest only while it is shared with the guest', async () => {
    const page = await make({ name: 'For Gus', access: 1 })
    const shared = { ...at(page), user_id: cast.gus.id }
    const gus = await connectLive(server, cast.gus)
    await gus.subscribe(slug)
    const body = { user_id: cast.gus.id, role: 'write' as const }
    await cast.max.call('shareWorkspacePage', { params: at(page), body })
    await gus.hears((change) => change.id === page.id && change.fields['name'] === 'For Gus')
    const document = openDocumentClient(server.url, cast.gus, documentName('page', page.id))
    await document.synced()
    document.type('Written by a guest')
    await document.saved()
    const other = await make({ name: 'Not for Gus' })
    await cast.max.call('unshareWorkspacePage', { params: shared })
    await gus.hears((change) => change.id === page.id && change.op === 'delete')
    await pollUntilTrue(() => document.ended.includes('forbidden'))
    expect(gus.heard.some(({ id }) => id === other.id)).toBe(false)
    gus.close()
  })
})

describe('whoever is made a guest', () => {
  test('loses open and own pages within a second', async () => {
    const page = await make({ access: 1, name: 'Diary of a member' })
    const shared = await make({ name: 'Shared by a member' }, cast.ann)
    const documents = [page, shared].map(({ id }) =>
      openDocumentClient(server.url, cast.max, documentName('page', id)),
    )
    await Promise.all(documents.map((document) => document.saved()))
    await setRole(cast.max, role.guest)
    await pollUntilTrue(() => documents.every((document) => document.ended.includes('forbidden')))
    for (const one of [page, shared])
      expect((await cast.max.refused('getWorkspacePage', { params: at(one) })).status).toBe(404)
    expect(await cast.max.refused('lockWorkspacePage', { params: at(page) })).toMatchObject({ status: 404 })
    await setRole(cast.max, role.member)
    expect(await cast.max.call('getWorkspacePage', { params: at(page) })).toMatchObject({ id: page.id })
  })
})

describe('a move', () => {
  test('to the workspace keeps sub-pages, versions and old addresses', async () => {
    const params = { slug, project_id: projectId }
    const page = await cast.max.call('createPage', {
      params,
      body: { name: 'Moves', description_html: '<p>Word</p>' },
    })
    const below = await cast.max.call('createPage', { params, body: { name: 'Along', parent: page.id } })
    const diary = await cast.ann.call('createPage', {
      params,
      body: { name: 'Stays', parent: page.id, access: 1 },
    })
    const moved = await cast.max.call('movePage', { params: inProject(page), body: { new_project_id: null } })
    expect(moved).toMatchObject({ project_ids: [], is_global: true })
    expect(await cast.ann.call('getWorkspacePage', { params: at(below) })).toMatchObject({ parent: page.id })
    expect(await cast.ann.call('getPage', { params: inProject(diary) })).toMatchObject({ parent: null })
    expect(await cast.ann.call('listWorkspacePageVersions', { params: at(page) })).toHaveLength(1)
    // The old address works for people who can see the page now, but not for a guest of the project.
    expect(await cast.ann.call('getPage', { params: inProject(page) })).toMatchObject({ project_ids: [] })
    await runSql(server.databaseUrl, 'update projects set guest_view_all_features = true where id = $1', [
      projectId,
    ])
    expect(await cast.gus.refused('getPage', { params: inProject(page) })).toMatchObject({ status: 404 })
    const back = { params: at(page), body: { new_project_id: projectId } }
    expect(await cast.max.call('moveWorkspacePage', back)).toMatchObject({ project_ids: [projectId] })
    expect(await cast.max.call('getWorkspacePage', { params: at(page) })).toMatchObject({ id: page.id })
    expect(await cast.gus.call('getPage', { params: inProject(page) })).toMatchObject({ id: page.id })
    const versions = await runSql<{ project_ids: string[] }>(
      server.databaseUrl,
      'select project_ids from page_versions where page_id = $1',
      [page.id],
    )
    expect(versions).toEqual([{ project_ids: [projectId] }])
    await runSql(server.databaseUrl, 'update projects set guest_view_all_features = false where id = $1', [
      projectId,
    ])
  })

  test('needs membership in both containers', async () => {
    const hidden = await cast.ann.call('createProject', {
      params: { slug },
      body: { name: 'Hidden', identifier: 'HID', network: 0 },
    })
    const page = await make()
    const move = (new_project_id: string | null) => ({ params: at(page), body: { new_project_id } })
    expect((await cast.max.refused('moveWorkspacePage', move(hidden.id))).status).toBe(400)
    expect((await cast.max.refused('moveWorkspacePage', move(newId()))).status).toBe(400)
    expect((await cast.max.refused('moveWorkspacePage', move(null))).status).toBe(400)
    const diary = await make({ access: 1 })
    const others = { params: at(diary), body: { new_project_id: projectId } }
    expect((await cast.ann.refused('moveWorkspacePage', others)).status).toBe(404)
  })

  test('closes editors of people without access in the target', async () => {
    await runSql(server.databaseUrl, 'update projects set guest_view_all_features = true where id = $1', [
      projectId,
    ])
    const params = { slug, project_id: projectId }
    const page = await cast.max.call('createPage', { params, body: { name: 'Open' } })
    const name = documentName('page', page.id)
    const [guest, writer] = [cast.gus, cast.ann].map((who) => openDocumentClient(server.url, who, name))
    await pollUntilTrue(
      () => guest?.provider.isAuthenticated === true && writer?.provider.isAuthenticated === true,
    )
    await cast.max.call('movePage', { params: inProject(page), body: { new_project_id: null } })
    await pollUntilTrue(() => guest?.ended.includes('forbidden') === true)
    writer?.type('still here')
    await writer?.saved()
    expect(writer?.ended).toEqual([])
    await runSql(server.databaseUrl, 'update projects set guest_view_all_features = false where id = $1', [
      projectId,
    ])
  })

  test('succeeds once when two run concurrently', async () => {
    const page = await make()
    const body = { new_project_id: projectId }
    const moves = await Promise.allSettled([
      cast.max.call('moveWorkspacePage', { params: at(page), body }),
      cast.ann.call('moveWorkspacePage', { params: at(page), body }),
    ])
    expect(moves.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await cast.max.call('getPage', { params: inProject(page) })).toMatchObject({
      project_ids: [projectId],
    })
  })
})

describe('elsewhere', () => {
  test('is found only by members in all searches', async () => {
    const page = await make({ name: 'Wolverine handbook' })
    const diary = await make({ name: 'Wolverine diary', access: 1 })
    await waitForSearchIndex(server.databaseUrl, cast.workspace_id)
    const find = async (who: ApiClient) => {
      const answer = await who.call('findInWorkspace', { params: { slug }, query: { query: 'wolverine' } })
      return answer.results.map(({ id, project_id }) => [id, project_id])
    }
    expect(await find(cast.max)).toEqual(
      expect.arrayContaining([
        [page.id, null],
        [diary.id, null],
      ]),
    )
    expect(await find(cast.ann)).toEqual([[page.id, null]])
    expect(await find(cast.gus)).toEqual([])
    const ask = async (who: ApiClient) => {
      const query = { query: 'Wolverine', query_type: 'page' }
      return (await who.call('searchEntities', { params: { slug }, query })).page?.map(({ id }) => id)
    }
    expect((await ask(cast.max))?.sort()).toEqual([page.id, diary.id].sort())
    expect(await ask(cast.ann)).toEqual([page.id])
    expect(await ask(cast.gus)).toEqual([])
    expect(
      await cast.eve.call('searchEntities', {
        params: { slug: cast.eves },
        query: { query: 'Wolverine', query_type: 'page' },
      }),
    ).toEqual({ page: [] })
    // The page becomes private, but the search index may not have processed this change yet. The search must still
    // find only pages that the user can see.
    await cast.max.call('setWorkspacePageAccess', { params: at(page), body: { access: 1 } })
    expect(await find(cast.ann)).toEqual([])
  })

  test('appears in favorites and visits of people who see it', async () => {
    const page = await make({}, cast.ann)
    const visit = { params: { slug }, body: { entity_name: 'page' as const, entity_identifier: page.id } }
    const star = { params: { slug }, body: { entity_type: 'page' as const, entity_identifier: page.id } }
    expect((await cast.gus.refused('recordVisit', visit)).status).toBe(400)
    await cast.max.call('recordVisit', visit)
    expect(await cast.max.call('createFavorite', star)).toMatchObject({ project_id: null })
    const visits = async () =>
      (await cast.max.call('listRecentVisits', { params: { slug }, query: {} })).map(
        (one) => one.entity_identifier,
      )
    const favorites = async () =>
      (await cast.max.call('listFavorites', { params: { slug }, query: {} })).map(
        (one) => one.entity_identifier,
      )
    expect(await visits()).toContain(page.id)
    expect(await favorites()).toContain(page.id)
    await setRole(cast.max, role.guest)
    expect(await visits()).not.toContain(page.id)
    expect(await favorites()).not.toContain(page.id)
    await setRole(cast.max, role.member)
    await cast.ann.call('setWorkspacePageAccess', { params: at(page), body: { access: 1 } })
    expect(await visits()).not.toContain(page.id)
    expect(await favorites()).not.toContain(page.id)
  })

  test('has links and back links', async () => {
    const page = await make({ name: 'Linked to' })
    const link = `<p><a href="${server.url}/${slug}/pages/${page.id}">there</a></p>`
    const params = { slug, project_id: projectId }
    const from = await cast.max.call('createPage', {
      params,
      body: { name: 'Linking', description_html: link },
    })
    const wiki = await make({ name: 'Linking too', description_html: link })
    const diary = await make({ name: 'Secretly', description_html: link, access: 1 })
    const links = async (who: ApiClient) =>
      (await who.call('listWorkspaceBackLinks', { params: at(page) })).map(
        ({ entity_data }) => entity_data.id,
      )
    expect((await links(cast.max)).sort()).toEqual([from.id, wiki.id, diary.id].sort())
    expect((await links(cast.ann)).sort()).toEqual([from.id, wiki.id].sort())
  })

  test('shows its pictures to everybody who sees it', async () => {
    const page = await make({}, cast.ann)
    const bytes = await sharp({ create: { width: 20, height: 10, channels: 3, background: '#2050a0' } })
      .png()
      .toBuffer()
    const about = { name: 'hull.png', type: 'image/png' }
    const body = { ...about, size: bytes.length, entity_type: 'PAGE_DESCRIPTION', entity_identifier: page.id }
    expect((await cast.gus.refused('createWorkspaceAsset', { params: { slug }, body })).status).toBe(404)
    const uploadTarget = await cast.ann.call('createWorkspaceAsset', { params: { slug }, body })
    await uploadToStorage(server, uploadTarget, { ...about, bytes })
    const id = uploadTarget.asset_id
    await cast.ann.call('confirmWorkspaceAsset', { params: { slug, asset_id: id }, body: {} })
    const statuses = async () => {
      const url = `/api/assets/v2/workspaces/${slug}/${id}/`
      const answers = [cast.ann, cast.max, cast.gus, cast.eve].map((who) => fetchAsUser(server, who, url))
      return (await Promise.all(answers)).map(({ status }) => status)
    }
    expect(await statuses()).toEqual([200, 200, 404, 404])
    const guest = { user_id: cast.gus.id }
    await cast.ann.call('shareWorkspacePage', { params: at(page), body: { ...guest, role: 'read' } })
    expect(await statuses()).toEqual([200, 200, 200, 404])
    const adopting = { params: { slug, entity_id: page.id }, body: { asset_ids: [] } }
    expect((await cast.gus.refused('adoptWorkspaceAssets', adopting)).status).toBe(403)
    expect((await cast.gus.refused('createWorkspaceAsset', { params: { slug }, body })).status).toBe(403)
    await cast.ann.call('unshareWorkspacePage', { params: { ...at(page), ...guest } })
    expect(await statuses()).toEqual([200, 200, 404, 404])
    const copy = await make({ access: 1 })
    await cast.max.call('adoptWorkspaceAssets', {
      params: { slug, entity_id: copy.id },
      body: { asset_ids: [id] },
    })
    await cast.ann.call('setWorkspacePageAccess', { params: at(page), body: { access: 1 } })
    expect(await statuses()).toEqual([200, 200, 404, 404])
    await cast.max.call('deleteWorkspacePage', { params: at(copy) })
    expect(await statuses()).toEqual([200, 404, 404, 404])
  })

  test('it is copied and exported', async () => {
    const page = await make({ description_html: '<p>Said once</p>' })
    const copy = await cast.ann.call('duplicateWorkspacePage', { params: at(page), body: {} })
    expect(copy).toMatchObject({ project_ids: [], owned_by: cast.ann.id, name: 'Handbook (Copy)' })
    const url = `/api/workspaces/${slug}/pages/${page.id}/export/?format=markdown`
    const answer = await fetchAsUser(server, cast.ann, url)
    expect((await fetchAsUser(server, cast.gus, url)).status).toBe(404)
    expect(await answer.text()).toContain('Said once')
  })
})
