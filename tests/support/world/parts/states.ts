import type { FeatureFixture } from '../part.ts'

declare module '../side.ts' {
  interface TestRowIds {
    state_id: string
    /** The state into which items move when the state `state_id` is deleted. */
    other_state_id: string
  }
}

export const featureFixture: FeatureFixture = {
  insideProject: ['state_id'],
  places: (side) => ({ state_id: side.state_id }),
  fields: (side) => ({
    state_id: side.state_id,
    default_state: side.state_id,
    new_state_id: side.other_state_id,
  }),
  async inProject({ admin, params }) {
    // The created states contain no items, because only a state without items can be deleted.
    const make = (name: string) => admin.call('createState', { params, body: { name, color: '#60646c' } })
    return { state_id: (await make('Spare')).id, other_state_id: (await make('Other')).id }
  },
}
