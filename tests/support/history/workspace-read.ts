import type { CallName } from '#common/calls.ts'
import { type EntityName, entities } from '#common/entities.ts'
import { type CallInputToSend, sendCall } from './send.ts'

export type EntityRow = Record<string, unknown> & { id: string }

/** All rows of one entity that a person may see in the workspace or in one project, at one version. */
export interface EntityRowList {
  entity: EntityName
  /** The project of the list. Is null for a list of the whole workspace. */
  project_id: string | null
  version: number
  rows: EntityRow[]
}

interface Reader {
  url: string
  cookie: string
  person: string
  slug: string
}

/** The queries that together return all notifications. */
const notificationLists: Record<string, string>[] = ['false', 'true'].flatMap((mentioned) =>
  ['false', 'true'].flatMap((archived) =>
    ['false', 'true'].map((snoozed) => ({ mentioned, archived, snoozed })),
  ),
)

/** The page size is larger than every list in these tests, so that one page contains the whole list. */
const per_page = '1000'
const admin = 20
const guest = 5

/**
 * Reads every row of the workspace that a person may see, over REST. Returns null if the person has no access
 * to the workspace, or if the server did not answer. Projects that the person leaves during the read are
 * skipped.
 */
export async function loadWorkspaceRows({
  url,
  cookie,
  person,
  slug,
}: Reader): Promise<EntityRowList[] | null> {
  const ask = (name: CallName, { params, query }: CallInputToSend = {}) =>
    sendCall(url, { id: person, cookie }, name, { params: { slug, ...params }, ...(query && { query }) })
  const projects = await ask('listProjects')
  const [
    workspace,
    members,
    memberships,
    states,
    labels,
    cycles,
    modules,
    estimates,
    views,
    properties,
    links,
    favorites,
    stickies,
    drafts,
    visits,
    ...inboxes
  ] = await Promise.all([
    ask('getWorkspace'),
    ask('listWorkspaceMembers'),
    ask('listProjectMemberships'),
    ask('listWorkspaceStates'),
    ask('listWorkspaceLabels'),
    ask('listWorkspaceCycles'),
    ask('listWorkspaceModules'),
    ask('listWorkspaceEstimates'),
    ask('listWorkspaceViews'),
    ask('listUserProperties'),
    ask('listQuickLinks'),
    ask('listFavorites', { query: { all: 'true' } }),
    ask('listStickies', { query: { per_page } }),
    ask('listDrafts', { query: { per_page } }),
    ask('listRecentVisits', { query: { limit: '200' } }),
    ...notificationLists.map((query) => ask('listNotifications', { query: { ...query, per_page } })),
  ])
  const all = [
    projects,
    workspace,
    members,
    memberships,
    states,
    labels,
    cycles,
    modules,
    estimates,
    views,
    properties,
    links,
    favorites,
    stickies,
    drafts,
    visits,
    ...inboxes,
  ]
  if (all.some(({ status }) => status !== 200)) return null
  const own = rowsOf(members.answer).find((row) => row['member_id'] === person)
  const people = rowsOf(members.answer).flatMap((row) => rowsOf([row['member']]))
  const lists: EntityRowList[] = [
    listOf('projects', null, projects.version, rowsOf(projects.answer)),
    listOf('workspaces', null, workspace.version, rowsOf([workspace.answer])),
    listOf('workspace_members', null, members.version, rowsOf(members.answer)),
    listOf('users', null, members.version, people),
    listOf(
      'project_members',
      null,
      memberships.version,
      Object.values(Object(memberships.answer)).flatMap(rowsOf),
    ),
    listOf('states', null, states.version, rowsOf(states.answer)),
    listOf('labels', null, labels.version, rowsOf(labels.answer)),
    listOf('cycles', null, cycles.version, rowsOf(cycles.answer)),
    listOf('modules', null, modules.version, rowsOf(modules.answer)),
    listOf('estimates', null, estimates.version, rowsOf(estimates.answer)),
    listOf(
      'estimate_points',
      null,
      estimates.version,
      rowsOf(estimates.answer).flatMap((row) => rowsOf(row['points'])),
    ),
    listOf('views', null, views.version, rowsOf(views.answer)),
    listOf('user_properties', null, properties.version, rowsOf(properties.answer)),
    listOf('favorites', null, favorites.version, rowsOf(favorites.answer)),
    listOf('quick_links', null, links.version, rowsOf(links.answer)),
    listOf('stickies', null, stickies.version, rowsOf(Object(stickies.answer).results)),
    listOf('drafts', null, drafts.version, rowsOf(Object(drafts.answer).results)),
    listOf('recent_visits', null, visits.version, rowsOf(visits.answer)),
    ...inboxes.map(({ version, answer }) =>
      listOf('notifications', null, version, rowsOf(Object(answer).results)),
    ),
  ]
  const joined = rowsOf(projects.answer).filter(
    (row) => own?.['role'] === admin || row['member_role'] !== null,
  )
  let isAnswered = true
  for (const { id } of joined) {
    const params = { project_id: id }
    const inProject = async (entity: EntityName, name: CallName, query?: Record<string, string>) => {
      const { status, answer, version } = await ask(name, { params, ...(query && { query }) })
      const results = Array.isArray(answer) ? answer : Object(answer).results
      isAnswered &&= status > 0 && status < 500
      return status === 200 ? [listOf(entity, id, version, rowsOf(results))] : []
    }
    const read = await Promise.all([
      inProject('work_items', 'listWorkItems', { per_page }),
      ...(own?.['role'] === guest ? [] : [inProject('work_items', 'listArchivedWorkItems', { per_page })]),
      inProject('work_item_relations', 'listProjectRelations'),
      inProject('pages', 'listPages', { archived: 'false' }),
      inProject('views', 'listViews'),
    ])
    lists.push(...read.flat())
  }
  return isAnswered ? lists : null
}

