import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { role } from '#common/platform/roles.ts'
import { createSignedInUser, runSql } from '../../support/api-client.ts'
import { addMember } from '../../support/cast.ts'
import { recordFeedChanges } from '../../support/changes.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'
import { runDuringTransaction as during } from '../../support/run-during-transaction.ts'
import { uploadToStorage } from '../../support/upload.ts'

/* The row at the time of the write determines who receives a change. If an older version of the row were
   used, a change could reveal private data to the project. */
let atlas: ProjectTestServer

beforeAll(async () => {
  atlas = await startProjectTestServer()
})

afterAll(() => atlas.close())

const meanwhile = (statement: string, id: string, act: () => Promise<unknown>) =>
  during(atlas.server.databaseUrl, [[statement, id]], act)

/** Runs `act`, which must write exactly one change. Returns the Socket.IO rooms that receive the change. */
async function roomsOf(act: () => Promise<unknown>): Promise<string[]> {
  const [change] = await recordFeedChanges(atlas.server, atlas.cast.workspace_id, act)
  return [...(change?.audience ?? []), ...(change?.left_audience ?? [])]
}

test('a page that becomes private concurrently is sent only to its owner', async () => {
  const { max } = atlas.cast
  const page = await max.call('createPage', { params: atlas.params, body: { name: 'Soon private' } })
  const rename = () =>
    max.call('updatePage', { params: { ...atlas.params, page_id: page.id }, body: { color: '#112233' } })
  const rooms = await roomsOf(() => meanwhile('update pages set access = 1 where id = $1', page.id, rename))
  expect(rooms).toEqual([`creator:${atlas.params.project_id}:${max.id}`])
})

test('a view that becomes private concurrently is sent only to its owner', async () => {
  const { max } = atlas.cast
  const view = await max.call('createView', {
    params: atlas.params,
    body: { name: 'Soon private', access: 1 },
  })
  const rename = () =>
    max.call('updateView', { params: { ...atlas.params, view_id: view.id }, body: { name: 'Private now' } })
  const rooms = await roomsOf(() => meanwhile('update views set access = 0 where id = $1', view.id, rename))
  expect(rooms).toEqual([`creator:${atlas.params.project_id}:${max.id}`])
})

test('a project that becomes secret concurrently is sent only to its members', async () => {
  const { ann, slug } = atlas.cast
  const body = { name: 'Shown', identifier: 'SHO', network: 2 }
  const project = await ann.call('createProject', { params: { slug }, body })
  const rename = () =>
    ann.call('updateProject', { params: { slug, project_id: project.id }, body: { name: 'Secret now' } })
  const rooms = await roomsOf(() =>
    meanwhile('update projects set network = 0 where id = $1', project.id, rename),
  )
  expect(rooms).toEqual([`members:${project.id}`])
})

/**
 * SQL that ends a membership. It locks the workspace before the membership, in the same order as the call that removes
 * a member.
 */
const ending = (table: string) => `
  with held as (
    select w.id from workspaces w join ${table} m on m.workspace_id = w.id where m.id = $1 for no key update of w
  )
  update ${table} set is_active = false from held where ${table}.id = $1`

test('a membership that ends concurrently gets no new role and sends no change', async () => {
  const { ann, max } = atlas.cast
  const members = await ann.call('listProjectMembers', { params: atlas.params })
  const id = members.find(({ member_id }) => member_id === max.id)?.id ?? ''
  const change = () =>
    meanwhile(ending('project_members'), id, async () => {
      const input = { params: { ...atlas.params, member_id: id }, body: { role: 5 as const } }
      expect(await ann.refused('updateProjectMember', input)).toMatchObject({ status: 404 })
    })
  expect(await recordFeedChanges(atlas.server, atlas.cast.workspace_id, change)).toEqual([])
  await ann.call('addProjectMembers', {
    params: atlas.params,
    body: { members: [{ member_id: max.id, role: 15 }] },
  })
})

test('who is taken out of the workspace meanwhile neither joins, makes nor changes anything in a project', async () => {
  const { ann, max } = atlas.cast
  const params = { slug: atlas.params.slug }
  const open = await ann.call('createProject', {
    params,
    body: { name: 'Open to all', identifier: 'OPN', network: 2 },
  })
  const members = await ann.call('listWorkspaceMembers', { params, query: {} })
  const id = members.find(({ member }) => member.id === max.id)?.id ?? ''
  const attempts = [
    () => max.refused('joinProjects', { params, body: { project_ids: [open.id] } }),
    () => max.refused('createProject', { params, body: { name: 'Late', identifier: 'LATE' } }),
    () => max.refused('leaveProject', { params: atlas.params }),
  ]
  for (const attempt of attempts) {
    const told = await recordFeedChanges(atlas.server, atlas.cast.workspace_id, () =>
      meanwhile(ending('workspace_members'), id, async () => {
        expect(await attempt()).toMatchObject({ status: 404 })
      }),
    )
    expect(told).toEqual([])
    await runSql(atlas.server.databaseUrl, `update workspace_members set is_active = true where id = '${id}'`)
  }
})

