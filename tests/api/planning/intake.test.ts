import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createOrm } from '#api/create-orm.ts'
import { unsnoozeDueIntakeItems } from '#api/planning/intake/wake.ts'
import { createBus } from '#api/platform/bus.ts'
import { activitiesReader } from '#api/work/activities/reader.ts'
import { intakePageSize, intakeStatus } from '#common/planning/intake/rules.ts'
import { type ApiClient, runSql } from '../../support/api-client.ts'
import {
  type ProjectPathParams,
  type ProjectTestServer,
  startProjectTestServer,
} from '../../support/project-test-server.ts'
import { attachFileToItem, fetchAsUser } from '../../support/upload.ts'

const { pending, declined, snoozed, accepted, duplicate } = intakeStatus

let atlas: ProjectTestServer
let place: ProjectPathParams
let projects = 0

beforeAll(async () => {
  atlas = await startProjectTestServer({}, undefined, [activitiesReader])
})
afterAll(() => atlas.close())

beforeEach(async () => {
  place = await atlas.makeProject(`Fresh ${++projects}`, `F${projects}`)
  const { ann, max, gus } = atlas.cast
  await ann.call('updateProject', { params: place, body: { inbox_view: true } })
  const members = [
    { member_id: max.id, role: 15 },
    { member_id: gus.id, role: 5 },
  ]
  await ann.call('addProjectMembers', { params: place, body: { members } })
})

const at = ({ id }: { id: string }) => ({ ...place, inbox_issue_id: id })
const itemAt = ({ id }: { id: string }) => ({ ...place, id })
const said = (message: string, field = 'issue.name') => ({ status: 400, fields: { [field]: [message] } })
const later = () => new Date(Date.now() + 86_400_000).toISOString()

function send(name: string, more: object = {}, who: ApiClient = atlas.cast.ann) {
  return who.call('createInboxIssue', { params: place, body: { issue: { name, ...more } } })
}
function decide(item: { id: string }, body: object, who: ApiClient = atlas.cast.ann) {
  return who.call('updateInboxIssue', { params: at(item), body })
}
function refused(item: { id: string }, body: object, who: ApiClient = atlas.cast.ann) {
  return who.refused('updateInboxIssue', { params: at(item), body })
}
async function listed(query: Record<string, string> = {}, who: ApiClient = atlas.cast.ann) {
  const { results } = await who.call('listInboxIssues', { params: place, query })
  return results.map(({ issue }) => issue.name)
}
async function waiting() {
  const projects = await atlas.cast.ann.call('listProjects', { params: place })
  return projects.find(({ id }) => id === place.project_id)?.intake_count
}

