import { pageAnswer, paginateRows } from './pages.ts'
import { findPeople } from './projects.ts'
import {
  fieldNames,
  forBothNames,
  get,
  patch,
  post,
  projectPath,
  remove,
  renameFields,
  type TokenRoute,
  workspacePath,
} from './route.ts'
import { cycleLiteRow, itemRow, pageRow, projectLiteRow, type Row, teamspaceRow, worklogRow } from './rows.ts'
import type { TokenRequest } from './token-request.ts'
import { itemFields, pageQuery } from './work-items.ts'

const item = `${projectPath}/{items}/{id}/`
const epics = `${projectPath}/epics/`
const teams = `${workspacePath}/teamspaces/`
const team = `${teams}{teamspace_id}/`

const worklogFields = fieldNames(['duration', 'description'])
const pageFields = fieldNames(['name', 'description_html'], { parent_id: 'parent' })
const teamFields = fieldNames(['name', 'logo_props'], { description_html: 'description', lead: 'lead_id' })
/**
 * For epics, the official client of Plane uses the field names of Tandem's own API, such as `state_id` instead of
 * `state`. Both names are accepted.
 */
const epicFields = { ...itemFields, ...fieldNames(['state_id', 'parent_id', 'assignee_ids', 'label_ids']) }

const itemRoutes = forBothNames([
  get(`${item}worklogs/`, async ({ call }) => (await call('listWorklogs')).map(worklogRow)),
  post(`${item}worklogs/`, async ({ call, body }) =>
    worklogRow(await call('createWorklog', { body: renameFields(body, worklogFields) })),
  ),
  patch(`${item}worklogs/{worklog_id}/`, async ({ call, body }) =>
    worklogRow(await call('updateWorklog', { body: renameFields(body, worklogFields) })),
  ),
  remove(`${item}worklogs/{worklog_id}/`, ({ call }) => call('deleteWorklog')),
  post(`${item}archive/`, ({ call }) => call('archiveWorkItem'), 204),
  remove(`${item}unarchive/`, ({ call }) => call('unarchiveWorkItem')),
  get(`${workspacePath}/{items}/`, async ({ call, query }) => {
    const page = await call('listDetailedWorkspaceWorkItems', {
      query: { ...pageQuery(query), expand: 'description_html' },
    })
    return pageAnswer({ ...page, results: page.results.map(itemRow) })
  }),
])

/**
 * Tandem has no types of work items besides epics, which have their own routes. These lists are empty, because clients
 * read them before they create work items.
 */
const typeRoutes = [
  get(`${projectPath}/issue-types/`, async ({ call }) => {
    await call('listStates')
    return []
  }),
  get(`${projectPath}/work-item-types/`, async ({ call }) => {
    await call('listStates')
    return []
  }),
]

const archiveRoutes = [
  get(`${projectPath}/total-worklogs/`, ({ call }) => call('listTotalWorklogs')),
  get(`${projectPath}/archived-work-items/`, async ({ call, query }) => {
    const page = await call('listArchivedWorkItems', { query: pageQuery(query) })
    return pageAnswer({ ...page, results: Array.isArray(page.results) ? page.results.map(itemRow) : [] })
  }),
]

const epicRoutes = [
  get(epics, async ({ call, query }) => {
    const page = await call('listDetailedEpics', {
      query: { ...pageQuery(query), expand: 'description_html' },
    })
    return pageAnswer({ ...page, results: page.results.map(itemRow) })
  }),
  post(epics, async ({ call, body }) => {
    const { id } = await call('createEpic', { body: renameFields(body, epicFields) })
    return itemRow(await call('getEpic', { params: { id } }))
  }),
  get(`${epics}{id}/`, async ({ call }) => itemRow(await call('getEpic'))),
  patch(`${epics}{id}/`, async ({ call, body }) => {
    await call('updateEpic', { body: renameFields(body, epicFields) })
    return itemRow(await call('getEpic'))
  }),
  remove(`${epics}{id}/`, ({ call }) => call('deleteEpic')),
  get(`${epics}{id}/issues/`, async (request) => {
    const { sub_issues } = await request.call('listItemsOfEpic')
    return paginateRows(request, Array.isArray(sub_issues) ? sub_issues.map(itemRow) : [])
  }),
  post(
    `${epics}{id}/issues/`,
    async (request) => {
      const sent = sentIds(request, 'work_item_ids')
      const { sub_issues } = await request.call('addItemsToEpic', { body: { sub_issue_ids: sent } })
      const rows = Array.isArray(sub_issues) ? sub_issues : []
      return rows.filter(({ id }) => sent.includes(id)).map(itemRow)
    },
    200,
  ),
]

