import type { FeatureFixture } from '../part.ts'

declare module '../side.ts' {
  interface TestRowIds {
    label_id: string
    /** The label into which the label `label_id` is merged. */
    other_label_id: string
  }
}

export const featureFixture: FeatureFixture = {
  insideProject: ['label_id'],
  places: (side) => ({ label_id: side.label_id }),
  fields: (side) => ({
    parent: side.label_id,
    label_ids: side.label_id,
    labels: side.label_id,
    into: side.other_label_id,
  }),
  async inProject({ admin, params }) {
    const make = (name: string) => admin.call('createLabel', { params, body: { name } })
    return { label_id: (await make('Spare')).id, other_label_id: (await make('Other')).id }
  },
}