describe('a submitted item', () => {
  test('is pending, counted, and in no list, search, trash or board', async () => {
    const { ann, gus } = atlas.cast
    const sent = await send('Window sticks', { priority: 'high', description_html: '<p>Since May</p>' }, gus)
    expect(sent).toMatchObject({
      status: pending,
      source: 'IN_APP',
      snoozed_till: null,
      duplicate_issue_detail: null,
      issue: { id: sent.id, name: 'Window sticks', priority: 'high', state__group: 'triage', sequence_id: 1 },
    })
    expect(await waiting()).toBe(1)
    expect(await listed()).toEqual(['Window sticks'])
    const lists = await Promise.all([
      ann.call('listWorkItems', { params: place }),
      ann.call('listWorkspaceWorkItems', { params: place }),
      ann.call('listDetailedWorkItems', { params: place }),
      ann.call('syncWorkItems', { params: place }),
      ann.call('listUserWorkItems', { params: { ...place, user_id: gus.id } }),
    ])
    expect(lists.map(({ results }) => results)).toEqual([[], [], [], [], []])
    expect(await ann.call('pickWorkItems', { params: place, query: { issues: sent.id } })).toEqual([])
    expect(await ann.call('searchWorkItems', { params: place, query: { search: 'Window' } })).toEqual([])
    const found = await ann.call('searchEntities', {
      params: place,
      query: { query_type: 'issue', query: 'Window' },
    })
    expect(found.issue).toEqual([])
    expect(await ann.call('getInboxIssue', { params: at(sent) })).toMatchObject({
      issue: { description_html: '<p>Since May</p>', is_intake: true },
    })
  })

  test('requires a title and a valid priority', async () => {
    const create = (issue: object) =>
      atlas.cast.max.refused('createInboxIssue', {
        params: place,
        body: { issue: issue as { name: string } },
      })
    expect(await create({})).toMatchObject(said('Name is required'))
    expect(await create({ name: '  ' })).toMatchObject(said('Name is required'))
    expect(await create({ name: 'x', priority: 'soon' })).toMatchObject(
      said('Invalid priority', 'issue.priority'),
    )
    expect(await create({ name: 'x', start_date: '2026-02-02', target_date: '2026-02-01' })).toMatchObject({
      status: 400,
    })
    expect(await waiting()).toBe(0)
  })

  test('is visible only to its guest until the project shows everything to guests', async () => {
    const { ann, gus } = atlas.cast
    const theirs = await send('Of Ann')
    const own = await send('Of Gus', {}, gus)
    expect(await listed({}, gus)).toEqual(['Of Gus'])
    expect(await gus.refused('getInboxIssue', { params: at(theirs) })).toMatchObject({ status: 404 })
    const text = { ...place, id: theirs.id }
    expect(await gus.refused('listIntakeVersions', { params: text })).toMatchObject({ status: 404 })
    expect(await gus.refused('listHistory', { params: text })).toMatchObject({ status: 404 })
    await ann.call('updateProject', { params: place, body: { guest_view_all_features: true } })
    expect(await listed({}, gus)).toEqual(['Of Gus', 'Of Ann'])
    expect(await gus.call('getInboxIssue', { params: at(own) })).toMatchObject({ id: own.id })
    expect(await refused(theirs, { issue: { name: 'Mine' } }, gus)).toMatchObject({
      status: 403,
      error: 'You cannot edit intake issues',
    })
  })

  test('has files of its guest, which its guest and the reviewers read and delete', async () => {
    const { ann, gus } = atlas.cast
    const [own, theirs] = [await send('Of Gus', {}, gus), await send('Of Ann')]
    const file = { name: 'leak.txt', type: 'text/plain', bytes: new TextEncoder().encode('drip') }
    const attach = (one: { id: string }) => attachFileToItem(atlas.server, gus, itemAt(one), file)
    const attached = await attach(own)
    expect(await ann.call('listAttachments', { params: itemAt(own) })).toEqual([attached])
    for (const who of [ann, gus])
      expect(await (await fetchAsUser(atlas.server, who, attached.asset_url)).text()).toBe('drip')
    const announced = { name: file.name, type: file.type, size: file.bytes.byteLength }
    expect(await gus.refused('createAttachment', { params: itemAt(theirs), body: announced })).toMatchObject({
      status: 404,
    })
    expect(await gus.refused('listAttachments', { params: itemAt(theirs) })).toMatchObject({ status: 404 })
    const hidden = await attachFileToItem(atlas.server, ann, itemAt(theirs), file)
    expect((await fetchAsUser(atlas.server, gus, hidden.asset_url)).status).toBe(404)
    const at = (one: { id: string }, { id }: { id: string }) => ({ ...itemAt(one), attachment_id: id })
    expect(await gus.refused('deleteAttachment', { params: at(theirs, hidden) })).toMatchObject({
      status: 404,
    })
    // The guest sees a file of a reviewer in the guest's own request, but may not delete it.
    const answer = await attachFileToItem(atlas.server, ann, itemAt(own), file)
    expect((await fetchAsUser(atlas.server, gus, answer.asset_url)).status).toBe(200)
    expect(await gus.refused('deleteAttachment', { params: at(own, answer) })).toMatchObject({ status: 403 })
    await gus.call('deleteAttachment', { params: at(own, attached) })
    await ann.call('deleteAttachment', { params: at(own, answer) })
    expect(await gus.call('listAttachments', { params: itemAt(own) })).toEqual([])
    expect((await fetchAsUser(atlas.server, gus, attached.asset_url)).status).toBe(404)
  })

  test('is published to its author and to those who see the whole project', async () => {
    const { gus } = atlas.cast
    const changes = await atlas.changes(() => send('Heard', {}, gus))
    const intake = changes.find(({ entity }) => entity === 'intake_issues')
    const item = changes.find(({ entity }) => entity === 'work_items')
    expect(intake?.audience).toEqual([`project:${place.project_id}`, `creator:${place.project_id}:${gus.id}`])
    expect(item?.audience).toEqual(intake?.audience)
    expect(intake?.fields).not.toHaveProperty('source_email')
  })

  test('cannot have a state, parent, sub-item, relation or another project', async () => {
    const { ann } = atlas.cast
    const sent = await send('Waiting')
    const item = await atlas.make('There', {}, ann, place)
    const [backlog] = (await ann.call('listStates', { params: place })) as { id: string }[]
    const change = (body: object) => ann.refused('updateWorkItem', { params: itemAt(sent), body })
    expect(await change({ state_id: backlog?.id })).toMatchObject({ status: 400 })
    expect(await change({ parent_id: item.id })).toMatchObject({ status: 400 })
    await ann.call('updateProject', { params: place, body: { module_view: true } })
    const engine = await ann.call('createModule', { params: place, body: { name: 'Waits' } })
    expect(await change({ module_ids: [engine.id] })).toMatchObject({ status: 400 })
    const toModules = { params: itemAt(sent), body: { modules: [engine.id] } }
    expect(await ann.refused('setWorkItemModules', toModules)).toMatchObject({ status: 400 })
    expect(
      await ann.refused('addSubItems', { params: itemAt(sent), body: { sub_issue_ids: [item.id] } }),
    ).toMatchObject({ status: 400 })
    expect(
      await ann.refused('createWorkItem', { params: place, body: { name: 'Part', parent_id: sent.id } }),
    ).toMatchObject({ status: 400 })
    const body = { relation_type: 'relates_to' as const, issues: [item.id] }
    expect(await ann.refused('createRelations', { params: itemAt(sent), body })).toMatchObject({
      status: 403,
    })
    const other = await atlas.makeProject(`Other ${++projects}`, `O${projects}`)
    expect(
      await ann.refused('moveWorkItems', {
        params: place,
        body: { issue_ids: [sent.id], new_project_id: other.project_id },
      }),
    ).toMatchObject({ status: 400 })
    expect(
      await ann.call('updateWorkItem', { params: itemAt(sent), body: { priority: 'low' } }),
    ).toMatchObject({
      priority: 'low',
      state__group: 'triage',
    })
  })

  test('has comments, links and versions like any item', async () => {
    const { max, gus } = atlas.cast
    const sent = await send('Talked about', { description_html: '<p>First</p>' }, gus)
    const params = itemAt(sent)
    await max.call('createComment', { params, body: { comment_html: '<p>Which window?</p>' } })
    await gus.call('createComment', { params, body: { comment_html: '<p>The left one</p>' } })
    expect(await gus.call('listComments', { params })).toHaveLength(2)
    await max.call('createLink', { params, body: { url: 'https://example.com' } })
    const { results } = await gus.call('listIntakeVersions', { params })
    const version_id = results[0]?.id ?? ''
    expect(await gus.call('getIntakeVersion', { params: { ...params, version_id } })).toMatchObject({
      description_html: '<p>First</p>',
    })
  })
})