function rowsOf(answer: unknown): EntityRow[] {
  return Array.isArray(answer) ? answer : []
}

/** Removes fields that the responses contain but the change feed does not, such as a member's name. */
function listOf(
  entity: EntityName,
  project_id: string | null,
  version: number,
  rows: EntityRow[],
): EntityRowList {
  const fields = Object.keys(entities[entity].schema.shape)
  const rowOf = (row: EntityRow) =>
    Object.fromEntries(fields.map((field) => [field, row[field]])) as EntityRow
  return { entity, project_id, version, rows: rows.map(rowOf) }
}

/**
 * Returns the rows to compare at the end. Clients retain old memberships and the names of former members, so
 * these are left out. Relations of unknown items, states of intake and the archive for guests are left out
 * too, since no list returns them. Comments are left out because each item loads its comments separately.
 */
export function selectComparableRows(
  rows: Map<EntityName, Map<string, EntityRow>>,
  person: string,
): Map<string, EntityRow> {
  const of = (entity: EntityName) => [...(rows.get(entity)?.values() ?? [])]
  const members = of('workspace_members').filter((row) => row['is_active'] === true)
  const names = new Set(members.map((row) => row['member_id']))
  const projectMembers = of('project_members').filter((row) => row['is_active'] === true)
  const inWorkspace = members.find((row) => row['member_id'] === person)?.['role']
  const isGuest = (project: unknown) =>
    inWorkspace !== admin &&
    (inWorkspace === guest ||
      projectMembers.some(
        (row) => row['project_id'] === project && row['member_id'] === person && row['role'] === guest,
      ))
  const items = of('work_items').filter((row) => row['archived_at'] === null || !isGuest(row['project_id']))
  const itemIds = new Set(items.map((row) => row.id))
  const shown: Partial<Record<EntityName, EntityRow[]>> = {
    workspace_members: members,
    project_members: projectMembers,
    users: of('users').filter((row) => names.has(row.id)),
    states: of('states').filter((row) => row['group'] !== 'triage'),
    work_items: items,
    work_item_comments: [],
    // The server omits a visit while its target is not visible, but the replica retains it. Visits are therefore
    // not compared.
    recent_visits: [],
    // `data` in the answer contains the item's current name and not the stored one, so it is left out.
    notifications: of('notifications').map(({ data: _, ...row }) => row),
    work_item_relations: of('work_item_relations').filter((row) =>
      [row['issue_id'], row['related_issue_id']].every((item) => itemIds.has(String(item))),
    ),
  }
  const everyEntity = Object.keys(entities) as EntityName[]
  return new Map(
    everyEntity.flatMap((entity) =>
      (shown[entity] ?? of(entity)).map((row) => [`${entity} ${row.id}`, row] as const),
    ),
  )
}