test('security 37: whoever is deactivated meanwhile gets no workspace and no token', async () => {
  const { ann } = atlas.cast
  const { slug } = atlas.params
  const zoe = await createSignedInUser(atlas.server, 'zoe@example.com')
  const emails = [{ email: zoe.email, role: role.member }]
  await ann.call('createInvitations', { params: { slug }, body: { emails } })
  const [invited] = await zoe.call('listMyInvitations', {})
  const acts = [
    () => zoe.refused('createWorkspace', { body: { name: 'Hers', slug: 'hers' } }),
    () => zoe.refused('createApiToken', { body: { label: 'Hers' } }),
    () => zoe.refused('acceptMyInvitations', { body: { invitations: [invited?.id] } }),
  ]
  for (const act of acts) {
    await runSql(atlas.server.databaseUrl, 'update users set is_active = true where id = $1', [zoe.id])
    await meanwhile('update users set is_active = false where id = $1', zoe.id, async () =>
      expect(await act()).toMatchObject({ status: 401 }),
    )
  }
  const left = `select 1 from workspace_members where member_id = $1 union all select 1 from api_tokens where user_id = $1`
  expect(await runSql(atlas.server.databaseUrl, left, [zoe.id])).toEqual([])
})

test('security 37: whoever goes leaves what they have joined meanwhile', async () => {
  const yan = await createSignedInUser(atlas.server, 'yan@example.com')
  const join = `with held as (update users set is_active = true where id = $1 returning id)
    insert into workspace_members (id, workspace_id, member_id, role)
    select gen_random_uuid(), w.id, held.id, 15 from held, workspaces w where w.slug = 'acme'`
  await meanwhile(join, yan.id, () => yan.call('deactivateMe', {}))
  const left = 'select is_active from workspace_members where member_id = $1'
  expect(await runSql(atlas.server.databaseUrl, left, [yan.id])).toEqual([{ is_active: false }])
})

test('a user who becomes instance admin concurrently stays', async () => {
  const xia = await createSignedInUser(atlas.server, 'xia@example.com')
  const make = `with held as (update users set is_active = true where id = $1 returning id)
    insert into instance_admins (user_id, created_at) select id, now() from held`
  await meanwhile(make, xia.id, async () =>
    expect(await xia.refused('deactivateMe', {})).toMatchObject({ status: 400 }),
  )
})

test('security 60: who is taken out while a file is looked at neither attaches it nor makes it the logo', async () => {
  const { ann } = atlas.cast
  const { server } = atlas
  const ted = await createSignedInUser(server, 'ted@example.com')
  const member = await addMember(server, atlas.cast.workspace_id, ted.id, role.admin)
  const item = await atlas.make('With files')
  const params = { ...atlas.params, id: item.id }
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#2050a0' } })
    .png()
    .toBuffer()
  const file = { name: 'dot.png', type: 'image/png', bytes }
  const announced = { name: file.name, type: file.type, size: bytes.length }
  const logo = await ted.call('createWorkspaceAsset', {
    params,
    body: { ...announced, entity_type: 'WORKSPACE_LOGO' },
  })
  const attached = await ted.call('createAttachment', { params, body: announced })
  const late = [
    [logo, () => ted.refused('confirmWorkspaceAsset', at(logo.asset_id)), 403],
    [attached, () => ted.refused('confirmAttachment', at(attached.asset_id)), 404],
  ] as const
  const at = (id: string) => ({ params: { ...params, asset_id: id, attachment_id: id }, body: {} })
  for (const [uploadTarget, confirm, status] of late) {
    await uploadToStorage(server, uploadTarget, file)
    const taken = `with held as (update file_assets set updated_at = now() where id = $1)
      update workspace_members set is_active = false where id = '${member}'`
    await meanwhile(taken, uploadTarget.asset_id, async () =>
      expect(await confirm()).toMatchObject({ status }),
    )
    await runSql(server.databaseUrl, 'update workspace_members set is_active = true where id = $1', [member])
  }
  const shown = await ann.call('getWorkspace', { params })
  expect(shown.logo_url).toBeNull()
  expect(await ann.call('listAttachments', { params })).toEqual([])
})