const pageRoutes = [
  get(`${projectPath}/pages/`, async (request) =>
    paginateRows(request, (await request.call('listPages')).map(pageRow)),
  ),
  post(`${projectPath}/pages/`, async ({ call, body }) => {
    const { id } = await call('createPage', { body: renameFields(body, pageFields) })
    return pageRow(await call('getPage', { params: { page_id: id } }))
  }),
  get(`${projectPath}/pages/{page_id}/`, async ({ call }) => pageRow(await call('getPage'))),
  get(`${workspacePath}/pages/`, async (request) =>
    paginateRows(request, (await request.call('listWorkspacePages')).map(pageRow)),
  ),
  post(`${workspacePath}/pages/`, async ({ call, body }) => {
    const { id } = await call('createWorkspacePage', { body: renameFields(body, pageFields) })
    return pageRow(await call('getWorkspacePage', { params: { page_id: id } }))
  }),
  get(`${workspacePath}/pages/{page_id}/`, async ({ call }) => pageRow(await call('getWorkspacePage'))),
]

const teamspaceRoutes = [
  get(teams, async (request) =>
    paginateRows(request, (await request.call('listTeamspaces')).map(teamspaceRow)),
  ),
  post(teams, async ({ call, body }) =>
    teamspaceRow(await call('createTeamspace', { body: renameFields(body, teamFields) })),
  ),
  get(team, async ({ call }) => teamspaceRow(await call('getTeamspace'))),
  patch(team, async ({ call, body }) =>
    teamspaceRow(await call('updateTeamspace', { body: renameFields(body, teamFields) })),
  ),
  remove(team, ({ call }) => call('deleteTeamspace')),
  ...teamListRoutes('member', listTeamMembers),
  ...teamListRoutes('project', listTeamProjects),
]

/** Returns the routes for the members or the projects of a teamspace. Clients send the ids to add or remove. */
function teamListRoutes(
  word: 'member' | 'project',
  list: (request: TokenRequest) => Promise<object>,
): TokenRoute[] {
  const path = `${team}${word}s/`
  const sent = (request: TokenRequest) => sentIds(request, `${word}_ids`)
  return [
    get(path, list),
    post(
      path,
      async (request) => {
        await request.call('updateTeamspace', { body: { [`added_${word}_ids`]: sent(request) } })
        return list(request)
      },
      200,
    ),
    remove(path, (request) =>
      request.call('updateTeamspace', { body: { [`removed_${word}_ids`]: sent(request) } }),
    ),
  ]
}

const liteRoutes = [
  get(`${workspacePath}/members-lite/`, async (request) => {
    const found = await request.call('listWorkspaceMembers')
    const people = await findPeople(request)
    return paginateRows(
      request,
      found.map(({ member, role }) => ({ ...people.get(member.id), role })),
    )
  }),
  get(`${projectPath}/project-members-lite/`, async (request) => {
    const found = await request.call('listProjectMembers')
    const people = await findPeople(request)
    return paginateRows(
      request,
      found.map(({ member_id, role }) => ({ ...people.get(member_id), role })),
    )
  }),
  get(`${workspacePath}/projects-lite/`, async (request) =>
    paginateRows(request, (await request.call('listProjects')).map(projectLiteRow)),
  ),
  get(`${projectPath}/cycles-lite/`, async (request) =>
    paginateRows(request, (await request.call('listCycles')).map(cycleLiteRow)),
  ),
  get(`${projectPath}/modules-lite/`, async (request) => {
    const rows = await request.call('listModules')
    return paginateRows(
      request,
      rows.map(({ id, name, status, project_id, workspace_id }) => ({
        ...{ id, name, status },
        project: project_id,
        workspace: workspace_id,
      })),
    )
  }),
]

/** Calls of the paid edition of Plane for features that Tandem has. */
export const paidEditionRoutes: TokenRoute[] = [
  ...itemRoutes,
  ...archiveRoutes,
  ...typeRoutes,
  ...epicRoutes,
  ...pageRoutes,
  ...teamspaceRoutes,
  ...liteRoutes,
]

function sentIds({ body }: TokenRequest, name: string): string[] {
  const sent = body[name]
  return Array.isArray(sent) ? sent.map(String) : []
}

async function listTeamMembers(request: TokenRequest): Promise<object> {
  const people = await findPeople(request)
  const { member_ids } = await request.call('getTeamspace')
  return paginateRows(
    request,
    member_ids.map((id): Row => people.get(id) ?? { id }),
  )
}

async function listTeamProjects(request: TokenRequest): Promise<object> {
  const { project_ids } = await request.call('getTeamspace')
  const found = await request.call('listProjects')
  return paginateRows(request, found.filter(({ id }) => project_ids.includes(id)).map(projectLiteRow))
}
