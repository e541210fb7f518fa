import { afterAll, beforeAll, expect, test } from 'vitest'
import { workspaceFileEntityTypes } from '#common/documents/files/rules.ts'
import type { UploadTarget } from '#common/documents/files/schema.ts'
import { newId } from '#common/platform/ids.ts'
import { role } from '#common/platform/roles.ts'
import { type ApiClient, runSql } from '../../support/api-client.ts'
import { createWorkspaceWithUsers, joinProject, type WorkspaceWithUsers } from '../../support/cast.ts'
import { callPlaneApi } from '../../support/plane-client.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'
import { fetchAsUser, uploadToStorage } from '../../support/upload.ts'
import { somePicture } from '../../support/world/rows.ts'

// These tests upload files like a client of Plane: through the workspace, before the row that the file belongs to
// exists.
let server: TestServer
let cast: WorkspaceWithUsers

beforeAll(async () => {
  server = await startTestServer()
  cast = await createWorkspaceWithUsers(server)
})
afterAll(() => server.close())

const assets = '/api/assets/v2/workspaces/acme/'
const size = somePicture.bytes.length
const announced = { name: 'dot.png', type: 'image/png', size }

const ask = (who: ApiClient, method: string, path: string, body?: unknown) =>
  callPlaneApi(server, who, method, path, body)
