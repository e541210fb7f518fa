import type { FeatureFixture } from '../part.ts'

declare module '../side.ts' {
  interface TestRowIds {
    page_comment_id: string
  }
}

export const featureFixture: FeatureFixture = {
  after: ['pages'],
  insideProject: ['page_comment_id'],
  madeRows: { page_comment_id: { table: 'page_comments', column: 'actor', id: 'page_comment_id' } },
  places: (side) => ({ page_comment_id: side.page_comment_id }),
  // Encoded Yjs positions before and after the first character that the first client typed.
  fields: () => ({ start: 'AAEAAA==', end: 'AAEAAA==' }),
  fieldsOfCall: (side, { area }) => (area === 'pages' ? { parent_id: side.page_comment_id } : {}),
  needed: ({ method, path }) =>
    method === 'POST' && path.endsWith('/pages/{page_id}/comments/') ? ['anchor'] : [],
  async inProject({ admin, params, side, sql }) {
    const { id } = await admin.call('createPageComment', {
      params: { ...params, page_id: side.page_id },
      body: {
        comment_html: '<p>Said by Tom</p>',
        anchor: { start: 'AAEAAA==', end: 'AAEAAA==', quote: 'Written', prefix: '', suffix: ' by Tom' },
      },
    })
    await sql('update page_comments set actor = $1 where id = $2', [side.maker_id, id])
    return { page_comment_id: id }
  },
}
