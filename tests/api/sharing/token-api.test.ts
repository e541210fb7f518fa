import { fileURLToPath } from 'node:url'
import { PlaneClient } from '@makeplane/plane-node-sdk'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TokenRoute } from '#api/sharing/token-api/route.ts'
import { tokenRoutes } from '#api/sharing/token-api/serve-token-api.ts'
import { activitiesReader } from '#api/work/activities/reader.ts'
import { role } from '#common/platform/roles.ts'
import type { ApiClient } from '../../support/api-client.ts'
import { createWorkspaceWithUsers, type WorkspaceWithUsers } from '../../support/cast.ts'
import { pollUntilTrue } from '../../support/document-clients.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'
import { createTableInspector } from '../../support/table-inspector.ts'

let server: TestServer
let cast: WorkspaceWithUsers
/** One instance of the official Plane client for Node per user, with the API token of this user. */
let ann: PlaneClient
let max: PlaneClient
let gus: PlaneClient
let eve: PlaneClient
let slug: string
let project: string
/** Ids of the states of the project by their names. */
let states: Record<string, string>

const tokens = new Map<ApiClient, string>()

async function clientFor(person: ApiClient): Promise<PlaneClient> {
  const { token } = await person.call('createApiToken', { body: { label: 'Script' } })
  tokens.set(person, token)
  return new PlaneClient({ baseUrl: server.url, apiKey: token })
}

beforeAll(async () => {
  server = await startTestServer({}, undefined, [activitiesReader])
  cast = await createWorkspaceWithUsers(server)
  slug = cast.slug
  ann = await clientFor(cast.ann)
  max = await clientFor(cast.max)
  gus = await clientFor(cast.gus)
  eve = await clientFor(cast.eve)
  const made = await ann.projects.create(slug, {
    name: 'Atlas',
    identifier: 'ATL',
    cycle_view: true,
    module_view: true,
    intake_view: true,
    is_time_tracking_enabled: true,
  })
  project = made.id
  const members = [
    { member_id: cast.max.id, role: role.member },
    { member_id: cast.gus.id, role: role.guest },
  ]
  await cast.ann.call('addProjectMembers', { params: { slug, project_id: project }, body: { members } })
  const { results } = await ann.states.list(slug, project)
  states = Object.fromEntries(results.map(({ name, id }) => [name, id ?? '']))
})
afterAll(() => server.close())

