import { afterAll, beforeAll, expect, test } from 'vitest'
import { role } from '#common/platform/roles.ts'
import { createWorkspaceWithUsers, type WorkspaceWithUsers } from '../../support/cast.ts'
import { callPlaneApi, expectRowToHaveFields, type PlaneApiClient } from '../../support/plane-client.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'

// These tests simulate a client of Plane and check the fields that it reads.
let server: TestServer
let cast: WorkspaceWithUsers
let project: string
let item: string
let page: string
let view: string

beforeAll(async () => {
  server = await startTestServer()
  cast = await createWorkspaceWithUsers(server)
})
afterAll(() => server.close())

const fields = {
  user: `id avatar avatar_url cover_image cover_image_url date_joined display_name email first_name last_name is_active is_bot
    is_email_verified user_timezone username is_password_autoset last_login_medium last_login_time`,
  settings: 'id email workspace',
  profile: `theme is_app_rail_docked is_tour_completed is_navigation_tour_completed onboarding_step use_case role is_onboarded
    last_workspace_id company_name billing_address billing_address_country has_billing_address notification_view_mode
    is_smooth_cursor_enabled is_mobile_onboarded mobile_onboarding_step mobile_timezone_auto_set language start_of_the_week goals
    background_color has_marketing_email_consent is_subscribed_to_changelog product_tour`,
  workspace: 'id name slug owner organization_size timezone background_color logo_url role total_members',
  workspaceMember: 'id role member created_at is_active',
  projectMember: 'id member role original_role created_at project',
  project: `id name identifier sort_order logo_props member_role archived_at workspace cycle_view module_view issue_views_view page_view
    inbox_view guest_view_all_features project_lead network created_at created_by updated_at updated_by`,
  projectDetails: `description default_assignee default_state estimate is_time_tracking_enabled is_issue_type_enabled archive_in close_in
    timezone members is_favorite cover_image cover_image_url next_work_item_sequence`,
  state: 'id project_id workspace_id name color group default description sequence order',
  label: 'id name color parent sort_order project_id workspace_id',
  item: `id name state_id sort_order completed_at estimate_point priority start_date target_date sequence_id project_id parent_id cycle_id
    module_ids label_ids assignee_ids sub_issues_count created_at updated_at created_by updated_by attachment_count link_count is_draft
    archived_at state__group`,
  itemDetail: 'description_html is_subscribed is_intake parent issue_reactions issue_link issue_attachments',
  view: `id name description access owned_by is_locked is_favorite logo_props filters rich_filters display_filters display_properties
    sort_order project workspace`,
  page: `id name owned_by access color labels parent is_favorite is_locked archived_at workspace view_props logo_props label_ids
    project_ids created_at updated_at`,
  properties: 'filters rich_filters display_filters display_properties preferences sort_order',
  list: `grouped_by sub_grouped_by total_count next_cursor prev_cursor next_page_results prev_page_results count total_pages total_results
    extra_stats results`,
  sync: 'prev_cursor cursor next_cursor prev_page_results next_page_results page_count total_results total_pages results',
}

const ask: PlaneApiClient = (method, path, body) => callPlaneApi(server, cast.ann, method, path, body)

async function firstOf(path: string): Promise<unknown> {
  return Object.values(await ask('GET', path))[0]
}

const within = (rest: string) => `/api/workspaces/acme/projects/${project}/${rest}`

test('the shell knows who is there and where', async () => {
  expectRowToHaveFields(await ask('GET', '/api/users/me'), fields.user)
  expectRowToHaveFields(await ask('GET', '/api/users/me/settings'), fields.settings)
  expectRowToHaveFields(await firstOf('/api/users/me/workspaces'), fields.workspace)
  expectRowToHaveFields(await ask('GET', '/api/workspaces/acme'), fields.workspace)
  const member = Object(await firstOf('/api/workspaces/acme/members'))
  expectRowToHaveFields(member, fields.workspaceMember)
  expectRowToHaveFields(member.member, 'id display_name email last_login_medium avatar_url is_bot')
  expectRowToHaveFields(await ask('GET', '/api/workspaces/acme/user-properties'), 'filters display_filters')
  await ask('GET', '/api/workspaces/acme/workspace-members/me')
})

test('habits of a person are kept in the profile', async () => {
  const before = await ask('GET', '/api/users/me/profile')
  expectRowToHaveFields(before, fields.profile)
  const habits = {
    is_app_rail_docked: false,
    notification_view_mode: 'compact',
    is_smooth_cursor_enabled: true,
    product_tour: { work_items: true },
    is_tour_completed: true,
    last_workspace_id: '',
  }
  const tour = { work_items: true, cycles: false, modules: false, intake: false, pages: false }
  const after = { ...habits, product_tour: tour, last_workspace_id: null }
  expect(await ask('PATCH', '/api/users/me/profile/', habits)).toMatchObject(after)
  expect(await ask('GET', '/api/users/me/profile')).toMatchObject(after)
})

