import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { notificationsReader } from '#api/personal/notifications/reader.ts'
import { intakeStatus } from '#common/planning/intake/rules.ts'
import { newId } from '#common/platform/ids.ts'
import { role } from '#common/platform/roles.ts'
import {
  type ApiClient,
  createAnonymousClient,
  createSignedInUser,
  runSql,
} from '../../support/api-client.ts'
import { makeInstanceAdmin } from '../../support/cast.ts'
import {
  type ProjectPathParams,
  type ProjectTestServer,
  startProjectTestServer,
} from '../../support/project-test-server.ts'
import { fetchAsUser, uploadToStorage } from '../../support/upload.ts'
import { waitForIdleFeedReader } from '../../support/wait-for-idle-feed-reader.ts'

let atlas: ProjectTestServer
let place: ProjectPathParams
/** Path parameters of the public intake. */
let intake: { anchor: string; intake_id: string }
let board_id: string
/** Signed-in visitors without a workspace. */
let vic: ApiClient
let val: ApiClient

beforeAll(async () => {
  atlas = await startProjectTestServer({}, undefined, [notificationsReader])
  place = await atlas.makeProject('Open', 'OPEN')
  await changeProject({ inbox_view: true })
  const board = await atlas.cast.ann.call('publishProject', { params: place, body: {} })
  board_id = board.id
  intake = { anchor: board.anchor, intake_id: place.project_id }
  ;[vic, val] = await Promise.all([
    createSignedInUser(atlas.server, 'vic@example.com', { name: 'Vic' }),
    createSignedInUser(atlas.server, 'val@example.com', { name: 'Val' }),
  ])
  await allow({ intake: place.project_id, is_comments_enabled: true })
})
afterAll(() => atlas.close())

const changeProject = (body: object) => atlas.cast.ann.call('updateProject', { params: place, body })
const allow = (body: object) =>
  atlas.cast.ann.call('updateDeployBoard', { params: { ...place, deploy_board_id: board_id }, body })
const submit = (who = vic, issue: object = {}) =>
  who.call('createPublicRequest', { params: intake, body: { issue: { name: 'A crane', ...issue } } })
const at = (id: string) => ({ params: { ...intake, request_id: id } })
const namesOf = async (who: ApiClient) =>
  (await who.call('listPublicRequests', { params: intake })).map(({ issue }) => issue.name)
const decide = (id: string, body: object) =>
  atlas.cast.ann.call('updateInboxIssue', { params: { ...place, inbox_issue_id: id }, body })

describe('the intake of a board', () => {
  test('is opened and closed by admins, with the id of the intake', async () => {
    const { ann, max } = atlas.cast
    const other = await atlas.makeProject('Other', 'OTH')
    const published = await ann.call('publishProject', { params: other, body: {} })
    const params = { ...other, deploy_board_id: published.id }
    expect(published).toMatchObject({ is_intake_enabled: false, intake: null, inbox: null })
    const opened = await ann.call('updateDeployBoard', { params, body: { intake: other.project_id } })
    expect(opened).toMatchObject({ is_intake_enabled: true, intake: other.project_id })
    expect(
      await atlas.changingNothing(() =>
        ann.refused('updateDeployBoard', { params, body: { intake: place.project_id } }),
      ),
    ).toMatchObject({ code: 'invalid' })
    expect(await max.refused('updateDeployBoard', { params, body: { intake: null } })).toMatchObject({
      code: 'not_found',
    })
    expect(await ann.call('updateDeployBoard', { params, body: { intake: null } })).toMatchObject({
      is_intake_enabled: false,
      intake: null,
    })
  })

  test('is shown to visitors', async () => {
    const board = await createAnonymousClient(atlas.server).call('getPublishedBoard', {
      params: { anchor: intake.anchor },
    })
    expect(board).toMatchObject({ is_intake_enabled: true, intake: place.project_id })
  })

  test('accepts nothing while it is closed, turned off or archived', async () => {
    const refuse = () =>
      vic.refused('createPublicRequest', { params: intake, body: { issue: { name: 'A crane' } } })
    const closed = { code: 'invalid', error: 'Intake is not enabled for this Project Board' }
    await allow({ intake: null })
    expect(await atlas.changingNothing(refuse)).toMatchObject(closed)
    expect(await vic.refused('listPublicRequests', { params: intake })).toMatchObject(closed)
    await allow({ intake: place.project_id })
    await changeProject({ inbox_view: false })
    expect(await atlas.changingNothing(refuse)).toMatchObject(closed)
    await changeProject({ inbox_view: true })
    await atlas.cast.ann.call('archiveProject', { params: place })
    expect(await refuse()).toMatchObject({ code: 'invalid', error: 'Archived projects cannot be updated' })
    await atlas.cast.ann.call('restoreProject', { params: place })
  })

  test('has the id of the published project', async () => {
    for (const params of [
      { ...intake, intake_id: atlas.params.project_id },
      { ...intake, intake_id: newId() },
      { ...intake, anchor: 'f'.repeat(32) },
    ])
      expect(
        await vic.refused('createPublicRequest', { params, body: { issue: { name: 'A crane' } } }),
      ).toMatchObject({ code: 'not_found' })
  })
})

