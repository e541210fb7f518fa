import type { Calls } from '#common/calls.ts'
import type { ResponseOf } from '#common/platform/call.ts'
import { newId } from '#common/platform/ids.ts'
import { rowNotFound, TokenApiError } from './errors.ts'
import { orderedRows, paginateRows } from './pages.ts'
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
} from './route.ts'
import { cycleRow, estimatePointRow, estimateRow, moduleRow, type Row } from './rows.ts'
import { isRecord, type TokenRequest } from './token-request.ts'
import { listItems } from './work-items.ts'

const cycles = `${projectPath}/cycles/`
const cycle = `${cycles}{cycle_id}/`
const modules = `${projectPath}/modules/`
const module = `${modules}{module_id}/`
const estimates = `${projectPath}/estimates/`
const points = `${estimates}{estimate_id}/estimate-points/`

const cycleFields = fieldNames([
  'name',
  'description',
  'start_date',
  'end_date',
  'sort_order',
  ...externalIdNames,
])
const moduleFields = fieldNames(
  ['name', 'description', 'start_date', 'target_date', 'status', 'sort_order', ...externalIdNames],
  { lead: 'lead_id', members: 'member_ids' },
)
const estimateFields = fieldNames(['name', 'description'])
const pointFields = fieldNames(['key', 'value', 'description'])

export const planningRoutes: TokenRoute[] = [
  get(cycles, async (request) => {
    const { cycle_view = 'all' } = request.query
    const rows = await presentCycles(request, await request.call('listCycles'))
    const now = new Date().toISOString()
    const matching = rows.filter((row) => isInCycleView(row, cycle_view, now))
    return cycle_view === 'current' ? orderedRows(matching, request.query) : paginateRows(request, matching)
  }),
  post(cycles, async (request) => {
    const row = await request.call('createCycle', { body: renameFields(request.body, cycleFields) })
    return presentCycle(request, row)
  }),
  get(cycle, async (request) => presentCycle(request, await request.call('getCycle'))),
  patch(cycle, async (request) =>
    presentCycle(
      request,
      await request.call('updateCycle', { body: renameFields(request.body, cycleFields) }),
    ),
  ),
  remove(cycle, ({ call }) => call('deleteCycle')),
  post(`${cycle}archive/`, ({ call }) => call('archiveCycle'), 204),
  get(`${projectPath}/archived-cycles/`, async (request) => {
    const rows = await presentCycles(request, await request.call('listArchivedCycles'))
    return paginateRows(request, rows)
  }),
  remove(`${projectPath}/archived-cycles/{cycle_id}/unarchive/`, ({ call }) => call('unarchiveCycle')),
  get(`${cycle}cycle-issues/`, (request) => listItems(request, { cycle: request.params['cycle_id'] })),
  post(
    `${cycle}cycle-issues/`,
    async (request) => {
      const issues = sentItems(request)
      await request.call('addToCycle', { body: { issues } })
      return issues.map((issue) => membershipRow(request, { issue, cycle: request.params['cycle_id'] }))
    },
    200,
  ),
  get(`${cycle}cycle-issues/{issue_id}/`, async (request) => {
    const { cycle_id, issue_id } = request.params
    const item = await request.call('getWorkItem', { params: { id: issue_id ?? '' } })
    if (item.cycle_id !== cycle_id) throw new TokenApiError(404, rowNotFound)
    return membershipRow(request, { issue: issue_id, cycle: cycle_id })
  }),
  remove(`${cycle}cycle-issues/{issue_id}/`, ({ call }) => call('removeFromCycle')),
  post(
    `${cycle}transfer-issues/`,
    async ({ call, body }) => {
      await call('transferCycleItems', { body: { new_cycle_id: body['new_cycle_id'] } })
      return { message: 'Success' }
    },
    200,
  ),

  get(modules, async (request) => {
    const rows = (await request.call('listModules')).map(moduleRow)
    return paginateRows(request, rows)
  }),
  post(modules, async ({ call, body }) =>
    moduleRow(await call('createModule', { body: renameFields(body, moduleFields) })),
  ),
  get(module, async ({ call }) => moduleRow(await call('getModule'))),
  patch(module, async ({ call, body }) =>
    moduleRow(await call('updateModule', { body: renameFields(body, moduleFields) })),
  ),
  remove(module, ({ call }) => call('deleteModule')),
  post(`${module}archive/`, ({ call }) => call('archiveModule'), 204),
  get(`${projectPath}/archived-modules/`, async (request) => {
    const rows = (await request.call('listArchivedModules')).map(moduleRow)
    return paginateRows(request, rows)
  }),
  remove(`${projectPath}/archived-modules/{module_id}/unarchive/`, ({ call }) => call('unarchiveModule')),
  get(`${module}module-issues/`, (request) => listItems(request, { module: request.params['module_id'] })),
  post(
    `${module}module-issues/`,
    async (request) => {
      const issues = sentItems(request)
      await request.call('addToModule', { body: { issues } })
      return issues.map((issue) => membershipRow(request, { issue, module: request.params['module_id'] }))
    },
    200,
  ),
  remove(`${module}module-issues/{issue_id}/`, ({ call }) => call('removeFromModule')),

  get(estimates, readEstimate),
  post(estimates, createEstimate),
  patch(estimates, async (request) => {
    const { id } = await findEstimate(request)
    const estimate = renameFields(request.body, estimateFields)
    return estimateRow(
      await request.call('updateEstimate', { params: { estimate_id: id }, body: { estimate } }),
    )
  }),
  remove(estimates, async (request) => {
    const { id } = await findEstimate(request)
    await request.call('deleteEstimate', { params: { estimate_id: id } })
  }),
  get(points, async (request) => (await findEstimate(request)).points.map(estimatePointRow)),
  post(points, async (request) => {
    const sent = request.elements ?? request.body['estimate_points']
    if (!Array.isArray(sent) || sent.length === 0)
      throw new TokenApiError(400, { error: 'Estimate points are required' })
    const added_points = sent.map((point) => ({
      ...renameFields(isRecord(point) ? point : {}, pointFields),
      id: newId(),
    }))
    const stored = await request.call('updateEstimate', { body: { added_points } })
    return added_points.map(({ id }) => findPoint(stored, id))
  }),
  patch(`${points}{estimate_point_id}/`, async ({ call, body }) =>
    estimatePointRow(await call('updateEstimatePoint', { body: renameFields(body, pointFields) })),
  ),
  remove(`${points}{estimate_point_id}/`, ({ call }) => call('deleteEstimatePoint')),
]

