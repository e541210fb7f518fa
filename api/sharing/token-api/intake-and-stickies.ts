import { TokenApiError } from './errors.ts'
import { pageAnswer } from './pages.ts'
import {
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
import { itemRow, type Row, stickyRow } from './rows.ts'
import { isRecord, type TokenRequest } from './token-request.ts'

const requests = `${projectPath}/intake-issues/`
const one = `${requests}{inbox_issue_id}/`
const stickies = `${workspacePath}/stickies/`
const stickiesPerPage = '20'

const stickyFields = fieldNames([
  ...['name', 'description', 'description_html', 'logo_props', 'color', 'background_color', 'sort_order'],
])
const requestFields = fieldNames(['name', 'description_html', 'priority'])
const decisionFields = fieldNames(['status', 'snoozed_till', 'duplicate_to'])
const changedRequestFields = {
  ...requestFields,
  ...fieldNames(['start_date', 'target_date'], { assignees: 'assignee_ids', labels: 'label_ids' }),
}

export const intakeAndStickyRoutes: TokenRoute[] = [
  get(requests, async (request) => {
    const { call, query } = request
    const { per_page = String(maxRequests), cursor } = query
    const size = Math.min(maxRequests, Number(per_page) || maxRequests)
    const page = await call('listInboxIssues', {
      query: { per_page: size, status: '-2,-1,0,1,2', ...(cursor !== undefined && { cursor }) },
    })
    const intake = await findIntake(request)
    const results: Row[] = []
    for (const { issue } of page.results) {
      const row = await readRequest(request, issue.id, intake).catch(nullIfDeleted)
      if (row !== null) results.push(row)
    }
    return pageAnswer({ ...page, results })
  }),
  post(requests, async (request) => {
    const { issue } = request.body
    const created = await request.call('createInboxIssue', {
      body: { issue: renameFields(isRecord(issue) ? issue : {}, requestFields) },
    })
    return readRequest(request, created.issue.id)
  }),
  get(one, (request) => readRequest(request)),
  patch(one, async (request) => {
    const { body } = request
    const { issue } = body
    await request.call('updateInboxIssue', {
      body: {
        ...renameFields(body, decisionFields),
        ...(isRecord(issue) && {
          issue: renameFields(issue, changedRequestFields),
        }),
      },
    })
    return readRequest(request)
  }),
  remove(one, ({ call }) => call('deleteInboxIssue')),

  get(stickies, async ({ call, query }) => {
    const { per_page = stickiesPerPage, cursor, query: text } = query
    const page = await call('listStickies', {
      query: {
        per_page,
        ...(cursor !== undefined && { cursor }),
        ...(text !== undefined && { query: text }),
      },
    })
    return pageAnswer({ ...page, results: page.results.map(stickyRow) })
  }),
  post(stickies, async ({ call, body }) =>
    stickyRow(await call('createSticky', { body: renameFields(body, stickyFields) })),
  ),
  get(`${stickies}{sticky_id}/`, async ({ call }) => stickyRow(await call('getSticky'))),
  patch(`${stickies}{sticky_id}/`, async ({ call, body }) =>
    stickyRow(await call('updateSticky', { body: renameFields(body, stickyFields) })),
  ),
  remove(`${stickies}{sticky_id}/`, ({ call }) => call('deleteSticky')),
]

/**
 * Maximum number of intake requests on a page. It is low, because a separate call reads each request with its
 * description.
 */
const maxRequests = 100

/** Returns null for an intake request that was deleted after the list was read. Throws other errors again. */
function nullIfDeleted(error: unknown): null {
  if (error instanceof TokenApiError && error.status === 404) return null
  throw error
}

/** Returns the id of the project's intake, which is a field of each intake request in the Plane API. */
async function findIntake({ call }: TokenRequest): Promise<string | null> {
  const [intake] = await call('listIntakes')
  return intake?.id ?? null
}

async function readRequest(
  request: TokenRequest,
  id = request.params['inbox_issue_id'] ?? '',
  intake?: string | null,
): Promise<Row> {
  const row = await request.call('getInboxIssue', { params: { inbox_issue_id: id } })
  const owner = intake === undefined ? await findIntake(request) : intake
  return {
    id: row.id,
    created_at: row.created_at,
    updated_at: row.updated_at,
    deleted_at: null,
    created_by: row.created_by,
    updated_by: row.updated_by,
    workspace: row.workspace_id,
    project: row.project_id,
    intake: owner,
    inbox: owner,
    issue: row.issue.id,
    issue_detail: itemRow(row.issue),
    status: row.status,
    snoozed_till: row.snoozed_till,
    duplicate_to: row.duplicate_to,
    source: row.source,
    source_email: null,
    external_source: null,
    external_id: null,
    extra: {},
  }
}
