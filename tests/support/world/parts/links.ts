import type { FeatureFixture } from '../part.ts'

declare module '../side.ts' {
  interface TestRowIds {
    /** A link of the item. */
    link_id: string
  }
}

export const featureFixture: FeatureFixture = {
  after: ['work-items'],
  insideProject: ['link_id'],
  places: (side) => ({ link_id: side.link_id }),
  fields: () => ({ url: 'https://olga.example' }),
  async inProject({ admin, params, side }) {
    const { id } = await admin.call('createLink', {
      params: { ...params, id: side.item_id },
      body: { url: 'https://tom.example' },
    })
    return { link_id: id }
  },
}