type Cycles = Parameters<typeof cycleRow>[0][]

async function presentCycles({ call }: TokenRequest, rows: Cycles): Promise<Row[]> {
  const { timezone } = await call('getProject')
  return rows.map((row) => cycleRow(row, timezone))
}

async function presentCycle(request: TokenRequest, row: Cycles[number]): Promise<Row> {
  const [presented] = await presentCycles(request, [row])
  return presented ?? {}
}

/**
 * Returns true if the cycle matches the query parameter `cycle_view`, such as `current`. `now` is an ISO timestamp in
 * UTC.
 */
function isInCycleView(row: Row, view: string, now: string): boolean {
  const start = row['start_date'] === null ? null : new Date(String(row['start_date'])).toISOString()
  const end = row['end_date'] === null ? null : new Date(String(row['end_date'])).toISOString()
  switch (view) {
    case 'current':
      return start !== null && end !== null && start <= now && now <= end
    case 'upcoming':
      return start !== null && start > now
    case 'completed':
      return end !== null && end < now
    case 'draft':
      return start === null && end === null
    case 'incomplete':
      return end === null || end >= now
    default:
      return true
  }
}

function sentItems({ body }: TokenRequest): string[] {
  const { issues } = body
  if (!Array.isArray(issues) || issues.length === 0)
    throw new TokenApiError(400, { error: 'Work items are required', code: 'MISSING_WORK_ITEMS' })
  return issues.map(String)
}

/**
 * Returns the row that represents a work item in a cycle or a module. Tandem stores no row for this, so its id is the
 * id of the work item.
 */
function membershipRow({ params }: TokenRequest, fields: Row & { issue: unknown }): Row {
  return { id: fields.issue, ...fields, sub_issues_count: 0, project: params['project_id'] }
}

async function findEstimate({ call, params }: TokenRequest) {
  const found = await call('listEstimates')
  const wanted = params['estimate_id']
  const estimate =
    wanted === undefined
      ? (found.find(({ last_used }) => last_used) ?? found[0])
      : found.find(({ id }) => id === wanted)
  if (estimate === undefined) throw new TokenApiError(404, { error: 'Estimate not found' })
  return estimate
}

function findPoint({ points: all }: ResponseOf<Calls['updateEstimate']>, id: string): Row {
  const point = all.find((one) => one.id === id)
  if (point === undefined) throw new TokenApiError(404, rowNotFound)
  return estimatePointRow(point)
}

async function readEstimate(request: TokenRequest): Promise<Row> {
  return estimateRow(await findEstimate(request))
}

/**
 * Creates the estimate of a project. In the Plane API, a project has at most one estimate, and the project uses it
 * only after a client has set the field `estimate` of the project.
 */
async function createEstimate(request: TokenRequest): Promise<Row> {
  const { call, body } = request
  const [existing] = await call('listEstimates')
  if (existing !== undefined)
    throw new TokenApiError(409, { error: 'An estimate already exists for this project', id: existing.id })
  const estimate = renameFields(body, { ...estimateFields, type: 'type' })
  const sent = body['estimate_points']
  const estimate_points = Array.isArray(sent) ? sent : []
  return estimateRow(
    await call('createEstimate', { body: { estimate, estimate_points, without_points: true } }),
  )
}
