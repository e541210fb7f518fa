import { Readable } from 'node:stream'
import { createDiskStorage } from '#api/platform/storage/disk.ts'
import { newId } from '#common/platform/ids.ts'
import type { FeatureFixture } from '../part.ts'

declare module '../side.ts' {
  interface TestRowIds {
    /** Id of an export of the user `maker_id`. The exported file is still stored. */
    export_id: string
  }
}

export const featureFixture: FeatureFixture = {
  madeRows: {
    export_id: { table: 'exports', column: 'initiated_by', id: 'export_id', hiddenFrom: 'everybody' },
  },
  places: (side) => ({ export_id: side.export_id }),
  async inWorkspace({ server, side, sql }) {
    const id = newId()
    await sql(
      `insert into exports (id, workspace_id, initiated_by, provider, project_ids, multiple, rich_filters, status, row_count, size, expires_at)
       values ($1, $2, $3, 'csv', '{}', false, '{}', 'completed', 0, 4, now() + interval '1 day')`,
      [id, side.workspace_id, side.maker_id],
    )
    const file = Readable.from([Buffer.from('key\n')])
    await createDiskStorage(server.dataDir).put(`exports/${id}`, file, 4)
    return { export_id: id }
  },
}