const statusOf = async (who: ApiClient, method: string, path: string, body?: unknown) => {
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: { cookie: who.cookie, origin: server.url, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return response.status
}

/** Uploads a picture and confirms it. Returns the id and the address of the picture. */
async function upload(who: ApiClient, entity_type: string, entity_identifier = ''): Promise<UploadTarget> {
  const body = { ...announced, entity_type, entity_identifier }
  const uploadTarget = (await ask(who, 'POST', assets, body)) as unknown as UploadTarget
  expect((await uploadToStorage(server, uploadTarget, somePicture)).status).toBeLessThan(300)
  await ask(who, 'PATCH', `${assets}${uploadTarget.asset_id}/`, {})
  return uploadTarget
}

async function newProject(who: ApiClient): Promise<string> {
  const identifier = newId().slice(-8).toUpperCase()
  const body = { name: `Project ${identifier}`, identifier, network: 2 }
  return (await ask(who, 'POST', '/api/workspaces/acme/projects/', body)).id
}

const projectOf = (who: ApiClient, id: string) => ask(who, 'GET', `/api/workspaces/acme/projects/${id}`)
const bulk = (id: string) => `${assets}projects/${id}/${id}/bulk/`

test('every kind of file gets an upload target in the workspace', async () => {
  for (const entity_type of workspaceFileEntityTypes) {
    const uploadTarget = await ask(cast.ann, 'POST', assets, {
      ...announced,
      entity_type,
      entity_identifier: '',
    })
    expect(uploadTarget).toMatchObject({ upload_data: { fields: {} }, asset_id: expect.any(String) })
  }
  expect(await statusOf(cast.ann, 'POST', assets, { ...announced, entity_type: 'SOUL' })).toBe(400)
  expect(await statusOf(cast.eve, 'POST', assets, { ...announced, entity_type: 'USER_COVER' })).toBe(404)
})

test('a cover uploaded before its project becomes the cover', async () => {
  const cover = await upload(cast.max, 'PROJECT_COVER')
  const id = await newProject(cast.max)
  expect(await statusOf(cast.max, 'POST', bulk(id), { asset_ids: [cover.asset_id] })).toBe(204)
  expect(await projectOf(cast.max, id)).toMatchObject({ cover_image_url: cover.asset_url })
  expect(await statusOf(cast.max, 'POST', bulk(id), { asset_ids: [cover.asset_id] })).toBe(204)
  expect((await fetchAsUser(server, { cookie: '' }, cover.asset_url)).status).toBe(200)
})

test('only admins of a project and only own uploads set its cover', async () => {
  const id = await newProject(cast.ann)
  await joinProject(server, { workspace_id: cast.workspace_id, project_id: id }, cast.max.id, role.member)
  const [ofMax, ofAnn] = [await upload(cast.max, 'PROJECT_COVER'), await upload(cast.ann, 'PROJECT_COVER')]
  expect(await statusOf(cast.max, 'POST', bulk(id), { asset_ids: [ofMax.asset_id] })).toBe(403)
  expect(await statusOf(cast.ann, 'POST', bulk(id), { asset_ids: [ofMax.asset_id] })).toBe(404)
  const logo = await upload(cast.ann, 'WORKSPACE_LOGO')
  expect(await statusOf(cast.ann, 'POST', bulk(id), { asset_ids: [logo.asset_id] })).toBe(404)
  expect(await projectOf(cast.ann, id)).toMatchObject({ cover_image_url: null })
  const body = { ...announced, entity_type: 'PROJECT_COVER', entity_identifier: id }
  expect(await statusOf(cast.max, 'POST', assets, body)).toBe(403)
  expect(await statusOf(cast.gus, 'POST', assets, { ...body, entity_identifier: '' })).toBe(403)
  const direct = await upload(cast.ann, 'PROJECT_COVER', id)
  expect(await projectOf(cast.ann, id)).toMatchObject({ cover_image_url: direct.asset_url })
  expect(await statusOf(cast.ann, 'POST', bulk(id), { asset_ids: [ofAnn.asset_id] })).toBe(204)
  expect(await projectOf(cast.ann, id)).toMatchObject({ cover_image_url: ofAnn.asset_url })
})

test('an avatar and the picture of a text arrive through the workspace', async () => {
  const avatar = await upload(cast.max, 'USER_AVATAR')
  expect(await ask(cast.max, 'GET', '/api/users/me')).toMatchObject({ avatar_url: avatar.asset_url })
  const project = await newProject(cast.ann)
  const item = await ask(cast.ann, 'POST', `/api/workspaces/acme/projects/${project}/issues/`, {
    name: 'One',
  })
  const picture = await upload(cast.ann, 'ISSUE_DESCRIPTION', item.id)
  expect((await fetchAsUser(server, cast.ann, `${assets}${picture.asset_id}/`)).status).toBe(200)
  expect((await fetchAsUser(server, cast.max, `${assets}${picture.asset_id}/`)).status).toBe(404)
  const body = { ...announced, entity_type: 'ISSUE_DESCRIPTION', entity_identifier: item.id }
  expect(await statusOf(cast.max, 'POST', assets, body)).toBe(404)
  const page = { ...body, entity_type: 'PAGE_DESCRIPTION' }
  expect(await statusOf(cast.ann, 'POST', assets, page)).toBe(404)
  const attached = { ...body, entity_type: 'ISSUE_ATTACHMENT' }
  expect(await statusOf(cast.ann, 'POST', assets, attached)).toBe(400)
})

test('a file is copied for another text', async () => {
  const project = await newProject(cast.ann)
  const item = await ask(cast.ann, 'POST', `/api/workspaces/acme/projects/${project}/issues/`, {
    name: 'One',
  })
  const { asset_id } = await upload(cast.ann, 'ISSUE_DESCRIPTION', item.id)
  const path = `${assets}duplicate-assets/${asset_id}/`
  const second = await ask(cast.ann, 'POST', `/api/workspaces/acme/projects/${project}/issues/`, {
    name: 'Two',
  })
  const body = { project_id: project, entity_id: second.id, entity_type: 'ISSUE_DESCRIPTION' }
  const copy = String((await ask(cast.ann, 'POST', path, body))['asset_id'])
  expect(copy).not.toBe(asset_id)
  const bytesOf = async (id: string) =>
    Buffer.from(await (await fetchAsUser(server, cast.ann, `${assets}${id}/`)).arrayBuffer())
  expect(await bytesOf(copy)).toEqual(await bytesOf(asset_id))
  await ask(cast.ann, 'DELETE', `${assets}projects/${project}/${asset_id}/`)
  expect(await bytesOf(copy)).not.toHaveLength(0)
  const rows = await runSql<{ entity_identifier: string; project_id: string }>(
    server.databaseUrl,
    'select entity_identifier, project_id from file_assets where id = $1 and uploaded_at is not null',
    [copy],
  )
  expect(rows).toEqual([{ entity_identifier: second.id, project_id: project }])
})

test('a copy needs access to the file and to its new owner', async () => {
  const project = await newProject(cast.ann)
  const item = await ask(cast.ann, 'POST', `/api/workspaces/acme/projects/${project}/issues/`, {
    name: 'One',
  })
  const { asset_id } = await upload(cast.ann, 'ISSUE_DESCRIPTION', item.id)
  const path = `${assets}duplicate-assets/${asset_id}/`
  const draft = { entity_type: 'DRAFT_ISSUE_DESCRIPTION', entity_id: '' }
  expect(await statusOf(cast.max, 'POST', path, draft)).toBe(404)
  expect(await statusOf(cast.eve, 'POST', path.replace('acme', cast.eves), draft)).toBe(404)
  const logo = { entity_type: 'WORKSPACE_LOGO', entity_id: cast.workspace_id }
  const own = await upload(cast.max, 'DRAFT_ISSUE_DESCRIPTION')
  expect(await statusOf(cast.max, 'POST', `${assets}duplicate-assets/${own.asset_id}/`, logo)).toBe(403)
  const copies: number[] = []
  for (let at = 0; at < 6; at++) copies.push(await statusOf(cast.ann, 'POST', path, draft))
  expect(copies).toEqual([200, 200, 200, 200, 200, 429])
})
