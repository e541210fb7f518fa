import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#common/platform/ids.ts'
import { role } from '#common/platform/roles.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'

/* Clients of Plane show these messages to their users, so the words are part of the API. */
let atlas: ProjectTestServer

beforeAll(async () => {
  atlas = await startProjectTestServer()
})
afterAll(() => atlas.close())

test('an item that does not exist is reported as an issue', async () => {
  const { ann } = atlas.cast
  const { slug, project_id } = atlas.params
  const unknown = newId()
  const answers = [
    await ann.refused('getWorkItem', { params: { slug, project_id, id: unknown } }),
    await ann.refused('getWorkItemByKey', { params: { slug, key: 'ATL-999' } }),
    await ann.refused('updateWorkItem', { params: { slug, project_id, id: unknown }, body: { name: 'New' } }),
  ]
  for (const { status, error } of answers) expect([status, error]).toEqual([404, 'Issue not found'])
})

test('an unknown membership is reported as a member', async () => {
  const { ann } = atlas.cast
  const { slug, project_id } = atlas.params
  const member_id = newId()
  const answers = [
    await ann.refused('updateWorkspaceMember', { params: { slug, member_id }, body: { role: role.guest } }),
    await ann.refused('removeWorkspaceMember', { params: { slug, member_id } }),
    await ann.refused('updateProjectMember', {
      params: { slug, project_id, member_id },
      body: { role: role.guest },
    }),
    await ann.refused('removeProjectMember', { params: { slug, project_id, member_id } }),
  ]
  for (const { status, error } of answers) expect([status, error]).toEqual([404, 'Member not found'])
})