/** Sends a request with the API token of the user `as`, or without a token if `as` is null. */
async function send(
  method: string,
  path: string,
  { as = cast.ann as ApiClient | null, body = undefined as unknown } = {},
) {
  const response = await fetch(`${server.url}/api/v1${path}`, {
    method,
    headers: { ...(as && { 'x-api-key': tokens.get(as) ?? '' }), 'content-type': 'application/json' },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, answer: text === '' ? null : JSON.parse(text) }
}

const at = (path = '') => `/workspaces/${slug}/projects/${project}/${path}`

/** Expects that the official client throws an error with this status. */
async function expectStatus(calling: Promise<unknown>, statusCode: number) {
  await expect(calling).rejects.toMatchObject({ statusCode })
}

describe('the official client for Node', () => {
  test('reads its user and the members', async () => {
    expect(await ann.users.me()).toMatchObject({ id: cast.ann.id, email: cast.ann.email })
    const members = await ann.workspace.getMembers(slug)
    expect(members).toContainEqual(expect.objectContaining({ id: cast.max.id, role: role.member }))
    const ofProject = await max.projects.getMembers(slug, project)
    expect(ofProject.map(({ id }) => id).toSorted()).toEqual(
      [cast.ann.id, cast.max.id, cast.gus.id].toSorted(),
    )
  })

  test('manages projects', async () => {
    const made = await ann.projects.create(slug, {
      name: 'Harbor',
      identifier: 'HARB',
      description: 'Berths',
    })
    expect(made).toMatchObject({
      name: 'Harbor',
      identifier: 'HARB',
      description: 'Berths',
      total_members: 1,
    })
    const page = await ann.projects.list(slug)
    expect(page).toMatchObject({ total_count: 2, count: 2, next_page_results: false })
    expect(page.results.map(({ identifier }) => identifier).toSorted()).toEqual(['ATL', 'HARB'])
    expect(await ann.projects.update(slug, made.id, { name: 'Marina', module_view: true })).toMatchObject({
      name: 'Marina',
      module_view: true,
    })
    await ann.projects.archive(slug, made.id)
    expect((await ann.projects.retrieve(slug, made.id)).archived_at).not.toBeNull()
    await ann.projects.unArchive(slug, made.id)
    expect((await ann.projects.retrieve(slug, made.id)).archived_at).toBeNull()
    await ann.projects.delete(slug, made.id)
    await expectStatus(ann.projects.retrieve(slug, made.id), 404)
  })

  test('manages states', async () => {
    const made = await ann.states.create(slug, project, {
      name: 'Review',
      color: '#123456',
      group: 'started',
    })
    expect(made).toMatchObject({
      name: 'Review',
      group: 'started',
      color: '#123456',
      project,
      default: false,
    })
    const renamed = await ann.states.update(slug, project, made.id ?? '', { name: 'In review' })
    expect(renamed).toMatchObject({ id: made.id, name: 'In review' })
    expect(await ann.states.retrieve(slug, project, made.id ?? '')).toEqual(renamed)
    await ann.states.delete(slug, project, made.id ?? '')
    await expectStatus(ann.states.retrieve(slug, project, made.id ?? ''), 404)
  })

  test('manages labels', async () => {
    const made = await ann.labels.create(slug, project, { name: 'Leak', color: '#AA0000' })
    expect(made).toMatchObject({ name: 'Leak', color: '#AA0000', parent: null })
    expect(await ann.labels.update(slug, project, made.id, { name: 'Fault' })).toMatchObject({
      name: 'Fault',
    })
    expect(await ann.labels.retrieve(slug, project, made.id)).toMatchObject({ id: made.id, name: 'Fault' })
    expect((await ann.labels.list(slug, project)).results.map(({ name }) => name)).toContain('Fault')
    await ann.labels.delete(slug, project, made.id)
    await expectStatus(ann.labels.retrieve(slug, project, made.id), 404)
  })

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
        headers: { 'x-api-key': tokens.get(cast.max) ?? '' },
      },
    )
    expect(await file.text()).toBe('plan')
    await max.workItems.attachments.delete(slug, project, item.id, slot.asset_id)
    expect(await max.workItems.attachments.list(slug, project, item.id)).toEqual([])
  })

  test('plans cycles', async () => {
    const item = await max.workItems.create(slug, project, { name: 'In a cycle' })
    const made = await max.cycles.create(slug, project, {
      name: 'Sprint 1',
      start_date: '2100-01-04',
      end_date: '2100-01-17',
      owned_by: cast.max.id,
      project_id: project,
    })
    expect(made).toMatchObject({ name: 'Sprint 1', owned_by: cast.max.id, project })
    expect(await max.cycles.update(slug, project, made.id, { name: 'Sprint A' })).toMatchObject({
      name: 'Sprint A',
    })
    await max.cycles.addWorkItemsToCycle(slug, project, made.id, [item.id])
    expect((await max.cycles.listWorkItemsInCycle(slug, project, made.id)).results).toMatchObject([
      { id: item.id },
    ])
    expect(await max.cycles.retrieve(slug, project, made.id)).toMatchObject({ total_issues: 1 })
    await max.cycles.removeWorkItemFromCycle(slug, project, made.id, item.id)
    expect((await max.cycles.listWorkItemsInCycle(slug, project, made.id)).count).toBe(0)
    expect((await max.cycles.list(slug, project)).results.map(({ id }) => id)).toEqual([made.id])
    expect((await send('GET', at('cycles/?cycle_view=upcoming'))).answer.results).toHaveLength(1)
    expect((await send('GET', at('cycles/?cycle_view=current'))).answer).toEqual([])
    await max.cycles.delete(slug, project, made.id)
    await expectStatus(max.cycles.retrieve(slug, project, made.id), 404)
  })

  test('plans modules', async () => {
    const item = await max.workItems.create(slug, project, { name: 'In a module' })
    const made = await max.modules.create(slug, project, {
      name: 'Map',
      status: 'completed',
      lead: cast.max.id,
    })
    expect(made).toMatchObject({ name: 'Map', status: 'completed', lead: cast.max.id })
    expect(await max.modules.update(slug, project, made.id, { name: 'Maps' })).toMatchObject({ name: 'Maps' })
    await max.modules.addWorkItemsToModule(slug, project, made.id, [item.id])
    expect((await max.modules.listWorkItemsInModule(slug, project, made.id)).results).toMatchObject([
      { id: item.id },
    ])
    await max.modules.removeWorkItemFromModule(slug, project, made.id, item.id)
    await max.modules.archiveModule(slug, project, made.id)
    expect((await max.modules.listArchivedModules(slug, project)).results).toMatchObject([{ id: made.id }])
    await max.modules.unArchiveModule(slug, project, made.id)
    expect((await max.modules.list(slug, project)).results).toMatchObject([{ id: made.id }])
    await max.modules.delete(slug, project, made.id)
  })

  test('manages the estimate of a project', async () => {
    await expectStatus(ann.estimates.retrieve(slug, project), 404)
    const made = await ann.estimates.create(slug, project, { name: 'Sizes', type: 'points' } as never)
    expect(made).toMatchObject({ name: 'Sizes', type: 'points' })
    await expectStatus(ann.estimates.create(slug, project, { name: 'Again' } as never), 409)
    const points = await ann.estimates.createPoints(slug, project, made.id ?? '', [
      { key: 1, value: '13' },
      { key: 2, value: '21' },
    ] as never)
    expect(points).toMatchObject([{ value: '13' }, { value: '21', estimate: made.id }])
    const [, point] = points
    expect(
      await ann.estimates.updatePoint(slug, project, made.id ?? '', point?.id ?? '', { value: '34' }),
    ).toMatchObject({ value: '34' })
    await ann.estimates.linkToProject(slug, project, made.id ?? '')
    expect(await ann.estimates.retrieve(slug, project)).toMatchObject({ id: made.id })
    await ann.estimates.deletePoint(slug, project, made.id ?? '', point?.id ?? '')
    await ann.estimates.delete(slug, project)
    await expectStatus(ann.estimates.retrieve(slug, project), 404)
  })

  test('receives and accepts intake requests', async () => {
    const made = await max.intake.create(slug, project, { issue: { name: 'A small leak' } } as never)
    expect(made).toMatchObject({ status: -2, issue_detail: { name: 'A small leak' } })
    const issue = made.issue as unknown as string
    expect((await ann.intake.list(slug, project)).results).toMatchObject([{ issue }])
    expect(await ann.intake.update(slug, project, issue, { status: 1 } as never)).toMatchObject({ status: 1 })
    expect(await ann.workItems.retrieve(slug, project, issue)).toMatchObject({ name: 'A small leak' })
    const refused = await max.intake.create(slug, project, { issue: { name: 'Spam' } } as never)
    await ann.intake.delete(slug, project, refused.issue as unknown as string)
    await expectStatus(ann.intake.retrieve(slug, project, refused.issue as unknown as string), 404)
  })

  test('manages the own stickies', async () => {
    const made = await max.stickies.create(slug, { name: 'Call the harbor' } as never)
    expect(await max.stickies.update(slug, made.id ?? '', { name: 'Called' } as never)).toMatchObject({
      name: 'Called',
    })
    expect((await max.stickies.list(slug)).results).toMatchObject([{ id: made.id }])
    await expectStatus(ann.stickies.retrieve(slug, made.id ?? ''), 404)
    await max.stickies.delete(slug, made.id ?? '')
    expect((await max.stickies.list(slug)).results).toEqual([])
  })
})

