import { Readable } from 'node:stream'
import { createDiskStorage } from '#api/platform/storage/disk.ts'
import { newId } from '#common/platform/ids.ts'
import type { FeatureFixture } from '../part.ts'

declare module '../side.ts' {
  interface TestRowIds {
    /** Id of an archive of the user `maker_id`. The archive is still stored. */
    workspace_export_id: string
  }
}

export const featureFixture: FeatureFixture = {
  madeRows: {
    workspace_export_id: {
      table: 'workspace_exports',
      column: 'initiated_by',
      id: 'workspace_export_id',
      hiddenFrom: 'everybody',
    },
  },
  places: (side) => ({ workspace_export_id: side.workspace_export_id }),
  async inWorkspace({ server, side, sql }) {
    const id = newId()
    await sql(
      `insert into workspace_exports (id, workspace_id, initiated_by, status, done, total, size, runs, expires_at, progress)
       values ($1, $2, $3, 'completed', 1, 1, 4, 1, now() + interval '1 day', '{"parts": ["1-0"]}')`,
      [id, side.workspace_id, side.maker_id],
    )
    const part = Readable.from([Buffer.from('part')])
    await createDiskStorage(server.dataDir).put(`workspace-exports/${id}/1-0`, part, 4)
    return { workspace_export_id: id }
  },
}
