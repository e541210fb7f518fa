import { rowNotFound, TokenApiError } from './errors.ts'
import { paginateRows } from './pages.ts'
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
import { labelRow, type Row, stateRow } from './rows.ts'
import type { TokenRequest } from './token-request.ts'

const stateFields = fieldNames([
  'name',
  'description',
  'color',
  'group',
  'sequence',
  'default',
  ...externalIdNames,
])
const labelFields = fieldNames(['name', 'color', 'parent', 'sort_order', ...externalIdNames])

const states = `${projectPath}/states/`
const labels = `${projectPath}/labels/`

export const stateAndLabelRoutes: TokenRoute[] = [
  get(states, async (request) => {
    const rows = await stateRows(request)
    return paginateRows(request, rows)
  }),
  post(states, (request) => createState(request), 200),
  get(`${states}{state_id}/`, async ({ call }) => stateRow(await call('getState'))),
  patch(`${states}{state_id}/`, async (request) => {
    const { call, body } = request
    const row = await withIdOfConflict(request, stateRows, () =>
      call('updateState', { body: renameFields(body, stateFields) }),
    )
    return stateRow(row)
  }),
  remove(`${states}{state_id}/`, ({ call }) => call('deleteState')),

  get(labels, async (request) => {
    const rows = await labelRows(request)
    return paginateRows(request, rows)
  }),
  post(labels, async (request) =>
    labelRow(
      await withIdOfConflict(request, labelRows, () =>
        request.call('createLabel', { body: renameFields(request.body, labelFields) }),
      ),
    ),
  ),
  get(`${labels}{label_id}/`, async (request) => {
    const found = (await labelRows(request)).find(({ id }) => id === request.params['label_id'])
    if (found === undefined) throw new TokenApiError(404, rowNotFound)
    return found
  }),
  patch(`${labels}{label_id}/`, async (request) =>
    labelRow(
      await withIdOfConflict(request, labelRows, () =>
        request.call('updateLabel', { body: renameFields(request.body, labelFields) }),
      ),
    ),
  ),
  remove(`${labels}{label_id}/`, ({ call }) => call('deleteLabel')),
]

async function stateRows({ call }: TokenRequest): Promise<Row[]> {
  const found = await call('listStates')
  return Array.isArray(found) ? found.map(stateRow) : []
}

async function labelRows({ call }: TokenRequest): Promise<Row[]> {
  return (await call('listLabels')).map(labelRow)
}

async function createState(request: TokenRequest): Promise<Row> {
  const { call, body } = request
  const row = await withIdOfConflict(request, stateRows, () =>
    call('createState', { body: { group: 'backlog', ...renameFields(body, stateFields) } }),
  )
  return stateRow(row)
}

/**
 * Calls `write`. If another state or label already has the name, throws an error that contains the id of this other
 * row, because clients of the Plane API then use that row.
 */
async function withIdOfConflict<T>(
  request: TokenRequest,
  list: (request: TokenRequest) => Promise<Row[]>,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (!(error instanceof TokenApiError) || (error.code !== 'conflict' && error.code !== 'invalid'))
      throw error
    if ('id' in error.body) throw error
    const name = String(request.body['name']).trim().toLowerCase()
    const { state_id, label_id } = request.params
    const own = state_id ?? label_id
    const taken = (await list(request)).find((row) => String(row['name']).toLowerCase() === name)
    if (taken === undefined || taken['id'] === own) throw error
    throw new TokenApiError(
      409,
      { error: 'A row with this name already exists.', id: taken['id'] },
      { code: 'conflict' },
    )
  }
}