describe('features of the paid edition of Plane', () => {
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

  test('manages epics, pages and teamspaces', async () => {
    await cast.ann.call('updateProject', {
      params: { slug, project_id: project },
      body: { is_epic_enabled: true, page_view: true },
    })
    const epic = await max.epics.create(slug, project, { name: 'Boats', state_id: states['Todo'] ?? '' })
    const item = await max.workItems.create(slug, project, { name: 'Part of the epic' })
    await max.epics.addIssues(slug, project, epic.id ?? '', { work_item_ids: [item.id] })
    expect(await max.epics.listIssues(slug, project, epic.id ?? '')).toMatchObject({
      results: [{ id: item.id }],
    })
    expect((await max.epics.list(slug, project)).results).toMatchObject([{ id: epic.id, name: 'Boats' }])
    await max.epics.delete(slug, project, epic.id ?? '')

    const text = { name: 'Plan', description_html: '<p>First</p>' }
    const page = await max.pages.createProjectPage(slug, project, text)
    expect(await max.pages.getProjectPage(slug, project, page.id ?? '')).toMatchObject(text)
    const shared = await max.pages.createWorkspacePage(slug, text)
    expect(await max.pages.getWorkspacePage(slug, shared.id ?? '')).toMatchObject(text)

    const team = await ann.teamspaces.create(slug, { name: 'Crew' })
    const id = team.id ?? ''
    await ann.teamspaces.members.add(slug, id, { member_ids: [cast.max.id] })
    await ann.teamspaces.projects.add(slug, id, { project_ids: [project] })
    expect((await ann.teamspaces.list(slug)).results).toMatchObject([{ id, name: 'Crew' }])
    const membersOfTeam = async () =>
      (await ann.teamspaces.members.list(slug, id)).results.map((member) => member.id)
    expect(await membersOfTeam()).toEqual([cast.ann.id, cast.max.id])
    await ann.teamspaces.members.remove(slug, id, { member_ids: [cast.max.id] })
    expect(await membersOfTeam()).toEqual([cast.ann.id])
    await ann.teamspaces.delete(slug, id)
  })
})

