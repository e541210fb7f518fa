import { rowNotFound, TokenApiError } from './errors.ts'
import type { OwnCallInput } from './own-api.ts'
import { hasExternalId, pageAnswer, paginateRows } from './pages.ts'
import {
  externalIdNames,
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
import { activityRow, commentRow, itemRow, linkRow, type Row } from './rows.ts'
import type { TokenRequest } from './token-request.ts'

export const itemFields = fieldNames(
  [
    ...['name', 'description_html', 'priority', 'start_date', 'target_date', 'sort_order', 'estimate_point'],
    ...externalIdNames,
  ],
  { state: 'state_id', parent: 'parent_id', assignees: 'assignee_ids', labels: 'label_ids' },
)
const linkFields = fieldNames(['url', 'title'])
const changedCommentFields = fieldNames(['comment_html', 'comment_json', 'access', ...externalIdNames])
const commentFields = { ...changedCommentFields, parent: 'parent_id' }

const items = `${projectPath}/{items}/`
const item = `${items}{id}/`

export const workItemRoutes: TokenRoute[] = forBothNames([
  get(`${workspacePath}/{items}/count/`, countItems),
  get(`${workspacePath}/{items}/search/`, searchItems),
  get(`${workspacePath}/{items}/{key}/`, async ({ call }) => itemRow(await call('getWorkItemByKey'))),
  get(items, (request) =>
    hasExternalId(request.query) ? readItemByExternalId(request) : listItems(request),
  ),
  post(items, async (request) => {
    const { id } = await request.call('createWorkItem', {
      body: { ...renameFields(request.body, itemFields), ...originalAuthor(request.body) },
    })
    return readItem(request, id)
  }),
  get(item, (request) => readItem(request)),
  patch(item, async (request) => {
    await request.call('updateWorkItem', { body: renameFields(request.body, itemFields) })
    return readItem(request)
  }),
  remove(item, ({ call }) => call('deleteWorkItem')),

  get(`${item}links/`, async (request) => {
    const rows = await listLinks(request)
    return paginateRows(request, rows)
  }),
  post(`${item}links/`, createLink),
  get(`${item}links/{link_id}/`, async (request) =>
    findById(await listLinks(request), request.params['link_id']),
  ),
  patch(`${item}links/{link_id}/`, async ({ call, body }) =>
    linkRow(await call('updateLink', { body: renameFields(body, linkFields) })),
  ),
  remove(`${item}links/{link_id}/`, ({ call }) => call('deleteLink')),

  get(`${item}comments/`, async (request) => {
    const rows = await listComments(request)
    return paginateRows(request, rows)
  }),
  post(`${item}comments/`, async ({ call, body }) =>
    commentRow(
      await call('createComment', {
        body: { ...renameFields(body, commentFields), ...originalAuthor(body) },
      }),
    ),
  ),
  get(`${item}comments/{comment_id}/`, async (request) =>
    findById(await listComments(request), request.params['comment_id']),
  ),
  patch(`${item}comments/{comment_id}/`, async ({ call, body }) =>
    commentRow(await call('updateComment', { body: renameFields(body, changedCommentFields) })),
  ),
  remove(`${item}comments/{comment_id}/`, ({ call }) => call('deleteComment')),

  get(`${item}activities/`, async (request) => {
    const rows = await listActivities(request)
    return paginateRows(request, rows)
  }),
  get(`${item}activities/{activity_id}/`, async (request) => {
    const found = (await listActivities(request)).find(({ id }) => id === request.params['activity_id'])
    if (found === undefined)
      throw new TokenApiError(404, { message: 'Activity not found.', code: 'NOT_FOUND' })
    return found
  }),

  get(`${item}relations/`, listRelations),
  post(`${item}relations/`, createRelations),
  post(`${item}relations/remove/`, removeRelation, 204),
])

/** Returns the author and the creation time of a body, under the name that Tandem's own API uses. */
function originalAuthor({ created_at, created_by }: TokenRequest['body']): { original?: object } {
  return created_at || created_by ? { original: { created_at, created_by } } : {}
}

/** Returns a page of the work items of the project that match `filters`. */
export async function listItems(
  { call, query }: TokenRequest,
  filters: OwnCallInput<'listDetailedWorkItems'>['query'] = {},
): Promise<object> {
  const answer = await call('listDetailedWorkItems', {
    query: { ...filters, ...pageQuery(query), expand: 'description_html' },
  })
  return pageAnswer({ ...answer, results: answer.results.map(itemRow) })
}

/** Returns the query parameters for the requested page of work items and for the sort order. */
export function pageQuery({ per_page = '1000', cursor, order_by = '-created_at' }: TokenRequest['query']) {
  // The response for the first page contains a cursor for the previous page, with the page number -1. If a client sends
  // this cursor, it receives the first page again.
  const page = cursor === undefined ? {} : { cursor: cursor.replace(/:-\d+:/, ':0:') }
  return { per_page, ...page, order_by: order_by as '-created_at' }
}

export async function readItem({ call, params }: TokenRequest, id = params['id'] ?? ''): Promise<Row> {
  return itemRow(await call('getWorkItem', { params: { id } }))
}

/** Returns the work item with the external id of the query. In the Plane API, this is not a page but the item itself. */
async function readItemByExternalId({ call, query }: TokenRequest): Promise<Row> {
  const { external_source = '', external_id = '' } = query
  return itemRow(await call('getWorkItemByExternalId', { query: { external_source, external_id } }))
}

function findById(rows: Row[], id: string | undefined): Row {
  const found = rows.find((row) => row['id'] === id)
  if (found === undefined) throw new TokenApiError(404, rowNotFound)
  return found
}

async function listLinks({ call }: TokenRequest): Promise<Row[]> {
  return (await call('listLinks')).map(linkRow)
}

/** Adds a link to an item. Rejects a URL that the item already has, as the Plane API does. */
async function createLink(request: TokenRequest): Promise<Row> {
  const { call, body } = request
  const hasUrl = (await listLinks(request)).some(({ url }) => url === body['url'])
  if (hasUrl) throw new TokenApiError(400, { error: 'URL already exists for this Issue' })
  return linkRow(await call('createLink', { body: renameFields(body, linkFields) }))
}

async function listComments({ call }: TokenRequest): Promise<Row[]> {
  const rows = await call('listComments')
  return rows.filter(({ removed_at }) => removed_at === null).map(commentRow)
}

/** Returns the changes of the item, oldest first. Comments are not among them. */
async function listActivities({ call }: TokenRequest): Promise<Row[]> {
  const entries = await call('listHistory', { query: { activity_type: 'issue-property' } })
  return entries.flatMap((entry) => ('verb' in entry ? [activityRow(entry)] : []))
}

/** The types of relations that clients of the Plane API know. */
const relationNames = [
  ...(['blocking', 'blocked_by', 'duplicate', 'relates_to'] as const),
  ...(['start_after', 'start_before', 'finish_after', 'finish_before'] as const),
]

async function listRelations({ call }: TokenRequest): Promise<Row> {
  const found = await call('listRelations')
  return Object.fromEntries(
    relationNames.map((name) => [
      name,
      (found[name] ?? []).map(({ id, project_id }) => ({ project_id, issue_id: id })),
    ]),
  )
}

async function createRelations({ call, body }: TokenRequest): Promise<Row[]> {
  const created = await call('createRelations', {
    body: renameFields(body, fieldNames(['relation_type', 'issues'])),
  })
  return created.map((row) => ({
    id: row.id,
    project_id: row.project_id,
    sequence_id: row.sequence_id,
    relation_type: row.relation_type,
    name: row.name,
    state_id: row.state_id,
    priority: row.priority,
    created_by: row.created_by,
    created_at: row.created_at,
    updated_at: row.updated_at,
    updated_by: row.updated_by,
  }))
}

/**
 * Removes all relations between two work items, because clients send only the id of the other item and no relation
 * type.
 */
async function removeRelation({ call, body }: TokenRequest): Promise<void> {
  await call('removeRelation', { body: { related_issue: body['related_issue'] } })
}

/** Counts the work items of all projects of the user. Groups and filters are not supported. */
async function countItems({ call, query }: TokenRequest): Promise<Row> {
  for (const name of ['group_by', 'sub_group_by', 'filters', 'pql'])
    if (query[name]) throw new TokenApiError(400, { [name]: ['This parameter is not supported.'] })
  const { total_count } = await call('listDetailedWorkspaceWorkItems', { query: { per_page: '1' } })
  return { grouped_by: null, sub_grouped_by: null, total_count, grouped_counts: {} }
}

/**
 * Searches the titles and keys of work items. The official client sends the project as `project`, older clients as
 * `project_id`. Without a project, or with `workspace_search=true`, the search covers the whole workspace.
 */
async function searchItems({ call, query }: TokenRequest): Promise<{ issues: Row[] }> {
  const { search = '', limit = '10', workspace_search, project = query['project_id'] } = query
  const size = Math.min(100, Math.max(1, Number(limit) || 10))
  if (search.trim() === '') {
    // Answers 404 if the caller has no access to the workspace.
    await call('getWorkspace')
    return { issues: [] }
  }
  const everywhere = workspace_search === 'true' || project === undefined
  const found = everywhere
    ? (await call('searchWorkspace', { query: { search, entities: 'issue' } })).results.issue
    : await call('searchWorkItems', { params: { project_id: project }, query: { search } })
  return {
    issues: (found ?? []).slice(0, size).map((row) => ({
      name: row.name,
      id: row.id,
      sequence_id: row.sequence_id,
      project__identifier: row.project__identifier,
      project_id: row.project_id,
      workspace__slug: row.workspace__slug,
    })),
  }
}
