import { TokenApiError } from './errors.ts'
import { namesIn, paginateRows } from './pages.ts'
import {
  externalIdNames,
  fieldNames,
  get,
  patch,
  post,
  projectPath,
  remove,
  renameFields,
  type TokenRoute,
  workspacePath,
} from './route.ts'
import { invitationRow, personRow, projectRow, type Row } from './rows.ts'
import type { TokenRequest } from './token-request.ts'

const fields = fieldNames(
  [
    ...['name', 'description', 'identifier', 'project_lead', 'default_assignee', 'cover_image', 'timezone'],
    ...['module_view', 'cycle_view', 'issue_views_view', 'page_view', 'guest_view_all_features'],
    ...['archive_in', 'close_in', 'is_time_tracking_enabled', 'is_issue_type_enabled'],
    ...externalIdNames,
  ],
  { intake_view: 'inbox_view' },
)
const changeFields = { ...fields, ...fieldNames(['default_state', 'estimate']) }

/** The features of a project that users can turn on and off. */
const featureFields = fieldNames([], {
  ...{ epics: 'is_epic_enabled', modules: 'module_view', cycles: 'cycle_view', views: 'issue_views_view' },
  ...{ pages: 'page_view', intakes: 'inbox_view', work_item_types: 'is_issue_type_enabled' },
})

export const projectRoutes: TokenRoute[] = [
  get('/users/me/', async ({ call }) => personRow(await call('getMe'))),
  get(`${workspacePath}/members/`, async ({ call }) =>
    (await call('listWorkspaceMembers')).map(({ member, role }) => ({ ...personRow(member), role })),
  ),

  get(`${workspacePath}/projects/`, async (request) => {
    const found = await request.call('listProjects')
    const rows = found.map((row) => projectRow({ ...row, members: [], next_work_item_sequence: 0 }, {}))
    return paginateRows(request, rows)
  }),
  post(`${workspacePath}/projects/`, async (request) => {
    const { id } = await namingConflict(
      request.call('createProject', { body: renameFields(request.body, fields) }),
    )
    return readProject(request, id)
  }),
  get(`${projectPath}/`, (request) => readProject(request)),
  patch(`${projectPath}/`, async (request) => {
    await namingConflict(request.call('updateProject', { body: renameFields(request.body, changeFields) }))
    return readProject(request)
  }),
  remove(`${projectPath}/`, ({ call }) => call('deleteProject')),
  post(`${projectPath}/archive/`, ({ call }) => call('archiveProject'), 204),
  remove(`${projectPath}/archive/`, ({ call }) => call('restoreProject')),
  get(`${projectPath}/features/`, readFeatures),
  patch(`${projectPath}/features/`, async (request) => {
    await request.call('updateProject', { body: renameFields(request.body, featureFields) })
    return readFeatures(request)
  }),
  { ...get(`${projectPath}/summary/`, readSummary), readsFields: true },

  ...['members', 'project-members'].flatMap((word): TokenRoute[] => [
    get(`${projectPath}/${word}/`, async (request) => {
      const people = await findPeople(request)
      return (await request.call('listProjectMembers')).map(({ member_id }) => people.get(member_id))
    }),
    post(`${projectPath}/${word}/`, async ({ call, body }) => {
      const members = [{ member_id: body['member'], role: body['role'] }]
      const added = await call('addProjectMembers', { body: { members } })
      const one = added.find(({ member_id }) => member_id === body['member'])
      return { id: one?.id ?? null, member: one?.member_id ?? null, role: one?.role ?? null }
    }),
    get(`${projectPath}/${word}/{member_id}/`, async (request) => {
      const { member_id } = await request.call('getProjectMember')
      return (await findPeople(request)).get(member_id)
    }),
    patch(`${projectPath}/${word}/{member_id}/`, async ({ call, body }) => {
      const { id, member_id, role } = await call('updateProjectMember', { body: { role: body['role'] } })
      return { id, member: member_id, role }
    }),
    remove(`${projectPath}/${word}/{member_id}/`, ({ call }) => call('removeProjectMember')),
  ]),

  get(`${workspacePath}/invitations/`, async ({ call }) =>
    (await call('listInvitations')).filter(({ is_open }) => !is_open).map(invitationRow),
  ),
  post(`${workspacePath}/invitations/`, async ({ call, body }) => {
    const emails = [{ email: body['email'], role: body['role'] }]
    const { invitations } = await call('createInvitations', { body: { emails } })
    const [created] = invitations
    if (created === undefined) throw new TokenApiError(400, { error: 'This person is already a member.' })
    return invitationRow(await call('getInvitation', { params: { invitation_id: created.id } }))
  }),
  get(`${workspacePath}/invitations/{invitation_id}/`, async ({ call }) =>
    invitationRow(await call('getInvitation')),
  ),
  patch(`${workspacePath}/invitations/{invitation_id}/`, async ({ call, body }) => {
    if (body['email'] !== undefined)
      throw new TokenApiError(400, { error: 'Email cannot be updated', code: 'EMAIL_CANNOT_BE_UPDATED' })
    return invitationRow(await call('updateInvitation', { body: { role: body['role'] } }))
  }),
  remove(`${workspacePath}/invitations/{invitation_id}/`, ({ call }) => call('deleteInvitation')),
]