test('a project is made by the form and changed by its settings', async () => {
  const made = await ask('POST', '/api/workspaces/acme/projects/', {
    name: 'Atlas',
    identifier: 'ATL',
    description: '',
    network: 2,
    logo_props: { in_use: 'emoji', emoji: { value: '128640' } },
    cover_image_url: 'https://images.example.com/hill.jpg',
    cover_image_asset: null,
    project_lead: '',
  })
  project = made.id
  expectRowToHaveFields(made, fields.project, fields.projectDetails)
  expect(made).toMatchObject({ project_lead: null, logo_props: { emoji: { value: '128640' } } })
  expectRowToHaveFields(await firstOf('/api/workspaces/acme/projects'), fields.project)
  expectRowToHaveFields(
    await firstOf('/api/workspaces/acme/projects/details'),
    fields.project,
    fields.projectDetails,
  )
  const whole = await ask('GET', within('').replace(/\/$/, ''))
  expect(await ask('PATCH', within(''), { ...whole, name: 'Atlas 2', default_assignee: '' })).toMatchObject({
    name: 'Atlas 2',
    default_assignee: null,
  })
  await ask('POST', within('members/'), { members: [{ member_id: cast.max.id, role: role.member }] })
  expectRowToHaveFields(await firstOf(within('members')), fields.projectMember)
  expectRowToHaveFields(await ask('GET', within('project-members/me')), fields.projectMember)
})

test('states and labels come with what boards read', async () => {
  expectRowToHaveFields(await firstOf(within('states')), fields.state)
  expectRowToHaveFields(await firstOf('/api/workspaces/acme/states'), fields.state)
  const label = await ask('POST', within('issue-labels/'), { name: 'Design', color: '#FF6900', parent: '' })
  expectRowToHaveFields(label, fields.label)
  const one = within(`issue-labels/${label.id}/`)
  expect(await ask('PATCH', one, { ...label, color: '#00d084' })).toMatchObject({ color: '#00d084' })
})

test('a work item is made in a column, opened and edited', async () => {
  const made = await ask('POST', within('issues/'), {
    project_id: project,
    type_id: null,
    name: 'Quick',
    description_html: '<p></p>',
    estimate_point: null,
    state_id: '',
    parent_id: null,
    priority: 'none',
    assignee_ids: [],
    label_ids: [],
    cycle_id: null,
    module_ids: null,
    start_date: null,
    target_date: null,
    sub_issues_count: 0,
    tempId: 'made-up',
  })
  item = made.id
  expectRowToHaveFields(made, fields.item)
  const expand = 'expand=issue_reactions,issue_attachments,issue_link,parent'
  expectRowToHaveFields(await ask('GET', within(`issues/${item}?${expand}`)), fields.item, fields.itemDetail)
  const byKey = await ask('GET', `/api/workspaces/acme/work-items/ATL-1?${expand}`)
  expectRowToHaveFields(byKey, fields.item, fields.itemDetail)
  await ask('PATCH', within(`issues/${item}/`), { parent_id: '', target_date: '2026-03-01' })
  await ask('PATCH', within(`issues/${item}/`), { target_date: '' })
  await ask('PATCH', within(`issues/${item}/`), { description_html: '<p>Told</p>', skip_activity: true })
  expectRowToHaveFields(await ask('GET', within(`issues/${item}/meta`)), 'sequence_id project_identifier')
  expect(await ask('GET', within(`issues/${item}/subscribe`))).toEqual({ subscribed: true })
  expectRowToHaveFields(
    await ask('GET', within(`issues/${item}/sub-issues`)),
    'sub_issues state_distribution',
  )
  expectRowToHaveFields(
    await ask('GET', within(`issues/${item}/issue-relation`)),
    'blocking blocked_by duplicate relates_to start_after start_before finish_after finish_before',
  )
})