describe('a decision', () => {
  test('to accept moves the item to the default state with the edits sent along', async () => {
    const { ann, max } = atlas.cast
    const sent = await send('Rough', {}, max)
    const label = await ann.call('createLabel', { params: place, body: { name: 'Bug!' } })
    const body = { status: accepted, issue: { name: 'Fine', priority: 'urgent', label_ids: [label.id] } }
    expect(await decide(sent, body)).toMatchObject({
      status: accepted,
      issue: { name: 'Fine', priority: 'urgent', label_ids: [label.id], state__group: 'backlog' },
    })
    const { results } = await ann.call('listWorkItems', { params: place })
    expect(results).toMatchObject([{ id: sent.id, name: 'Fine' }])
    expect(await listed()).toEqual([])
    expect(await listed({ status: '1,-1,2' })).toEqual(['Fine'])
    expect(await waiting()).toBe(0)
  })

  test('to accept into a chosen state is rejected if an edit is invalid', async () => {
    const states = (await atlas.cast.ann.call('listStates', { params: place })) as {
      id: string
      group: string
    }[]
    const started = states.find(({ group }) => group === 'started')?.id
    const sent = await send('Careful')
    const bad = { name: 'Changed', start_date: '2026-02-02', target_date: '2026-02-01' }
    expect(await refused(sent, { status: accepted, issue: bad })).toMatchObject({ status: 400 })
    expect(await atlas.stored(sent)).toMatchObject({ name: 'Careful', state__group: 'triage' })
    expect(await decide(sent, { status: accepted, issue: { state_id: started } })).toMatchObject({
      issue: { state_id: started, state__group: 'started' },
    })
  })

  test('to accept is rejected without a default state', async () => {
    const sent = await send('Nowhere to go')
    await runSql(atlas.server.databaseUrl, 'update states set "default" = false where project_id = $1', [
      place.project_id,
    ])
    expect(await refused(sent, { status: accepted })).toMatchObject({
      status: 400,
      error: 'Cannot accept intake issue: No default state found for the project',
    })
  })

  test('to decline keeps the item, and can be undone', async () => {
    const sent = await send('Not now')
    expect(await decide(sent, { status: declined })).toMatchObject({ status: declined })
    expect(await listed()).toEqual([])
    expect(await listed({ status: '-1' })).toEqual(['Not now'])
    expect(await waiting()).toBe(0)
    await decide(sent, { status: pending })
    expect(await waiting()).toBe(1)
  })

  test('to snooze ends by itself, or when the date is removed', async () => {
    const sent = await send('Later')
    expect(await refused(sent, { status: snoozed })).toMatchObject({ status: 400 })
    expect(await refused(sent, { status: snoozed, snoozed_till: '2020-01-01T00:00:00Z' })).toMatchObject({
      status: 400,
    })
    const beyond = { snoozed_till: '9999-12-31T23:59:59-12:00' }
    expect(await refused(sent, beyond)).toMatchObject({ status: 400, code: 'invalid' })
    const snoozed_till = later()
    expect(await decide(sent, { snoozed_till })).toMatchObject({ status: snoozed, snoozed_till })
    expect([await listed(), await listed({ status: '0' }), await waiting()]).toEqual([[], ['Later'], 0])
    expect(await decide(sent, { snoozed_till: null })).toMatchObject({ status: pending, snoozed_till: null })
    await decide(sent, { status: snoozed, snoozed_till })
    await runSql(atlas.server.databaseUrl, `update intake_issues set snoozed_till = now() where id = $1`, [
      sent.id,
    ])
    expect([await listed(), await listed({ status: '0' })]).toEqual([['Later'], []])
    const orm = await createOrm(atlas.server.databaseUrl, createBus(null))
    try {
      const changes = await atlas.changes(() => unsnoozeDueIntakeItems(orm))
      expect(changes.map(({ entity, fields }) => [entity, fields])).toEqual([
        ['intake_issues', expect.objectContaining({ status: pending, snoozed_till: null })],
        ['projects', expect.objectContaining({ intake_count: 1 })],
      ])
    } finally {
      await orm.close()
    }
  })

  test('to mark a duplicate needs another item of the project, shown to those who see it', async () => {
    const { ann, gus } = atlas.cast
    const original = await atlas.make('Original', {}, ann, place)
    const sent = await send('Again', {}, gus)
    const waits = await send('Waits too')
    const elsewhere = await atlas.make('Elsewhere')
    for (const duplicate_to of [undefined, null, sent.id, waits.id, elsewhere.id])
      expect(await refused(sent, { status: duplicate, duplicate_to })).toMatchObject({ status: 400 })
    const answer = await decide(sent, { status: duplicate, duplicate_to: original.id })
    expect(answer).toMatchObject({ duplicate_to: original.id, duplicate_issue_detail: { name: 'Original' } })
    expect(await gus.call('getInboxIssue', { params: at(sent) })).toMatchObject({
      status: duplicate,
      duplicate_issue_detail: null,
    })
    expect(await decide(sent, { status: declined })).toMatchObject({ duplicate_to: null })
  })

  test('is for admins only; guests may only edit the text', async () => {
    const { max, gus } = atlas.cast
    const ofMax = await send('Of Max', {}, max)
    const ofGus = await send('Of Gus', {}, gus)
    const decisions = [
      { status: accepted },
      { status: declined },
      { snoozed_till: later() },
      { duplicate_to: ofMax.id },
    ]
    for (const body of decisions) {
      expect(await refused(ofMax, body, max)).toMatchObject({ status: 403 })
      expect(await refused(ofGus, body, gus)).toMatchObject({ status: 403 })
      expect(await refused(ofGus, body, max)).toMatchObject({ status: 403 })
    }
    const [rename, sent] = [{ name: 'Not mine' }, itemAt(ofGus)]
    expect(await max.refused('updateWorkItem', { params: sent, body: rename })).toMatchObject({ status: 403 })
    expect(await decide(ofMax, { issue: { priority: 'low' } }, max)).toMatchObject({
      issue: { priority: 'low' },
    })
    const words = { name: 'Better', description_html: '<p>Said well</p>' }
    expect(await decide(ofGus, { issue: words }, gus)).toMatchObject({ issue: { name: 'Better' } })
    expect(await refused(ofGus, { issue: { priority: 'low' } }, gus)).toMatchObject({ status: 403 })
    const body = { priority: 'low' as const }
    expect(await gus.refused('updateWorkItem', { params: itemAt(ofGus), body })).toMatchObject({
      status: 403,
    })
    expect(await refused(ofGus, { status: 3 })).toMatchObject({ status: 400 })
  })

  test('to accept can be undone unless the project depends on the item', async () => {
    const { ann } = atlas.cast
    const [free, bound] = [await send('Free'), await send('Bound')]
    await decide(free, { status: accepted })
    await decide(bound, { status: accepted })
    expect(await decide(free, { status: pending })).toMatchObject({
      status: pending,
      issue: { state__group: 'triage' },
    })
    await ann.call('createWorkItem', { params: place, body: { name: 'Part', parent_id: bound.id } })
    expect(await refused(bound, { status: pending })).toMatchObject({ status: 409 })
    expect(await waiting()).toBe(1)
    await ann.call('updateProject', { params: place, body: { is_epic_enabled: true, module_view: true } })
    const epic = await send('An epic')
    await decide(epic, { status: accepted })
    await ann.call('convertToEpic', { params: itemAt(epic) })
    expect(await refused(epic, { status: pending })).toMatchObject({ status: 409 })
    const module = await ann.call('createModule', { params: place, body: { name: 'Engine' } })
    const planned = await send('Planned')
    await decide(planned, { status: accepted })
    await ann.call('updateWorkItem', { params: itemAt(planned), body: { module_ids: [module.id] } })
    await decide(planned, { status: pending })
    expect(await atlas.stored(planned)).toMatchObject({ state__group: 'triage', module_ids: [] })
  })

  test('appears in the history without states that nobody chose', async () => {
    const { ann } = atlas.cast
    const original = await atlas.make('Original', {}, ann, place)
    const sent = await send('Told')
    const snoozed_till = later()
    await decide(sent, { snoozed_till })
    await decide(sent, { status: duplicate, duplicate_to: original.id })
    await decide(sent, { status: accepted })
    const told = async () =>
      (await ann.call('listHistory', { params: itemAt(sent) })).flatMap((record) =>
        'verb' in record ? [[record.field, record.old_value, record.new_value]] : [],
      )
    await expect.poll(told).toEqual([
      [null, null, null],
      ['snoozed_till', '', snoozed_till],
      ['duplicate_to', '', expect.stringMatching(/^F\d+-1$/)],
      ['intake', 'duplicate', 'accepted'],
    ])
  })
})