/**
 * Returns the people of the workspace by their id. Former members of the workspace are included, because they may
 * still be members of a project.
 */
export async function findPeople({ call }: TokenRequest): Promise<Map<string, Row>> {
  const found = await call('listWorkspaceMembers', { query: { former: 'true' } })
  return new Map(found.map(({ member }) => [member.id, personRow(member)]))
}

async function readProject({ call, params }: TokenRequest, id = params['project_id'] ?? ''): Promise<Row> {
  const own = { params: { project_id: id } }
  const row = await call('getProject', own)
  // A user can read a public project without joining it, but cannot read its cycles and modules.
  const isMember = row.member_role !== null
  const [cycles, modules] = isMember
    ? await Promise.all([call('listCycles', own), call('listModules', own)])
    : [[], []]
  return projectRow(row, {
    total_members: row.members.length,
    total_cycles: cycles.length,
    total_modules: modules.length,
  })
}

async function readFeatures({ call }: TokenRequest): Promise<Row> {
  const project: Row = await call('getProject')
  const names = Object.entries(featureFields)
  return {
    ...Object.fromEntries(names.map(([name, own]) => [name, project[own] === true])),
    // Tandem has no workflows and no parallel cycles, and every project has updates.
    ...{ workflows: false, parallel_cycles: false, project_updates: true },
  }
}

async function readSummary({ call, query }: TokenRequest): Promise<Row> {
  const project = await call('getProject')
  const counters: Record<string, () => Promise<number>> = {
    members: async () => project.members.length,
    states: async () => Object.keys(await call('listStates')).length,
    labels: async () => (await call('listLabels')).length,
    cycles: async () => (await call('listCycles')).length,
    modules: async () => (await call('listModules')).length,
    issues: async () => (await call('listWorkItems', { query: { per_page: 1 } })).total_count,
    intakes: async () => (await call('listInboxIssues', { query: { per_page: 1 } })).total_count,
    pages: async () => (await call('listPages')).length,
  }
  const names = query['fields'] === undefined ? Object.keys(counters) : namesIn(query['fields'])
  const counts: Row = {}
  for (const name of names) {
    const count = Object.hasOwn(counters, name) ? counters[name] : undefined
    if (count !== undefined) counts[name] = await count()
  }
  return { id: project.id, name: project.name, identifier: project.identifier, counts }
}

/**
 * If the name or identifier of a project is already used, throws an error with status 409 that contains the name of
 * this field, as clients of the Plane API expect.
 */
async function namingConflict<T>(calling: Promise<T>): Promise<T> {
  try {
    return await calling
  } catch (error) {
    if (!(error instanceof TokenApiError) || error.code !== 'invalid') throw error
    const taken = Object.entries(error.body).find(([, messages]) => /ALREADY_EXIST/.test(String(messages)))
    if (taken === undefined) throw error
    throw new TokenApiError(409, { [taken[0]]: String(taken[1]) }, { code: 'conflict' })
  }
}
