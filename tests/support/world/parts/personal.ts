import type { FeatureFixture } from '../part.ts'

declare module '../side.ts' {
  interface TestRowIds {
    /** Personal rows of the user `maker_id`. The favorite is a folder. */
    favorite_id: string
    quick_link_id: string
    sticky_id: string
  }
}

export const featureFixture: FeatureFixture = {
  madeRows: {
    favorite_id: { table: 'favorites', column: 'user_id', id: 'favorite_id', hiddenFrom: 'everybody' },
    quick_link_id: { table: 'quick_links', column: 'owner', id: 'quick_link_id', hiddenFrom: 'everybody' },
    sticky_id: { table: 'stickies', column: 'owner', id: 'sticky_id', hiddenFrom: 'everybody' },
  },
  places: (side) => ({
    favorite_id: side.favorite_id,
    quick_link_id: side.quick_link_id,
    sticky_id: side.sticky_id,
    'home-preferences/{key}': 'recents',
    'sidebar-preferences/{key}': 'stickies',
  }),
  fieldsOfCall: (side, { area }) => (area === 'favorites' ? { parent: side.favorite_id } : {}),
  // A favorite folder has a name and contains no entity.
  needed: ({ method, path }) => (method === 'POST' && path.endsWith('/user-favorites/') ? ['name'] : []),
  async inWorkspace({ maker, params }) {
    const link = await maker.call('createQuickLink', { params, body: { url: 'https://tom.example' } })
    const sticky = await maker.call('createSticky', { params, body: { description_html: '<p>Mine</p>' } })
    const folder = await maker.call('createFavorite', {
      params,
      body: { entity_type: 'folder', name: 'Of Tom' },
    })
    return { favorite_id: folder.id, quick_link_id: link.id, sticky_id: sticky.id }
  },
}
