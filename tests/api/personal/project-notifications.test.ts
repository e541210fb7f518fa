import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { notificationsReader } from '#api/personal/notifications/reader.ts'
import { role } from '#common/platform/roles.ts'
import { type ApiClient, runSql } from '../../support/api-client.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'
import { waitForIdleFeedReader } from '../../support/wait-for-idle-feed-reader.ts'

let atlas: ProjectTestServer
let params: { slug: string; project_id: string }
let count = 0

beforeAll(async () => {
  atlas = await startProjectTestServer({}, undefined, [notificationsReader])
})
beforeEach(async () => {
  const { slug } = atlas.params
  const body = { name: `Project ${++count}`, identifier: `PR${count}`, network: 2 as const }
  params = { slug, project_id: (await atlas.cast.ann.call('createProject', { params: { slug }, body })).id }
})
afterAll(() => atlas.close())

const add = (who: ApiClient, added: 5 | 15) =>
  atlas.cast.ann.call('addProjectMembers', {
    params,
    body: { members: [{ member_id: who.id, role: added }] },
  })

/** Returns the notifications about the project after the server has processed all changes. */
async function inbox(who: ApiClient) {
  await waitForIdleFeedReader(notificationsReader.name, atlas)
  const answer = await who.call('listNotifications', { params: { slug: params.slug }, query: {} })
  const rows = Array.isArray(answer) ? answer : answer.results
  return rows.filter(({ entity_identifier }) => entity_identifier === params.project_id)
}

test('a person is notified when another person adds them to a project, also as a restricted guest', async () => {
  const { ann, max, gus } = atlas.cast
  await add(max, role.member)
  await add(gus, role.guest)
  for (const who of [max, gus]) {
    const rows = await inbox(who)
    expect(rows).toMatchObject([
      {
        entity_name: 'project',
        project_id: params.project_id,
        triggered_by: ann.id,
        data: { project: { name: `Project ${count}` }, issue_activity: { field: 'membership' }, count: 1 },
      },
    ])
    const notification_id = rows[0]?.id ?? ''
    const where = { params: { slug: params.slug, notification_id } }
    expect(await who.call('getNotification', where)).toMatchObject({ entity_name: 'project' })
  }
  expect(await inbox(ann)).toEqual([])
})

test('a person who joins a project is not notified', async () => {
  const { max } = atlas.cast
  await max.call('joinProjects', {
    params: { slug: params.slug },
    body: { project_ids: [params.project_id] },
  })
  expect(await inbox(max)).toEqual([])
})

test('the notification is hidden while the person has no access to the project', async () => {
  const { ann, max } = atlas.cast
  const [member] = await add(max, role.member)
  expect(await inbox(max)).toHaveLength(1)
  await ann.call('removeProjectMember', { params: { ...params, member_id: member?.id ?? '' } })
  expect(await inbox(max)).toEqual([])
  await add(max, role.member)
  expect(await inbox(max)).toHaveLength(1)
  await ann.call('deleteProject', { params })
  expect(await inbox(max)).toEqual([])
})

test('bots are not notified', async () => {
  const { max } = atlas.cast
  await runSql(atlas.server.databaseUrl, 'update users set is_bot = true where id = $1', [max.id])
  await add(max, role.member)
  await waitForIdleFeedReader(notificationsReader.name, atlas)
  await runSql(atlas.server.databaseUrl, 'update users set is_bot = false where id = $1', [max.id])
  expect(await inbox(max)).toEqual([])
})
