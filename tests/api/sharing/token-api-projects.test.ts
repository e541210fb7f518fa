import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { role } from '#common/platform/roles.ts'
import { expectStatus, startTokenApi, type TokenApi } from '../../support/token-api.ts'

let api: TokenApi
let cast: TokenApi['cast']
let ann: TokenApi['ann']
let max: TokenApi['max']
let slug: TokenApi['slug']
let project: TokenApi['project']
let states: TokenApi['states']
let send: TokenApi['send']
let at: TokenApi['at']

beforeAll(async () => {
  api = await startTokenApi()
  ;({ cast, ann, max, slug, project, states, send, at } = api)
})
afterAll(() => api.server.close())

describe('projects and planning', () => {
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

describe('a request with several parts', () => {
  test('adds all values of an estimate or none', async () => {
    const { answer: made } = await send('POST', '/workspaces/acme/projects/', {
      body: { name: 'Estimated', identifier: 'EST' },
    })
    const estimates = `/workspaces/${slug}/projects/${made.id}/estimates/`
    const { answer: estimate } = await send('POST', estimates, { body: { name: 'Size', type: 'categories' } })
    const points = `${estimates}${estimate.id}/estimate-points/`
    const values = (...names: string[]) => names.map((value, at) => ({ key: at + 1, value }))
    expect((await send('POST', points, { body: values('S', 'M', 'S') })).status).toBe(400)
    expect((await send('GET', points)).answer).toEqual([])
    const { answer } = await send('POST', points, { body: values('S', 'M', 'L') })
    expect(answer).toMatchObject(values('S', 'M', 'L'))
  })

  test('does not create a default state that is invalid', async () => {
    const before = await ann.states.list(slug, project)
    const body = { name: 'First', color: '#123456', group: 'triage', default: true }
    expect((await send('POST', at('states/'), { body })).status).toBe(400)
    expect(await ann.states.list(slug, project)).toEqual(before)
    const { answer } = await send('POST', at('states/'), { body: { ...body, group: 'backlog' } })
    expect(answer).toMatchObject({ default: true })
    const { results } = await ann.states.list(slug, project)
    expect(results.filter((state) => state.default).map(({ id }) => id)).toEqual([answer.id])
  })

  test('keeps the members that other requests add to a teamspace at the same time', async () => {
    const { id = '' } = await ann.teamspaces.create(slug, { name: 'Race' })
    const { members, projects } = ann.teamspaces
    await Promise.all([
      members.add(slug, id, { member_ids: [cast.max.id] }),
      projects.add(slug, id, { project_ids: [project] }),
      members.remove(slug, id, { member_ids: [cast.ann.id] }),
    ])
    const ids = (await members.list(slug, id)).results.map((member) => member.id)
    expect(ids).toEqual([cast.max.id])
    expect((await projects.list(slug, id)).results).toMatchObject([{ id: project }])
  })
})