test('the official MCP server lists, creates and changes work items', async () => {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [fileURLToPath(import.meta.resolve('@makeplane/plane-mcp-server/build/index.js'))],
    env: {
      PLANE_API_HOST_URL: server.url,
      PLANE_API_KEY: tokens.get(cast.max) ?? '',
      PLANE_WORKSPACE_SLUG: slug,
    },
    stderr: 'ignore',
  })
  const agent = new Client({ name: 'test', version: '1.0.0' })
  await agent.connect(transport)
  const use = async (name: string, input: Record<string, unknown> = {}) => {
    const result = await agent.callTool({ name, arguments: input })
    const [content] = result.content as { text: string }[]
    if (result.isError) throw new Error(`${name}: ${content?.text}`)
    return content?.text ?? ''
  }
  const row = async (name: string, input: Record<string, unknown> = {}) => JSON.parse(await use(name, input))
  try {
    const project_id = project
    expect(await row('get_user')).toMatchObject({ id: cast.max.id })
    expect(await row('get_workspace_members')).toHaveLength(3)
    expect(await use('get_projects')).toContain(project)
    expect(await use('list_states', { project_id })).toContain('In Progress')
    const issue_data = { name: 'Asked by an agent', description_html: '<p>Now</p>' }
    const made = await row('create_issue', { project_id, issue_data })
    expect(made).toMatchObject(issue_data)
    const issue_id = made.id
    await use('update_issue', { project_id, issue_id, issue_data: { priority: 'urgent' } })
    const key = { project_identifier: 'ATL', issue_identifier: String(made.sequence_id) }
    expect(await row('get_issue_using_readable_identifier', key)).toMatchObject({ priority: 'urgent' })
    await use('add_issue_comment', { project_id, issue_id, comment_html: '<p>Done</p>' })
    expect(await use('get_issue_comments', { project_id, issue_id })).toContain('<p>Done</p>')
    await use('create_worklog', { project_id, issue_id, worklog_data: { description: 'Work', duration: 15 } })
    expect(await use('get_total_worklogs', { project_id })).toContain(issue_id)
    const cycle_data = {
      name: 'By an agent',
      project_id,
      owned_by: cast.max.id,
      start_date: '2101-01-04',
      end_date: '2101-01-17',
    }
    const { id: cycle_id } = await row('create_cycle', { project_id, cycle_data })
    await use('add_cycle_issues', { project_id, cycle_id, issues: [issue_id] })
    expect(await use('list_cycle_issues', { project_id, cycle_id })).toContain(issue_id)
    const { id: module_id } = await row('create_module', { project_id, module_data: { name: 'By an agent' } })
    await use('add_module_issues', { project_id, module_id, issues: [issue_id] })
    expect(await use('list_module_issues', { project_id, module_id })).toContain(issue_id)
    expect(await use('list_project_issues', { project_id })).toContain(issue_id)
  } finally {
    await agent.close()
  }
})

