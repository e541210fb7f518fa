import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import { emptyAsNull, multiLineText, singleLineText } from '../../platform/fields.ts'
import { id } from '../../platform/time.ts'
import { estimateValuesLimit, maxEstimateNameLength, maxEstimateValueLength } from './rules.ts'
import { estimatePointResponse, estimateResponse, estimateType } from './schema.ts'

const project = '/api/workspaces/{slug}/projects/{project_id}' as const
const one = `${project}/estimates/{estimate_id}` as const
const point = `${one}/estimate-points/{estimate_point_id}` as const

const name = singleLineText(maxEstimateNameLength).min(1, 'A name is required.')
const key = z.int().min(0).max(1000)
const value = singleLineText(maxEstimateValueLength * 2)
const description = multiLineText(2000)
const required = 'Key and value are required'

export const pointsRequired = 'Estimate points are required'
const becoming = z
  .array(z.object({ estimate_point_id: id, new_estimate_point_id: emptyAsNull(id) }))
  .max(estimateValuesLimit)
const newPoint = z.object({ id: id.optional(), key, value, description: description.optional() })

/**
 * Calls for estimates. An estimate is the scale by which a project estimates its items. Guests can read
 * estimates, members can change their values, and admins choose the active estimate of a project.
 */
export const estimateCalls = declareCalls('estimates', {
  listEstimates: {
    summary: 'List the estimates of a project with their values, newest first',
    method: 'GET',
    path: `${project}/estimates/`,
    who: { project: 'guest' },
    answer: z.array(estimateResponse),
  },
  listActivePoints: {
    summary: 'List the values of the active estimate of a project. Empty without an active estimate',
    method: 'GET',
    path: `${project}/project-estimates/`,
    who: { project: 'member' },
    answer: z.array(estimatePointResponse),
  },
  createEstimate: {
    summary: 'Create an estimate. With `last_used`, the project uses it',
    method: 'POST',
    path: `${project}/estimates/`,
    who: { project: 'member' },
    body: z.object({
      id: id.optional(),
      estimate: z
        .object({
          name: name.optional(),
          description: description.optional(),
          type: estimateType.default('categories'),
          last_used: z.boolean().default(false),
        })
        .default({ type: 'categories', last_used: false }),
      estimate_points: z
        .array(newPoint, pointsRequired)
        .max(estimateValuesLimit, `An estimate can have at most ${estimateValuesLimit} values.`),
      /** If true, the call creates an estimate without values, and the client adds the values with other calls. */
      without_points: z.boolean().optional(),
      /**
       * Maps values of the project's current estimate to values of the new estimate. It is allowed only with
       * `last_used`. If an item has a value that is not in the mapping, the item loses its value. If `values` is
       * omitted, items keep the values that both estimates contain.
       */
      values: becoming.optional(),
    }),
    answer: estimateResponse,
    fails: ['conflict'],
  },
  getEstimate: {
    summary: 'Get an estimate with its values',
    method: 'GET',
    path: `${one}/`,
    who: { project: 'guest' },
    answer: estimateResponse,
  },
  updateEstimate: {
    summary: 'Rename an estimate, rename and reorder its values, or add values',
    method: 'PATCH',
    path: `${one}/`,
    who: { project: 'member' },
    body: z.object({
      estimate: z.object({ name: name.optional(), description: description.optional() }).optional(),
      estimate_points: z
        .array(z.object({ id, key: key.optional(), value: value.optional() }))
        .max(estimateValuesLimit)
        .optional(),
      added_points: z.array(newPoint).max(estimateValuesLimit).optional(),
    }),
    answer: estimateResponse,
  },
  deleteEstimate: {
    summary: 'Delete an estimate. Work items lose its values',
    method: 'DELETE',
    path: `${one}/`,
    who: { project: 'member' },
  },
  switchEstimate: {
    summary: 'Switch the project to an estimate. `values` maps the previous values',
    method: 'POST',
    path: `${one}/switch/`,
    who: { project: 'admin' },
    body: z.object({
      values: becoming.default([]),
      /**
       * True to undo the switch from this estimate to another estimate, so that items get their old values
       * back. The call fails if a user estimated items since the switch.
       */
      back: z.boolean().default(false),
    }),
    answer: estimateResponse,
  },
  countEstimateItems: {
    summary: 'Count the work items of each value of an estimate',
    method: 'GET',
    path: `${one}/counts/`,
    who: { project: 'member' },
    answer: z.record(id, z.int()),
  },
  createEstimatePoint: {
    summary: 'Add a value to an estimate. The values after it move down',
    method: 'POST',
    path: `${one}/estimate-points/`,
    who: { project: 'member' },
    body: z.object({
      id: id.optional(),
      key: z.int(required).min(0).max(1000),
      value: z.string(required).pipe(value.min(1, required)),
      description: description.optional(),
    }),
    answer: estimatePointResponse,
    fails: ['conflict'],
  },
  updateEstimatePoint: {
    summary: 'Rename or move an estimate value. Work items keep it',
    method: 'PATCH',
    path: `${point}/`,
    who: { project: 'member' },
    body: z.object({ key: key.optional(), value: value.optional(), description: description.optional() }),
    answer: estimatePointResponse,
  },
  deleteEstimatePoint: {
    summary: 'Delete an estimate value. Work items get the replacement value or none',
    method: 'DELETE',
    path: `${point}/`,
    who: { project: 'member' },
    body: z.object({ new_estimate_id: emptyAsNull(id).optional() }),
    answer: z.array(estimatePointResponse),
  },
  restoreEstimatePoint: {
    summary: 'Restore a deleted estimate value. Work items estimated since then keep their value',
    method: 'POST',
    path: `${point}/restore/`,
    who: { project: 'member' },
    answer: estimatePointResponse,
  },
})

export const workspaceEstimateCalls = declareCalls('estimates', {
  listWorkspaceEstimates: {
    summary: 'List the estimates of all projects that you joined',
    method: 'GET',
    path: '/api/workspaces/{slug}/estimates/',
    who: { workspace: 'guest' },
    answer: z.array(estimateResponse),
  },
})
