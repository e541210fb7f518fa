import { newId } from '#common/platform/ids.ts'
import type { FeatureFixture, WorkspaceFixtureContext } from '../part.ts'

declare module '../side.ts' {
  interface TestRowIds {
    import_id: string
    workspace_import_id: string
  }
}

export const featureFixture: FeatureFixture = {
  after: ['pages'],
  insideProject: ['import_id'],
  ofWorkspace: ['import_id'],
  madeRows: {
    import_id: { table: 'page_imports', column: 'created_by', id: 'import_id', hiddenFrom: 'everybody' },
    workspace_import_id: {
      table: 'page_imports',
      column: 'created_by',
      id: 'workspace_import_id',
      hiddenFrom: 'everybody',
    },
  },
  places: (side) => ({ import_id: side.import_id, workspace_import_id: side.workspace_import_id }),
  inWorkspace: async ({ side, sql }) => ({
    workspace_import_id: await importRow(sql, side.workspace_id, side.workspace_page_id, side.maker_id),
  }),
  inProject: async ({ side, sql }) => ({
    import_id: await importRow(sql, side.project_id, side.page_id, side.maker_id),
  }),
}

/** Stores an import that created a page, in a project or in the workspace itself. */
async function importRow(
  sql: WorkspaceFixtureContext['sql'],
  containerId: string,
  pageId: string,
  userId: string,
): Promise<string> {
  const id = newId()
  await sql(
    `insert into page_imports (id, created_at, updated_at, workspace_id, project_id, created_by, name, size, access, status, total, done)
     select $1, now(), now(), workspace_id, project_id, $3, 'nova.md', 6, 0, 'completed', 1, 1 from (
       select workspace_id, id as project_id, id from projects union all select id, null, id from workspaces) containers where id = $2`,
    [id, containerId, userId],
  )
  await sql(
    "insert into page_import_notes (id, import_id, kind, file, page_id) values ($1, $2, 'page', 'nova.md', $3)",
    [newId(), id, pageId],
  )
  return id
}