describe('a request', () => {
  test('reaches the intake of the project with the name of the visitor', async () => {
    const sent = await submit(vic, { description_html: '<p>Please <b>build</b> it</p>', priority: 'high' })
    expect(sent).toMatchObject({
      ...{ status: intakeStatus.pending, source: 'FORMS' },
      issue: { id: sent.id, name: 'A crane', priority: 'high', project_id: place.project_id },
    })
    expect(sent.issue.description_html).toContain('<strong>build</strong>')
    const seen = await atlas.cast.ann.call('getInboxIssue', { params: { ...place, inbox_issue_id: sent.id } })
    expect(seen).toMatchObject({ source: 'FORMS', created_by: vic.id, issue: { name: 'A crane' } })
    const { results } = await atlas.cast.ann.call('listInboxIssues', { params: place, query: {} })
    const author = { id: vic.id, display_name: 'Vic' }
    const listed = results.find(({ id }) => id === sent.id)?.created_by_detail
    const { authors } = await atlas.cast.ann.call('getWorkItem', {
      params: { ...place, id: sent.id },
      query: { expand: 'authors' },
    })
    expect([seen.created_by_detail, listed, authors]).toMatchObject([author, author, [author]])
    expect(JSON.stringify([seen, listed, authors])).not.toContain('vic@example.com')
    expect(await vic.call('getPublicRequest', at(sent.id))).toEqual(sent)
    const shown = await createAnonymousClient(atlas.server).call('listPublishedItems', {
      params: { anchor: intake.anchor },
    })
    expect(JSON.stringify(shown)).not.toContain('A crane')
  })

  test('is seen and changed only by its author', async () => {
    const mine = await submit(val, { name: 'A ladder' })
    expect(await namesOf(val)).toEqual(['A ladder'])
    for (const who of [vic, atlas.cast.ann, atlas.cast.eve]) {
      expect(await namesOf(who)).not.toContain('A ladder')
      await atlas.changingNothing(async () => {
        for (const refusal of [
          who.refused('getPublicRequest', at(mine.id)),
          who.refused('updatePublicRequest', { ...at(mine.id), body: { issue: { name: 'Mine' } } }),
          who.refused('deletePublicRequest', at(mine.id)),
        ])
          expect(await refusal).toMatchObject({ code: 'not_found' })
      })
    }
    const stranger = createAnonymousClient(atlas.server)
    expect(await stranger.refused('listPublicRequests', { params: intake })).toMatchObject({ status: 401 })
    const body = { issue: { name: 'A tall ladder', description_html: '<p>Very</p>' } }
    const changed = await val.call('updatePublicRequest', { ...at(mine.id), body })
    expect(changed.issue).toMatchObject({ name: 'A tall ladder', description_html: '<p>Very</p>' })
    await val.call('deletePublicRequest', at(mine.id))
    expect(await namesOf(val)).toEqual([])
  })

  test('is closed to its author when it is reviewed', async () => {
    const declined = await submit()
    await decide(declined.id, { status: intakeStatus.declined })
    expect(await vic.call('getPublicRequest', at(declined.id))).toMatchObject({
      status: intakeStatus.declined,
    })
    await atlas.changingNothing(async () => {
      const body = { issue: { name: 'Again' } }
      expect(await vic.refused('updatePublicRequest', { ...at(declined.id), body })).toMatchObject({
        code: 'forbidden',
      })
      expect(await vic.refused('deletePublicRequest', at(declined.id))).toMatchObject({ code: 'forbidden' })
    })
  })

  test('stays hidden from its author while the board does not show its item', async () => {
    const accepted = await submit(vic, { name: 'A bridge' })
    await decide(accepted.id, { status: intakeStatus.accepted })
    expect(await vic.call('getPublicRequest', at(accepted.id))).toMatchObject({
      status: intakeStatus.accepted,
    })
    await runSql(atlas.server.databaseUrl, 'update work_items set is_epic = true where id = $1', [
      accepted.id,
    ])
    expect(await vic.refused('getPublicRequest', at(accepted.id))).toMatchObject({ code: 'not_found' })
  })

  test('that is snoozed looks pending, without the date', async () => {
    const sent = await submit(vic, { name: 'A boat' })
    await decide(sent.id, { snoozed_till: new Date(Date.now() + 86_400_000).toISOString() })
    const seen = await vic.call('getPublicRequest', at(sent.id))
    expect(seen).toMatchObject({ status: intakeStatus.pending })
    expect(seen).not.toHaveProperty('snoozed_till')
  })

  test('gives the author no access to the project', async () => {
    await submit()
    expect(await vic.refused('listWorkItems', { params: place })).toMatchObject({ code: 'not_found' })
    expect(await vic.call('listMyWorkspaces', {})).toEqual([])
  })

  test.each([
    ['without a name', { name: ' ' }],
    ['with assignees', { name: 'A crane', assignee_ids: [newId()] }],
    ['with a long text', { name: 'A crane', description_html: 'x'.repeat(10_001) }],
  ])('%s is rejected', async (_, issue) => {
    expect(
      await atlas.changingNothing(() =>
        vic.refused('createPublicRequest', { params: intake, body: { issue: issue as { name: string } } }),
      ),
    ).toMatchObject({ code: 'invalid' })
  })

  test('cannot mention people', async () => {
    const description_html = `<p><mention-component entity_name="user_mention" entity_identifier="${atlas.cast.ann.id}"></mention-component></p>`
    const body = { issue: { name: 'A crane', description_html } }
    expect(
      await atlas.changingNothing(() => vic.refused('createPublicRequest', { params: intake, body })),
    ).toMatchObject({ code: 'invalid', error: 'Requests can’t contain mentions.' })
  })
})