describe('access and errors', () => {
  test('a request needs a valid token, and a session is not enough', async () => {
    expect(await send('GET', '/users/me/', { as: null })).toMatchObject({
      status: 401,
      answer: { detail: 'Authentication credentials were not provided.' },
    })
    const withCookie = await fetch(`${server.url}/api/v1/users/me/`, { headers: { cookie: cast.ann.cookie } })
    expect(withCookie.status).toBe(401)
    const invented = new PlaneClient({
      baseUrl: server.url,
      apiKey: 'plane_api_00000000000000000000000000000000',
    })
    await expect(invented.users.me()).rejects.toMatchObject({
      statusCode: 403,
      response: { detail: 'Given API token is not valid' },
    })
  })

  test('a guest may read but not write, and other workspaces are not found', async () => {
    await expectStatus(gus.workItems.create(slug, project, { name: 'No' }), 403)
    await expectStatus(gus.states.create(slug, project, { name: 'No', color: '#000000' } as never), 403)
    expect((await gus.states.list(slug, project)).count).toBeGreaterThan(0)
    await expectStatus(max.states.create(slug, project, { name: 'No', color: '#000000' } as never), 403)
    await expectStatus(eve.workItems.list(slug, project), 404)
    await expectStatus(eve.workItems.create(slug, project, { name: 'No' }), 404)
    await expectStatus(eve.projects.list(slug), 404)
  })

  test('security 1: no route answers a stranger, and a read-only token writes nothing', async () => {
    const tables = await createTableInspector(server.databaseUrl)
    const item = await max.workItems.create(slug, project, { name: 'Out of reach' })
    const { token } = await cast.ann.call('createApiToken', { body: { scope: 'read' } })
    const ids: Record<string, string> = {
      slug,
      project_id: project,
      id: item.id,
      key: `ATL-${item.sequence_id}`,
    }
    const someId = '01890000-0000-7000-8000-000000000000'
    const body = {
      ...{ name: 'x', comment_html: '<p>x</p>', url: 'https://example.com', issue: { name: 'x' } },
      ...{ issues: [item.id], work_item_ids: [item.id], related_issue: item.id, relation_type: 'blocking' },
      estimate_points: [{ key: 1, value: '1' }],
    }
    const request = async ({ method, path }: TokenRoute, key: string) => {
      const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? someId)
      const answer = await fetch(`${server.url}/api/v1${filled}`, {
        method,
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        ...(method !== 'GET' && { body: JSON.stringify(body) }),
      })
      return answer.status
    }
    await tables.keep()
    try {
      for (const route of tokenRoutes.filter(({ path }) => path !== '/users/me/')) {
        const name = `${route.method} ${route.path}`
        expect({ name, status: await request(route, tokens.get(cast.eve) ?? '') }).toEqual({
          name,
          status: 404,
        })
        if (route.method === 'GET') continue
        expect({ name, status: await request(route, token) }).toEqual({
          name,
          status: expect.toBeOneOf([403, 404]),
        })
      }
      expect((await tables.changed()).filter((table) => table !== 'api_tokens')).toEqual([])
    } finally {
      await tables.close()
    }
  })

  test('a read-only token and a token of another workspace are limited', async () => {
    const { token } = await cast.ann.call('createApiToken', { body: { scope: 'read' } })
    const reader = new PlaneClient({ baseUrl: server.url, apiKey: token })
    expect((await reader.states.list(slug, project)).count).toBeGreaterThan(0)
    await expectStatus(reader.labels.create(slug, project, { name: 'No' }), 403)
    const own = await cast.ann.call('createWorkspace', { body: { name: 'Other', slug: 'other-space' } })
    const bound = await cast.ann.call('createApiToken', { body: { workspace: own.id } })
    const other = new PlaneClient({ baseUrl: server.url, apiKey: bound.token })
    await expectStatus(other.states.list(slug, project), 404)
  })

  test('invalid values are named by field, and nothing is changed', async () => {
    const before = await max.workItems.list(slug, project)
    expect(await send('POST', at('work-items/'), { body: { name: '' } })).toMatchObject({
      status: 400,
      answer: { name: [expect.any(String)] },
    })
    const state = '01890000-0000-7000-8000-000000000000'
    const foreign = await send('POST', at('issues/'), { body: { name: 'Stray', state } })
    expect(foreign).toMatchObject({ status: 400, answer: { state: [expect.any(String)] } })
    expect(await send('POST', at('work-items/'), { body: '{"name":' })).toMatchObject({
      status: 400,
      answer: { detail: expect.stringMatching(/^JSON parse error/) },
    })
    expect(await max.workItems.list(slug, project)).toEqual(before)
  })

  test('a taken name is a conflict with the id of the existing row', async () => {
    const [todo] = [states['Todo']]
    expect(await send('POST', at('states/'), { body: { name: 'Todo', color: '#000000' } })).toMatchObject({
      status: 409,
      answer: { error: expect.any(String), id: todo },
    })
    expect(
      await send('POST', `/workspaces/${slug}/projects/`, { body: { name: 'Another', identifier: 'ATL' } }),
    ).toMatchObject({ status: 409, answer: { identifier: expect.any(String) } })
  })

  test('unknown routes, methods and pages have the documented errors', async () => {
    expect(await send('GET', '/unknown/')).toMatchObject({
      status: 404,
      answer: { error: 'Page not found.' },
    })
    expect(await send('PUT', at('states/'))).toMatchObject({
      status: 405,
      answer: { detail: 'Method "PUT" not allowed.' },
    })
    expect(await send('GET', at('states/?per_page=5000'))).toMatchObject({
      status: 400,
      answer: { detail: 'Invalid per_page value. Cannot exceed 1000.' },
    })
    expect(await send('GET', at('labels/?cursor=next'))).toMatchObject({
      status: 400,
      answer: { detail: 'Invalid cursor parameter.' },
    })
  })

  test('the summary counts the named kinds of rows, and routes of the workspace expand fields', async () => {
    const summary = await send('GET', at('summary/?fields=states,unknown,__proto__'))
    expect(summary.answer).toMatchObject({ id: project, counts: { states: 5 } })
    const item = await max.workItems.create(slug, project, { name: 'Expanded', state: states['Todo'] ?? '' })
    const expanded = await max.workItems.retrieveByIdentifier(slug, `ATL-${item.sequence_id}`, [
      'state',
      'project',
    ])
    expect(expanded).toMatchObject({ state: { name: 'Todo' }, project: { identifier: 'ATL' } })
    const withExternalId = await send('POST', at('work-items/'), {
      body: { name: 'From elsewhere', external_id: '1', external_source: 'jira' },
    })
    expect(withExternalId).toMatchObject({ status: 201, answer: { external_id: null } })
  })

  test('every answer has the rate limit of the token, and each request counts once', async () => {
    const first = await send('GET', at(), { as: cast.gus })
    const second = await send('GET', at(), { as: cast.gus })
    expect(Number(first.headers.get('x-ratelimit-remaining'))).toBeGreaterThan(0)
    expect(Number(second.headers.get('x-ratelimit-remaining'))).toBe(
      Number(first.headers.get('x-ratelimit-remaining')) - 1,
    )
    expect(Number(second.headers.get('x-ratelimit-reset'))).toBeGreaterThan(Date.now() / 1000)
  })

  test('paths work without the last slash, and a repeated write is not executed twice', async () => {
    expect((await send('GET', at('states'))).answer).toEqual((await send('GET', at('states/'))).answer)
    const write = () =>
      fetch(`${server.url}/api/v1${at('labels/')}`, {
        method: 'POST',
        headers: {
          'x-api-key': tokens.get(cast.ann) ?? '',
          'x-mutation-id': 'once-only',
          'content-type': 'application/json',
        },
        body: JSON.stringify({ name: 'Once' }),
      })
    const [made, repeated] = [await (await write()).json(), await (await write()).json()]
    expect(repeated).toEqual(made)
  })
})