describe('intake', () => {
  test('is listed in pages of ten, sorted, and filtered by status and properties', async () => {
    for (let at = 0; at < 12; at++) await send(`Item ${at}`, { priority: at < 3 ? 'high' : 'none' })
    const { ann } = atlas.cast
    const first = await ann.call('listInboxIssues', { params: place, query: {} })
    expect(first).toMatchObject({
      total_results: 12,
      next_cursor: expect.stringMatching(/^10:1:0:/),
      next_page_results: true,
    })
    expect(intakePageSize).toBe(10)
    expect(first.results).toHaveLength(intakePageSize)
    expect(first.results[0]?.issue.name).toBe('Item 11')
    const second = await ann.call('listInboxIssues', { params: place, query: { cursor: '10:1:0' } })
    expect(second.results.map(({ issue }) => issue.name)).toEqual(['Item 1', 'Item 0'])
    expect(await listed({ priority: 'high', order_by: 'issue__sequence_id' })).toEqual([
      'Item 0',
      'Item 1',
      'Item 2',
    ])
    const filtered = (tree: object, status = '-2') => listed({ status, filters: JSON.stringify(tree) })
    for (const field of ['created_at', 'updated_at']) {
      expect(await filtered({ [`${field}__range`]: '2000-01-01,2000-12-31' })).toEqual([])
      expect(await filtered({ [`${field}__range`]: '2000-01-01,2999-12-31' })).toHaveLength(10)
    }
    const [newest] = first.results
    await decide({ id: newest?.id ?? '' }, { status: accepted })
    const item = await ann.call('getWorkItem', { params: { ...place, id: newest?.id ?? '' }, query: {} })
    expect(await filtered({ state_id__in: item.state_id }, '1,-1,2')).toEqual(['Item 11'])
    expect(await filtered({ not: { state_id__in: item.state_id } }, '1,-1,2')).toEqual([])
    for (const query of [{ status: '7' }, { order_by: 'name' }, { status: '' }])
      expect(await ann.refused('listInboxIssues', { params: place, query: query as never })).toMatchObject({
        status: 400,
      })
  })

  test('restores a deleted item from the trash as it was', async () => {
    const { ann, gus } = atlas.cast
    const sent = await send('Wrong place', {}, gus)
    await gus.call('deleteInboxIssue', { params: at(sent) })
    expect([await listed(), await waiting()]).toEqual([[], 0])
    await gus.call('restoreWorkItem', { params: itemAt(sent) })
    expect([await listed(), await waiting()]).toEqual([['Wrong place'], 1])
    expect(await atlas.stored(sent)).toMatchObject({ state__group: 'triage' })
    const taken = await send('Taken')
    await decide(taken, { status: accepted })
    await ann.call('deleteInboxIssue', { params: at(taken) })
    expect(await atlas.stored(taken)).toMatchObject({ deleted_at: null, state__group: 'backlog' })
    expect(await ann.refused('getInboxIssue', { params: at(taken) })).toMatchObject({ status: 404 })
  })

  test('is not found and accepts nothing when turned off, but keeps its items', async () => {
    const { ann, gus } = atlas.cast
    const sent = await send('Kept', {}, gus)
    const comment = { params: itemAt(sent), body: { comment_html: '<p>More</p>' } }
    const { id: comment_id } = await gus.call('createComment', comment)
    const trashed = await send('Trashed', {}, gus)
    await ann.call('deleteWorkItem', { params: itemAt(trashed) })
    await ann.call('updateProject', { params: place, body: { inbox_view: false } })
    expect(await ann.refused('listInboxIssues', { params: place, query: {} })).toMatchObject({
      status: 404,
      error: 'Intake not found',
    })
    const off = { status: 400, error: 'This feature is turned off in the project' }
    const body = { issue: { name: 'More' } }
    expect(await ann.refused('createInboxIssue', { params: place, body })).toMatchObject(off)
    expect(await refused(sent, { status: accepted })).toMatchObject(off)
    const params = itemAt(sent)
    const file = { name: 'leak.txt', type: 'text/plain', size: 4 }
    const picture = { name: 'leak.png', type: 'image/png', size: 4 }
    await atlas.changingNothing(async () => {
      expect(await gus.refused('createAttachment', { params, body: file })).toMatchObject(off)
      expect(await gus.refused('createComment', comment)).toMatchObject(off)
      expect(await gus.refused('updateWorkItem', { params, body: { name: 'More' } })).toMatchObject(off)
      expect(await ann.refused('deleteWorkItem', { params })).toMatchObject(off)
      expect(await ann.refused('restoreWorkItem', { params: itemAt(trashed) })).toMatchObject(off)
      const subscriber = atlas.cast.max.id
      expect(await ann.refused('addSubscriber', { params, body: { subscriber } })).toMatchObject(off)
      for (const [entity_type, entity_identifier] of [
        ['ISSUE_DESCRIPTION', sent.id],
        ['COMMENT_DESCRIPTION', comment_id],
      ] as const)
        expect(
          await gus.refused('createProjectAsset', {
            params: place,
            body: { ...picture, entity_type, entity_identifier },
          }),
        ).toMatchObject({ status: 403 })
    })
    await ann.call('updateProject', { params: place, body: { inbox_view: true } })
    expect(await listed()).toEqual(['Kept'])
  })

  test('handles two concurrent decisions one after the other and counts correctly', async () => {
    const sent = await Promise.all(Array.from({ length: 6 }, (_, at) => send(`At once ${at}`)))
    await Promise.all(
      sent.slice(0, 4).map((one, at) => decide(one, { status: at % 2 ? declined : accepted })),
    )
    expect(await waiting()).toBe(2)
  })

  test('does not delete an item that was accepted meanwhile', async () => {
    const { ann, gus } = atlas.cast
    for (let round = 0; round < 4; round++) {
      const sent = await send('Both ways', {}, gus)
      const [took] = await Promise.allSettled([
        decide(sent, { status: accepted }),
        gus.call('deleteInboxIssue', { params: at(sent) }),
      ])
      const { deleted_at } = await atlas.stored(sent)
      expect(deleted_at === null).toBe(took.status === 'fulfilled')
      const again = await send('Twice', {}, gus)
      await decide(again, { status: accepted })
      const outs = await Promise.allSettled(
        [ann, gus, ann].map((who) => who.call('deleteInboxIssue', { params: at(again) })),
      )
      const refusals = outs.flatMap((out) => (out.status === 'rejected' ? [String(out.reason)] : []))
      expect(refusals).toEqual([expect.stringContaining('404'), expect.stringContaining('404')])
    }
  })

  test('keeps its row when an accepted item moves to another project', async () => {
    const { ann } = atlas.cast
    const sent = await send('Moves')
    await decide(sent, { status: accepted })
    const other = await atlas.makeProject(`Other ${++projects}`, `O${projects}`)
    await ann.call('moveWorkItems', {
      params: place,
      body: { issue_ids: [sent.id], new_project_id: other.project_id },
    })
    expect(await listed({ status: '1' })).toEqual([])
    const [row] = await runSql<{ project_id: string }>(
      atlas.server.databaseUrl,
      'select project_id from intake_issues where id = $1',
      [sent.id],
    )
    expect(row?.project_id).toBe(other.project_id)
  })
})