const photo = async () => ({
  name: 'crane.png',
  type: 'image/png',
  bytes: await sharp({ create: { width: 600, height: 300, channels: 3, background: '#205080' } })
    .png()
    .toBuffer(),
})
type Kind = 'ISSUE_DESCRIPTION' | 'COMMENT_DESCRIPTION'
const announce = async (who: ApiClient, entity_type: Kind, more: object = {}) => {
  const { name, type, bytes } = await photo()
  return {
    params: { anchor: intake.anchor },
    body: { name, type, size: bytes.length, entity_type, ...more },
    who,
  }
}
async function upload(who = vic, kind: Kind = 'ISSUE_DESCRIPTION'): Promise<string> {
  const { params, body } = await announce(who, kind)
  const target = await who.call('createPublicAsset', { params, body })
  expect((await uploadToStorage(atlas.server, target, await photo())).status).toBe(204)
  await who.call('confirmPublicAsset', { params: { ...params, asset_id: target.asset_id }, body: {} })
  return target.asset_id
}
const open = async (who: ApiClient | { cookie: string }, asset: string) =>
  (await fetchAsUser(atlas.server, who, `/api/public/assets/v2/anchor/${intake.anchor}/${asset}/`)).status
const nobody = { cookie: '' }
const image = (id: string) => `<p>See</p><image-component src="${id}"></image-component>`

describe('a request of a visitor', () => {
  test('notifies the admins of the project, and nobody else', async () => {
    const { ann, max } = atlas.cast
    const members = [{ member_id: max.id, role: role.member }]
    await ann.call('addProjectMembers', { params: place, body: { members } })
    const { id } = await submit(vic, { name: 'Please turn it' })
    await waitForIdleFeedReader(notificationsReader.name, atlas)
    const inbox = async (who: ApiClient) => {
      const answer = await who.call('listNotifications', { params: { slug: place.slug }, query: {} })
      return (Array.isArray(answer) ? answer : answer.results).filter(
        ({ entity_identifier }) => entity_identifier === id,
      )
    }
    expect(await inbox(ann)).toMatchObject([
      {
        ...{ triggered_by: vic.id, is_intake_issue: true },
        data: { issue_activities: [{ field: 'intake', new_value: 'submitted', actor: vic.id }] },
      },
    ])
    expect(await inbox(max)).toEqual([])
    // If a member creates an intake request inside Tandem, nobody gets this notification, because the request does
    // not come from a public board.
    const own = await max.call('createInboxIssue', { params: place, body: { issue: { name: 'Inside' } } })
    await waitForIdleFeedReader(notificationsReader.name, atlas)
    const [row] = await runSql<{ count: number }>(
      atlas.server.databaseUrl,
      'select count(*)::int as count from notifications where entity_identifier = $1',
      [own.id],
    )
    expect(row?.count).toBe(0)
  })
})

