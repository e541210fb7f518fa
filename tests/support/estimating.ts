import type { EstimateType } from '#common/planning/estimates/rules.ts'
import type { Random } from './history/random.ts'
import type { ProjectPathParams, ProjectTestServer } from './project-test-server.ts'

/**
 * The estimate values that the tests use, by type of estimate. Floating-point numbers represent all of these
 * values exactly, so that the expected sums need no rounding.
 */
const scales = {
  points: ['0.25', '1', '2.5', '8', '13'],
  time: ['15', '60', '90'],
  categories: ['S', 'M'],
} as const satisfies Record<EstimateType, readonly string[]>

interface Sums {
  type: EstimateType
  since: number | null
}

/** The expected estimates of a project, computed from the changes that the test has made. */
export interface ExpectedEstimates {
  id: string
  type: EstimateType
  points: { id: string; value: string }[]
  /**
   * The estimate whose values the server sums, and the test day on which the project switched to it. Is null
   * before the first estimate.
   */
  sums: Sums | null
  /** The estimate whose values the server summed before the last switch. Is null if there was none. */
  former: Sums | null
  made: number
}

export async function createExpectedEstimates(
  atlas: ProjectTestServer,
  place: ProjectPathParams,
): Promise<ExpectedEstimates> {
  const estimating: ExpectedEstimates = {
    id: '',
    type: 'points',
    points: [],
    sums: null,
    former: null,
    made: 0,
  }
  await takeAnother(atlas, place, estimating, 'points', 0, () => null)
  return estimating
}

/**
 * Makes one random change: changes, removes or adds an estimate value, switches to another estimate, or turns
 * estimates off and on again. Makes no change if the chosen one is not possible.
 */
export async function applyRandomEstimateChange(
  atlas: ProjectTestServer,
  place: ProjectPathParams,
  estimating: ExpectedEstimates,
  random: Random,
  now: number,
): Promise<void> {
  const { ann } = atlas.cast
  const point = random.pickAny(estimating.points)
  const params = { ...place, estimate_id: estimating.id }
  const free = scales[estimating.type].filter(
    (value) => !estimating.points.some((one) => one.value === value),
  )
  const value = random.pickAny([...free])
  const deed = random.pick(['value', 'drop', 'add', 'other', 'off'] as const)
  if (point === undefined) return
  if (deed === 'value' && value !== undefined) {
    const body = { value }
    await ann.call('updateEstimatePoint', { params: { ...params, estimate_point_id: point.id }, body })
    point.value = value
  } else if (deed === 'drop' && estimating.points.length > 1) {
    estimating.points = estimating.points.filter((one) => one !== point)
    const new_estimate_id = random.chance(0.5) ? (random.pickAny(estimating.points)?.id ?? null) : null
    await ann.call('deleteEstimatePoint', {
      params: { ...params, estimate_point_id: point.id },
      body: { new_estimate_id },
    })
  } else if (deed === 'add' && value !== undefined) {
    const { id } = await ann.call('createEstimatePoint', { params, body: { key: 1, value } })
    estimating.points.push({ id, value })
  } else if (deed === 'other') {
    const type = random.pick(['points', 'points', 'time', 'categories'] as const)
    await takeAnother(atlas, place, estimating, type, now, (points) =>
      random.chance(0.7) ? (random.pickAny(points)?.id ?? null) : null,
    )
  } else if (deed === 'off') {
    await ann.call('updateProject', { params: place, body: { estimate: null } })
    await ann.call('updateProject', { params: place, body: { estimate: estimating.id } })
  }
}

/**
 * Switches the project to another estimate. `becomes` chooses the new value for each previous value, or null for no
 * value.
 */
async function takeAnother(
  atlas: ProjectTestServer,
  place: ProjectPathParams,
  estimating: ExpectedEstimates,
  type: EstimateType,
  now: number,
  becomes: (points: ExpectedEstimates['points']) => string | null,
): Promise<void> {
  const { ann } = atlas.cast
  estimating.made += 1
  const { id, points } = await ann.call('createEstimate', {
    params: place,
    body: {
      estimate: { name: `Estimate ${estimating.made}`, type },
      estimate_points: scales[type].slice(0, 3).map((value, at) => ({ key: at + 1, value })),
    },
  })
  const values = estimating.points.map((one) => ({
    estimate_point_id: one.id,
    new_estimate_point_id: becomes(points),
  }))
  await ann.call('switchEstimate', { params: { ...place, estimate_id: id }, body: { values } })
  const { sums, former } = estimating
  if (type !== 'categories' && type !== sums?.type) {
    const isTakenBack = former?.type === type && sums?.since === now
    estimating.sums = isTakenBack ? former : { type, since: sums === null ? null : now }
    estimating.former = isTakenBack ? null : sums
  }
  Object.assign(estimating, { id, type, points })
}

/** SQL that moves the dates of the estimate back by one day, to simulate that a day has passed. */
export const backdateEstimatesSql = `update projects set points_since = points_since - interval '1 day',
  points_before_since = points_before_since - interval '1 day' where id = $1`

/**
 * Returns the totals of each person or label, in items and in estimate points. The key null stands for items
 * without an assignee or label.
 */
export function sumTotalsByKey(rows: object[], key: 'assignee_id' | 'label_id'): Map<string | null, object> {
  const shares = new Map<string | null, object>()
  for (const row of rows) {
    const fields = Object.entries(row)
    const id: string | null = fields.find(([name]) => name === key)?.[1] ?? null
    const counts = Object.fromEntries(fields.filter(([name]) => /_(issues|estimates)$/.test(name)))
    shares.set(id, { ...shares.get(id), ...counts })
  }
  return shares
}
