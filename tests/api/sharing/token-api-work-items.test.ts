import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { notificationsReader } from '#api/personal/notifications/reader.ts'
import { activitiesReader } from '#api/work/activities/reader.ts'
import { pollUntilTrue } from '../../support/document-clients.ts'
import { expectStatus, startTokenApi, type TokenApi } from '../../support/token-api.ts'

let api: TokenApi
let server: TokenApi['server']
let cast: TokenApi['cast']
let ann: TokenApi['ann']
let max: TokenApi['max']
let slug: TokenApi['slug']
let project: TokenApi['project']
let states: TokenApi['states']
let at: TokenApi['at']
let send: TokenApi['send']

beforeAll(async () => {
  api = await startTokenApi([activitiesReader, notificationsReader])
  ;({ server, cast, ann, max, slug, project, states, at, send } = api)
})
afterAll(() => api.server.close())

describe('work items', () => {
  test('manages work items', async () => {
    const label = await ann.labels.create(slug, project, { name: 'Design' })
    const made = await max.workItems.create(slug, project, {
      name: 'Book a berth',
      description_html: '<p>By map</p>',
      state: states['Todo'],
      priority: 'high',
      assignees: [cast.max.id],
      labels: [label.id],
      start_date: '2026-05-04',
      target_date: '2026-05-11',
    })
    expect(made).toMatchObject({
      name: 'Book a berth',
      description_html: '<p>By map</p>',
      state: states['Todo'],
      priority: 'high',
      assignees: [cast.max.id],
      labels: [label.id],
      start_date: '2026-05-04',
      target_date: '2026-05-11',
      project,
      created_by: cast.max.id,
    })
    const changed = await max.workItems.update(slug, project, made.id, {
      state: states['Done'],
      priority: 'low',
    })
    expect(changed).toMatchObject({ id: made.id, state: states['Done'], priority: 'low' })
    expect(await max.workItems.retrieve(slug, project, made.id)).toEqual(changed)
    expect(await max.workItems.retrieveByIdentifier(slug, `ATL-${made.sequence_id}`)).toEqual(changed)
    const expanded = await max.workItems.retrieve(slug, project, made.id, ['state', 'assignees', 'labels'])
    expect(expanded).toMatchObject({
      state: { id: states['Done'], name: 'Done', group: 'completed' },
      assignees: [{ id: cast.max.id, email: cast.max.email }],
      labels: [{ id: label.id, name: 'Design' }],
    })
    const other = await max.workItems.create(slug, project, { name: 'Refund a booking' })
    const page = await max.workItems.list(slug, project)
    expect(page).toMatchObject({ total_count: 2, count: 2 })
    expect(page.results[1]).toEqual(changed)
    const { issues } = await max.workItems.search(slug, 'refund', project)
    expect(issues).toMatchObject([{ id: other.id, name: 'Refund a booking', project__identifier: 'ATL' }])
    await max.workItems.delete(slug, project, other.id)
    await expectStatus(max.workItems.retrieve(slug, project, other.id), 404)
  })

  test('reads a list page by page, and only the named fields', async () => {
    const names = ['One', 'Two', 'Three']
    for (const name of names) await max.workItems.create(slug, project, { name: `Page ${name}` })
    const first = await max.workItems.list(slug, project, { per_page: 2, order_by: 'created_at' })
    expect(first).toMatchObject({ count: 2, next_page_results: true, prev_page_results: false })
    const all = [...first.results]
    let next = first
    while (next.next_page_results) {
      next = await max.workItems.list(slug, project, {
        per_page: 2,
        order_by: 'created_at',
        ...(next.next_cursor !== undefined && { cursor: next.next_cursor }),
      })
      all.push(...next.results)
    }
    expect(all.map(({ name }) => name).slice(-3)).toEqual(names.map((name) => `Page ${name}`))
    const some = await max.workItems.list(slug, project, { fields: 'id,name,unknown' })
    expect(Object.keys(some.results[0] ?? {}).toSorted()).toEqual(['id', 'name'])
  })

  test('relates work items', async () => {
    const first = await max.workItems.create(slug, project, { name: 'First' })
    const second = await max.workItems.create(slug, project, { name: 'Second' })
    await max.workItems.relations.create(slug, project, first.id, {
      relation_type: 'blocking',
      issues: [second.id],
    })
    expect(await max.workItems.relations.list(slug, project, first.id)).toMatchObject({
      blocking: [{ issue_id: second.id, project_id: project }],
    })
    await max.workItems.relations.delete(slug, project, first.id, { related_issue: second.id })
    expect(await max.workItems.relations.list(slug, project, first.id)).toMatchObject({ blocking: [] })
  })

  test('manages links, comments and activities of a work item', async () => {
    const item = await max.workItems.create(slug, project, { name: 'With links' })
    const link = await max.links.create(slug, project, item.id, { url: 'https://example.com/plan' })
    expect(link).toMatchObject({ url: 'https://example.com/plan', issue: item.id })
    await expectStatus(max.links.create(slug, project, item.id, { url: 'https://example.com/plan' }), 400)
    expect(await max.links.update(slug, project, item.id, link.id, { title: 'The plan' })).toMatchObject({
      title: 'The plan',
    })
    expect(await max.links.retrieve(slug, project, item.id, link.id)).toMatchObject({ title: 'The plan' })
    expect((await max.links.list(slug, project, item.id)).count).toBe(1)
    await max.links.delete(slug, project, item.id, link.id)
    expect((await max.links.list(slug, project, item.id)).count).toBe(0)

    const comment = await max.workItems.comments.create(slug, project, item.id, {
      comment_html: '<p>Soon</p>',
    })
    expect(comment).toMatchObject({ comment_html: '<p>Soon</p>', actor: cast.max.id, issue: item.id })
    await max.workItems.comments.update(slug, project, item.id, comment.id, { comment_html: '<p>Now</p>' })
    expect(await max.workItems.comments.retrieve(slug, project, item.id, comment.id)).toMatchObject({
      comment_html: '<p>Now</p>',
    })
    await max.workItems.comments.delete(slug, project, item.id, comment.id)
    expect((await max.workItems.comments.list(slug, project, item.id)).count).toBe(0)

    await max.workItems.update(slug, project, item.id, { priority: 'urgent' })
    const priorities = async () =>
      (await max.workItems.activities.list(slug, project, item.id)).results.filter(
        ({ field }) => field === 'priority',
      )
    await pollUntilTrue(async () => (await priorities()).length > 0)
    const [activity] = await priorities()
    expect(activity).toMatchObject({ old_value: 'none', new_value: 'urgent', actor: cast.max.id })
    expect(await max.workItems.activities.retrieve(slug, project, item.id, activity?.id ?? '')).toEqual(
      activity,
    )
  })

  test('uploads an attachment', async () => {
    const item = await max.workItems.create(slug, project, { name: 'With a file' })
    const slot = (await max.workItems.attachments.create(slug, project, item.id, {
      name: 'plan.txt',
      size: 4,
      type: 'text/plain',
    })) as unknown as { upload_data: { url: string; fields: Record<string, string> }; asset_id: string }
    const form = new FormData()
    for (const [name, value] of Object.entries(slot.upload_data.fields)) form.set(name, value)
    form.set('file', new Blob(['plan'], { type: 'text/plain' }), 'plan.txt')
    const sent = await fetch(new URL(slot.upload_data.url, server.url), { method: 'POST', body: form })
    expect(sent.status).toBe(204)
    await max.workItems.attachments.update(slug, project, item.id, slot.asset_id, { is_uploaded: true })
    const [row] = await max.workItems.attachments.list(slug, project, item.id)
    expect(row).toMatchObject({
      id: slot.asset_id,
      attributes: { name: 'plan.txt', size: 4 },
      is_uploaded: true,
    })
    const file = await fetch(
      `${server.url}/api/v1${at(`work-items/${item.id}/attachments/${slot.asset_id}/`)}`,
      {
        headers: { 'x-api-key': api.tokenOf(cast.max) },
      },
    )
    expect(await file.text()).toBe('plan')
    await max.workItems.attachments.delete(slug, project, item.id, slot.asset_id)
    expect(await max.workItems.attachments.list(slug, project, item.id)).toEqual([])
  })

  test('logs time on a work item', async () => {
    const item = await max.workItems.create(slug, project, { name: 'Takes time' })
    const sent = { duration: 45, description: 'Drawing' }
    const made = await max.workItems.workLogs.create(slug, project, item.id, sent)
    expect(made).toMatchObject({ ...sent, logged_by: cast.max.id })
    const id = made.id ?? ''
    const changed = await max.workItems.workLogs.update(slug, project, item.id, id, { duration: 60 })
    expect(changed).toMatchObject({ duration: 60 })
    expect(await max.workItems.workLogs.list(slug, project, item.id)).toMatchObject([{ id, duration: 60 }])
    const totals = await max.projects.getTotalWorkLogs(slug, project)
    expect(totals).toMatchObject([{ issue_id: item.id, duration: 60 }])
    await max.workItems.workLogs.delete(slug, project, item.id, id)
    expect(await max.workItems.workLogs.list(slug, project, item.id)).toEqual([])
  })

  test('archives work items and lists the work items of the workspace', async () => {
    const state = states['Done'] ?? ''
    const item = await max.workItems.create(slug, project, { name: 'Old work', state })
    expect((await max.workItems.listWorkspace(slug, { per_page: 1 })).results).toMatchObject([
      { id: item.id },
    ])
    await max.workItems.archive(slug, project, item.id)
    expect((await max.workItems.listArchived(slug, project)).results).toMatchObject([{ id: item.id }])
    await max.workItems.unarchive(slug, project, item.id)
    expect((await max.workItems.listArchived(slug, project)).count).toBe(0)
  })
})