describe('a picture of a visitor', () => {
  test('is shown in the request to its author and to the project', async () => {
    const id = await upload()
    expect(await open(vic, id)).toBe(200)
    expect(await open(val, id)).toBe(404)
    const sent = await submit(vic, { description_html: image(id) })
    const { slug, project_id } = place
    const inside = `/api/assets/v2/workspaces/${slug}/projects/${project_id}/${id}/`
    expect((await fetchAsUser(atlas.server, atlas.cast.ann, inside)).status).toBe(200)
    expect((await fetchAsUser(atlas.server, vic, inside)).status).toBe(404)
    expect(await open(nobody, id)).toBe(404)
    await decide(sent.id, { status: intakeStatus.accepted })
    expect(await open(nobody, id)).toBe(200)
  })

  test('is shown to everybody in a public comment', async () => {
    const item = await atlas.make('Shown', {}, atlas.cast.ann, place)
    const id = await upload(vic, 'COMMENT_DESCRIPTION')
    const params = { anchor: intake.anchor, issue_id: item.id }
    await vic.call('addPublishedComment', { params, body: { comment_html: image(id) } })
    expect(await open(nobody, id)).toBe(200)
    const body = { comment_html: image(id) }
    expect(await val.refused('addPublishedComment', { params, body })).toMatchObject({ code: 'invalid' })
  })

  test('is confirmed, deleted, restored and attached only by its uploader', async () => {
    const id = await upload()
    const request = await submit()
    const params = { anchor: intake.anchor, asset_id: id }
    const attach = { params: { anchor: intake.anchor, text_id: request.id }, body: { asset_ids: [id] } }
    for (const who of [val, atlas.cast.ann])
      await atlas.changingNothing(async () => {
        for (const refusal of [
          who.refused('confirmPublicAsset', { params, body: {} }),
          who.refused('deletePublicAsset', { params }),
          who.refused('restorePublicAsset', { params }),
          who.refused('adoptPublicAssets', attach),
        ])
          expect(await refusal).toMatchObject({ code: 'not_found' })
      })
    await vic.call('deletePublicAsset', { params })
    expect(await open(vic, id)).toBe(404)
    await vic.call('restorePublicAsset', { params })
    expect(await open(vic, id)).toBe(200)
    await vic.call('adoptPublicAssets', attach)
    const [row] = await runSql<{ entity_identifier: string }>(
      atlas.server.databaseUrl,
      'select entity_identifier from file_assets where id = $1',
      [id],
    )
    expect(row?.entity_identifier).toBe(request.id)
  })

  test('belongs to the project after its request is accepted', async () => {
    const id = await upload()
    const request = await submit()
    const params = { anchor: intake.anchor, asset_id: id }
    const attach = { params: { anchor: intake.anchor, text_id: request.id }, body: { asset_ids: [id] } }
    await vic.call('adoptPublicAssets', attach)
    await vic.call('deletePublicAsset', { params })
    await vic.call('restorePublicAsset', { params })
    await decide(request.id, { status: intakeStatus.accepted })
    await atlas.changingNothing(async () => {
      expect(await vic.refused('deletePublicAsset', { params })).toMatchObject({ code: 'not_found' })
    })
  })

  test('in a text of the project cannot be deleted by a former member', async () => {
    const id = await upload()
    const params = { anchor: intake.anchor, asset_id: id }
    for (const type of ['ISSUE_DESCRIPTION', 'PAGE_DESCRIPTION']) {
      await runSql(
        atlas.server.databaseUrl,
        'update file_assets set entity_type = $2, entity_identifier = $3 where id = $1',
        [id, type, newId()],
      )
      await atlas.changingNothing(async () => {
        expect(await vic.refused('deletePublicAsset', { params })).toMatchObject({ code: 'not_found' })
      })
    }
  })

  test('in a comment is changed only while the board shows the item', async () => {
    const item = await atlas.make('Hidden later', {}, atlas.cast.ann, place)
    const id = await upload(vic, 'COMMENT_DESCRIPTION')
    const comment = await vic.call('addPublishedComment', {
      params: { anchor: intake.anchor, issue_id: item.id },
      body: { comment_html: image(id) },
    })
    const params = { anchor: intake.anchor, asset_id: id }
    const attach = { params: { anchor: intake.anchor, text_id: comment.id }, body: { asset_ids: [id] } }
    await vic.call('adoptPublicAssets', attach)
    await vic.call('deletePublicAsset', { params })
    await vic.call('restorePublicAsset', { params })
    await runSql(atlas.server.databaseUrl, 'update work_items set is_draft = true where id = $1', [item.id])
    await atlas.changingNothing(async () => {
      expect(await vic.refused('adoptPublicAssets', attach)).toMatchObject({ code: 'not_found' })
      expect(await vic.refused('deletePublicAsset', { params })).toMatchObject({ code: 'not_found' })
    })
  })

  test('is rejected if it is too large, no picture, or if the board does not accept it', async () => {
    const refuse = async (kind: Kind, more: object) => {
      const { params, body } = await announce(vic, kind, more)
      return atlas.changingNothing(() => vic.refused('createPublicAsset', { params, body }))
    }
    expect(await refuse('ISSUE_DESCRIPTION', { size: 100_000_000 })).toMatchObject({ code: 'too_large' })
    expect(await refuse('ISSUE_DESCRIPTION', { type: 'application/zip' })).toMatchObject({ code: 'invalid' })
    await allow({ intake: null })
    expect(await refuse('ISSUE_DESCRIPTION', {})).toMatchObject({ code: 'invalid' })
    await allow({ intake: place.project_id, is_comments_enabled: false })
    expect(await refuse('COMMENT_DESCRIPTION', {})).toMatchObject({ code: 'invalid' })
    await allow({ is_comments_enabled: true })
  })

  test('cannot be sent after the board stops accepting its kind of picture', async () => {
    const { params, body } = await announce(vic, 'ISSUE_DESCRIPTION')
    const target = await vic.call('createPublicAsset', { params, body })
    const send = async () => (await uploadToStorage(atlas.server, target, await photo())).status
    await changeProject({ inbox_view: false })
    expect(await send()).toBe(404)
    await changeProject({ inbox_view: true })
    await runSql(atlas.server.databaseUrl, 'update workspaces set deleted_at = now() where slug = $1', [
      place.slug,
    ])
    expect(await send()).toBe(404)
    await runSql(atlas.server.databaseUrl, 'update workspaces set deleted_at = null where slug = $1', [
      place.slug,
    ])
    expect(await send()).toBe(204)
  })

  test('that finds no room does not tell visitors how much the workspace stores', async () => {
    await makeInstanceAdmin(atlas.server, atlas.cast.ann.id)
    const limit = (value: number | null) =>
      atlas.cast.ann.call('updateConfigurations', { body: { WORKSPACE_STORAGE_LIMIT: value } })
    await limit(100)
    const { params, body } = await announce(vic, 'ISSUE_DESCRIPTION')
    const { code, error } = await vic.refused('createPublicAsset', { params, body })
    await limit(null)
    expect({ code, error }).toEqual({ code: 'too_large', error: 'There is no room for this file.' })
  })

  test('cannot be sent after the board is unpublished', async () => {
    const { params, body } = await announce(vic, 'ISSUE_DESCRIPTION')
    const target = await vic.call('createPublicAsset', { params, body })
    await runSql(atlas.server.databaseUrl, 'update deploy_boards set is_disabled = true where id = $1', [
      board_id,
    ])
    expect((await uploadToStorage(atlas.server, target, await photo())).status).toBe(404)
    await runSql(atlas.server.databaseUrl, 'update deploy_boards set is_disabled = false where id = $1', [
      board_id,
    ])
  })
})

test('one account can submit 30 requests per hour', async () => {
  const busy = await createSignedInUser(atlas.server, 'busy@example.com', { name: 'Busy' })
  for (let sent = 0; sent < 30; sent++) await submit(busy)
  expect(
    await busy.refused('createPublicRequest', { params: intake, body: { issue: { name: 'Too many' } } }),
  ).toMatchObject({ code: 'rate_limited' })
})
