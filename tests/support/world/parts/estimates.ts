import type { FeatureFixture } from '../part.ts'

declare module '../side.ts' {
  interface TestRowIds {
    /** The active estimate of the project. The next two fields are values of this estimate. */
    estimate_id: string
    estimate_point_id: string
    other_estimate_point_id: string
  }
}

export const featureFixture: FeatureFixture = {
  insideProject: ['estimate_id', 'estimate_point_id'],
  places: (side) => ({ estimate_id: side.estimate_id, estimate_point_id: side.estimate_point_id }),
  fields: (side) => ({
    estimate: side.estimate_id,
    estimate_point: side.estimate_point_id,
    estimate_point_id: side.estimate_point_id,
    new_estimate_point_id: side.estimate_point_id,
    new_estimate_id: side.other_estimate_point_id,
  }),
  async inProject({ admin, params }) {
    const { id, points } = await admin.call('createEstimate', {
      params,
      body: {
        estimate: { last_used: true },
        estimate_points: ['1', '2', '3'].map((value, key) => ({ key, value })),
      },
    })
    return {
      estimate_id: id,
      estimate_point_id: points[0]?.id ?? '',
      other_estimate_point_id: points[1]?.id ?? '',
    }
  },
}