describe('external ids', () => {
  const jira = (external_id: string) => ({ external_source: 'jira', external_id })
  const newRows = {
    states: { name: 'Imported', color: '#123456' },
    labels: { name: 'Imported' },
    'work-items': { name: 'Imported' },
    cycles: { name: 'Imported' },
    modules: { name: 'Imported' },
  }

  test.each(Object.entries(newRows))('of %s are unique in the project', async (kind, fields) => {
    const all = at(`${kind}/`)
    const made = await send('POST', all, { body: { ...fields, ...jira('A-1') } })
    expect(made).toMatchObject({ status: expect.toBeOneOf([200, 201]), answer: jira('A-1') })
    const { id } = made.answer
    expect((await send('GET', `${all}${id}/`)).answer).toMatchObject(jira('A-1'))

    const other = { ...fields, name: 'Other' }
    const repeated = await send('POST', all, { body: { ...other, ...jira('A-1') } })
    expect(repeated).toMatchObject({ status: 409, answer: { error: expect.any(String), id } })
    const second = await send('POST', all, { body: { ...other, ...jira('A-2') } })
    const taken = await send('PATCH', `${all}${second.answer.id}/`, { body: { external_id: 'A-1' } })
    expect(taken).toMatchObject({ status: 409, answer: { id } })
    const elsewhere = { external_source: 'github', external_id: 'A-1' }
    const changed = await send('PATCH', `${all}${second.answer.id}/`, { body: elsewhere })
    expect(changed.answer).toMatchObject(elsewhere)

    // The id of a deleted row is free again.
    await send('DELETE', `${all}${id}/`)
    const again = await send('POST', all, { body: { ...fields, name: 'Again', ...jira('A-1') } })
    expect(again.answer).toMatchObject(jira('A-1'))
  })

  test('of comments are unique in the project', async () => {
    const item = await max.workItems.create(slug, project, { name: 'Commented' })
    const comments = max.workItems.comments
    const made = await comments.create(slug, project, item.id, { comment_html: '<p>One</p>', ...jira('C-1') })
    expect(made).toMatchObject(jira('C-1'))
    const second = await comments.create(slug, project, item.id, { comment_html: '<p>Two</p>' })
    const path = at(`work-items/${item.id}/comments/`)
    expect(
      await send('POST', path, { body: { comment_html: '<p>Three</p>', ...jira('C-1') } }),
    ).toMatchObject({ status: 409, answer: { id: made.id } })
    await expect(comments.update(slug, project, item.id, second.id, jira('C-1'))).rejects.toMatchObject({
      statusCode: 409,
      response: { id: made.id },
    })
    expect(await comments.update(slug, project, item.id, second.id, jira('C-2'))).toMatchObject({
      comment_html: '<p>Two</p>',
      ...jira('C-2'),
    })
  })

  test('cannot be set by guests, because a conflict would show which ids exist', async () => {
    const params = { slug, project_id: project }
    const item = await max.workItems.create(slug, project, { name: 'Seen by guests' })
    await cast.ann.call('updateProject', { params, body: { guest_view_all_features: true } })
    const path = at(`work-items/${item.id}/comments/`)
    const body = { comment_html: '<p>From a guest</p>' }
    const refused = await send('POST', path, { as: cast.gus, body: { ...body, ...jira('C-1') } })
    expect(refused.status).toBe(403)
    expect((await send('POST', path, { as: cast.gus, body })).status).toBe(201)
    await cast.ann.call('updateProject', { params, body: { guest_view_all_features: false } })
  })

  test('of projects are stored', async () => {
    const body = { name: 'Imported', identifier: 'IMP', ...jira('10001') }
    const made = await send('POST', `/workspaces/${slug}/projects/`, { body })
    expect(made.answer).toMatchObject(jira('10001'))
    const changed = await ann.projects.update(slug, made.answer.id, { external_id: '10002' })
    expect(changed).toMatchObject(jira('10002'))
    await ann.projects.delete(slug, made.answer.id)
  })

  test('find a work item, but not for people who cannot see it', async () => {
    const made = await max.workItems.create(slug, project, { name: 'Found', ...jira('F-1') })
    const path = at('issues/?external_source=jira&external_id=F-1&expand=state')
    expect((await send('GET', path)).answer).toMatchObject({ id: made.id, state: { name: 'Backlog' } })
    expect((await send('GET', path, { as: cast.gus })).status).toBe(404)
    expect((await send('GET', path, { as: cast.eve })).status).toBe(404)
    expect((await send('GET', at('issues/?external_source=jira&external_id=None'))).status).toBe(404)
    const labels = await send('GET', at('labels/?external_source=jira&external_id=A-1'))
    expect(labels.answer).toMatchObject({ count: 1, results: [jira('A-1')] })
  })

  test('sent by two programs at the same time create one row', async () => {
    const body = { name: 'Once', ...jira('S-1') }
    const answers = await Promise.all([
      send('POST', at('work-items/'), { body }),
      send('POST', at('work-items/'), { body, as: cast.max }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
  })
})

describe('the original author and creation time', () => {
  const original = () => ({ created_at: '2021-03-04T05:06:07.000Z', created_by: cast.max.id })
  const notified = async () => {
    const found = await cast.max.call('listNotifications', { params: { slug } })
    return Array.isArray(found) ? found.length : 0
  }

  test('of an imported work item and its comment are stored, and cause no notifications', async () => {
    const before = await notified()
    const body = { name: 'Old', assignees: [cast.max.id], ...original() }
    const made = await send('POST', at('work-items/'), { body })
    expect(made).toMatchObject({ status: 201, answer: original() })
    const item = at(`work-items/${made.answer.id}/`)
    const comment_html = `<p><mention-component entity_name="user_mention" entity_identifier="${cast.max.id}"></mention-component></p>`
    const comment = await send('POST', `${item}comments/`, { body: { comment_html, ...original() } })
    expect(comment).toMatchObject({ status: 201, answer: { ...original(), actor: cast.max.id } })
    await pollUntilTrue(async () => (await send('GET', `${item}activities/`)).answer.count > 0)
    const { answer } = await send('GET', `${item}activities/`)
    expect(answer.results).toMatchObject([
      { verb: 'created', actor: cast.max.id, created_at: original().created_at },
    ])
    // The notifications of a later change show that the reader has processed the import.
    await ann.workItems.update(slug, project, made.answer.id, { priority: 'high' })
    await pollUntilTrue(async () => (await notified()) > before)
    expect(await notified()).toBe(before + 1)
  })

  test('cannot be set by members, and must be valid', async () => {
    const create = (fields: object, as = cast.ann) =>
      send('POST', at('work-items/'), { body: { name: 'Invalid', ...fields }, as })
    expect((await create(original(), cast.max)).status).toBe(403)
    expect((await create({ created_by: cast.max.id }, cast.max)).status).toBe(201)
    expect(await create({ created_at: '2999-01-01T00:00:00Z' })).toMatchObject({
      status: 400,
      answer: { created_at: [expect.any(String)] },
    })
    for (const created_by of [cast.eve.id, cast.gus.id])
      expect(await create({ created_by })).toMatchObject({
        status: 400,
        answer: { created_by: [expect.any(String)] },
      })
  })
})
