import { uploadItems } from '../../imports/item-imports.ts'
import type { FeatureFixture } from '../part.ts'

declare module '../side.ts' {
  interface TestRowIds {
    item_import_id: string
  }
}

export const featureFixture: FeatureFixture = {
  after: ['work-items'],
  insideProject: ['item_import_id'],
  madeRows: {
    item_import_id: {
      table: 'item_imports',
      column: 'created_by',
      id: 'item_import_id',
      hiddenFrom: 'everybody',
    },
  },
  places: (side) => ({ item_import_id: side.item_import_id }),
  inProject: async ({ side, sql, server, admin, params }) => {
    const { answer } = await uploadItems(server, admin, params, { name: 'nova.csv', bytes: 'Title\nNova' })
    await sql('update item_imports set created_by = $2 where id = $1', [answer.id, side.maker_id])
    await sql(
      `insert into item_import_results (import_id, position, row, external_id, title, outcome)
       values ($1, 0, 2, 'A-1', 'nova', 'dropped')`,
      [answer.id],
    )
    return { item_import_id: answer.id }
  },
}