test('lists come in the envelope that is paged through', async () => {
  const board = await ask(
    'GET',
    within('issues?group_by=state_id&per_page=30&cursor=30:0:0&order_by=sort_order'),
  )
  expectRowToHaveFields(board, fields.list)
  expectRowToHaveFields(
    await ask('GET', within('issues?layout=list&show_empty_groups=true&per_page=100')),
    fields.list,
  )
  expectRowToHaveFields(
    await ask('GET', within('issues-detail?expand=issue_relation,issue_related')),
    fields.list,
  )
  expectRowToHaveFields(await ask('GET', within('archived-issues')), fields.list)
  expectRowToHaveFields(
    await ask('GET', '/api/workspaces/acme/issues?per_page=100&cursor=100:0:0'),
    fields.list,
  )
  expectRowToHaveFields(
    await ask('GET', `/api/workspaces/acme/user-issues/${cast.ann.id}?per_page=100`),
    fields.list,
  )
  const sync = await ask('GET', within('v2/issues?cursor=500:0:0&description=true'))
  expectRowToHaveFields(sync, fields.sync)
  expectRowToHaveFields(Object(sync['results'])[0], fields.item, 'description_html')
  expect(await ask('GET', within('deleted-issues'))).toEqual([])
  expectRowToHaveFields(await firstOf(within(`issues/list?issues=${item}`)), fields.item)
  const found = await firstOf(within('search-issues?search=Quick&workspace_search=false'))
  expectRowToHaveFields(
    found,
    'name id sequence_id project__name project__identifier workspace__slug state__name state__color',
  )
})

test('how somebody looks at lists is kept', async () => {
  expectRowToHaveFields(await ask('GET', within('user-properties')), fields.properties)
  const display_filters = { layout: 'list', group_by: 'priority', order_by: '-created_at', sub_issue: true }
  await ask('PATCH', within('user-properties/'), { display_filters })
  await ask('POST', within('project-views/'), { sort_order: 1000 })
})

test('a view and a page are made, changed and opened', async () => {
  const rich_filters = { and: [{ priority__in: 'urgent,high' }] }
  const made = await ask('POST', within('views/'), {
    name: 'Urgent',
    description: '',
    access: 1,
    rich_filters,
  })
  view = made.id
  expectRowToHaveFields(made, fields.view)
  expect(made).toMatchObject({ project, workspace: cast.workspace_id })
  expect(await ask('PATCH', within(`views/${view}/`), { ...made, name: 'Most urgent' })).toMatchObject({
    name: 'Most urgent',
  })
  expectRowToHaveFields(await firstOf(within('views')), fields.view)
  const global = await ask('POST', '/api/workspaces/acme/views/', { name: 'All', rich_filters: {} })
  expectRowToHaveFields(global, fields.view)
  expect(global).toMatchObject({ project: null, workspace: cast.workspace_id })

  const sheet = await ask('POST', within('pages/'), {
    name: 'Plan',
    access: 0,
    description_html: '<p>Text</p>',
  })
  page = sheet.id
  expectRowToHaveFields(sheet, fields.page)
  expectRowToHaveFields(await firstOf(within('pages')), fields.page)
  expectRowToHaveFields(
    await ask('GET', within(`pages/${page}?track_visit=true`)),
    fields.page,
    'description_html issue_ids',
  )
  await ask('PATCH', within(`pages/${page}/`), { ...sheet, name: 'The plan' })
  await ask('POST', within(`pages/${page}/access/`), { access: 1 })
  await ask('POST', within(`pages/${page}/lock/`))
  await ask('DELETE', within(`pages/${page}/lock/`))
})

test('rows carry the fields that only this client reads', async () => {
  const logo = { logo: null, logo_asset: null }
  expect(await ask('GET', '/api/workspaces/acme')).toMatchObject(logo)
  const before = Number((await ask('GET', '/api/workspaces/acme/workspace-members/me'))['draft_issue_count'])
  await ask('POST', '/api/workspaces/acme/draft-issues/', { name: 'Half', project_id: null })
  await ask('POST', '/api/workspaces/acme/workspace-views/', {
    view_props: { display_filters: { order_by: '-updated_at' } },
  })
  const own = await ask('GET', '/api/workspaces/acme/workspace-members/me')
  expect(own).toMatchObject({
    member: cast.ann.id,
    workspace: cast.workspace_id,
    draft_issue_count: before + 1,
    view_props: { display_filters: { order_by: '-updated_at' } },
    default_props: {},
    issue_props: { subscribed: true, assigned: true, created: true, all_issues: true },
  })
  const properties = await ask('GET', within('user-properties'))
  expect(properties).toMatchObject({ user: cast.ann.id, workspace: cast.workspace_id, project })
  expect(await ask('GET', '/api/workspaces/acme/user-properties')).toMatchObject({ project: null })
  const link = await ask('POST', within(`issues/${item}/issue-links/`), { url: 'https://example.com/plan' })
  const author = { id: cast.ann.id, display_name: 'ann', avatar_url: null }
  expect(link).toMatchObject({ created_by_detail: author })
  expect(await firstOf(within(`issues/${item}/issue-links`))).toMatchObject({ created_by_detail: author })
})
