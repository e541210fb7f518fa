import { namesIn } from './pages.ts'
import { findPeople } from './projects.ts'
import { labelRow, type Row, stateRow } from './rows.ts'
import { isRecord, type TokenRequest } from './token-request.ts'

/** Loads the rows that replace these ids in an answer. The key of the result is the id. */
type Loader = (request: TokenRequest, ids: string[]) => Promise<Map<unknown, unknown>>

const people: Loader = (request) => findPeople(request)

const projects: Loader = async ({ call }) =>
  new Map(
    (await call('listProjects')).map((row) => [
      row.id,
      {
        id: row.id,
        identifier: row.identifier,
        name: row.name,
        cover_image: row.cover_image_url,
        icon_prop: null,
        emoji: null,
        description: row.description,
        cover_image_url: row.cover_image_url,
      },
    ]),
  )

const workspaces: Loader = async ({ call }) => {
  const { id, name, slug } = await call('getWorkspace')
  return new Map([[id, { name, slug, id }]])
}

const states: Loader = async ({ call, params }) => {
  const found =
    params['project_id'] === undefined ? await call('listWorkspaceStates') : await call('listStates')
  const rows = Array.isArray(found) ? found : []
  return new Map(rows.map((row) => [row.id, picked(stateRow(row), ['id', 'name', 'color', 'group'])]))
}

const labels: Loader = async ({ call, params }) => {
  const rows =
    params['project_id'] === undefined ? await call('listWorkspaceLabels') : await call('listLabels')
  return new Map(rows.map((row) => [row.id, labelRow(row)]))
}

/** Maximum number of ids in one call of `pickWorkItems`, whose URL has at most 15,000 characters. */
const idsPerCall = 200

const parents: Loader = async ({ call, params }, ids) => {
  const found = new Map<unknown, unknown>()
  // If the path contains no project, the answer contains only the ids of the parents, because no call returns work
  // items of several projects.
  if (params['project_id'] === undefined) return found
  for (let at = 0; at < ids.length; at += idsPerCall) {
    const rows = await call('pickWorkItems', { query: { issues: ids.slice(at, at + idsPerCall).join(',') } })
    for (const { id, sequence_id, project_id } of rows) found.set(id, { id, sequence_id, project_id })
  }
  return found
}

const estimatePoints: Loader = async ({ call, params }) => {
  const found =
    params['project_id'] === undefined ? await call('listWorkspaceEstimates') : await call('listEstimates')
  return new Map(found.flatMap(({ points }) => points.map((point) => [point.id, point])))
}

const loaders: Record<string, Loader> = {
  ...{ project: projects, workspace: workspaces, state: states, labels, parent: parents },
  ...{ created_by: people, updated_by: people, actor: people, owned_by: people, default_assignee: people },
  ...{ project_lead: people, user: people, members: people, assignees: people, lead: people },
  estimate_point: estimatePoints,
}

/** Replaces the ids in the fields that the query parameter `expand` names with the rows that they refer to. */
export async function expandFields(answer: unknown, request: TokenRequest): Promise<unknown> {
  const names = namesIn(request.query['expand']).filter((name) => Object.hasOwn(loaders, name))
  if (names.length === 0) return answer
  const rows = rowsOf(answer)
  const replacements = new Map<string, Map<unknown, unknown>>()
  for (const name of names) {
    const ids = new Set(rows.flatMap((row) => [row[name]].flat().filter((id) => typeof id === 'string')))
    const loader = loaders[name]
    if (loader !== undefined && ids.size > 0) replacements.set(name, await loader(request, [...ids]))
  }
  const expand = (row: Row): Row => ({
    ...row,
    ...Object.fromEntries(
      [...replacements].map(([name, byId]) => {
        const value = row[name]
        const replace = (id: unknown) => byId.get(id) ?? id
        return [name, Array.isArray(value) ? value.map(replace) : replace(value)]
      }),
    ),
  })
  if (Array.isArray(answer)) return answer.map((row) => (isRecord(row) ? expand(row) : row))
  if (!isRecord(answer)) return answer
  return Array.isArray(answer['results']) ? { ...answer, results: rows.map(expand) } : expand(answer)
}

function rowsOf(answer: unknown): Row[] {
  const rows = isRecord(answer) && Array.isArray(answer['results']) ? answer['results'] : [answer].flat()
  return rows.filter(isRecord)
}

function picked(row: Row, names: string[]): Row {
  return Object.fromEntries(names.map((name) => [name, row[name]]))
}
