import type { FeatureFixture } from '../part.ts'

declare module '../side.ts' {
  interface TestRowIds {
    comment_id: string
  }
}

export const featureFixture: FeatureFixture = {
  after: ['work-items'],
  insideProject: ['comment_id'],
  madeRows: { comment_id: { table: 'work_item_comments', column: 'actor', id: 'comment_id' } },
  places: (side) => ({ comment_id: side.comment_id }),
  fields: (side) => ({ before: side.comment_id, from: side.comment_id }),
  fieldsOfCall: (side, { path, area }) =>
    path.endsWith('/comments/') && area !== 'epics' && !path.includes('{page_id}')
      ? { parent_id: side.comment_id }
      : {},
  async inProject({ admin, params, side, sql }) {
    const { id } = await admin.call('createComment', {
      params: { ...params, id: side.item_id },
      body: { comment_html: '<p>Said by Tom</p>' },
    })
    await sql('update work_item_comments set actor = $1 where id = $2', [side.maker_id, id])
    return { comment_id: id }
  },
}
