import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import { emptyAsNull } from '../../platform/fields.ts'
import { id } from '../../platform/time.ts'
import { workspaceExportRow } from './schema.ts'

const all = '/api/workspaces/{slug}/workspace-exports/'
const one = `${all}{workspace_export_id}/` as const
const own = { workspace: 'admin', onlyOwn: true } as const

/** Calls for archives of a whole workspace or project. Each admin of the workspace sees only their own archives. */
export const workspaceExportCalls = declareCalls('workspace-exports', {
  listWorkspaceExports: {
    summary: 'List your exports of the whole workspace and of whole projects, newest first',
    method: 'GET',
    path: all,
    who: { workspace: 'admin' },
    answer: z.array(workspaceExportRow),
  },
  createWorkspaceExport: {
    summary: 'Export the whole workspace, or one project, as an archive in the background',
    method: 'POST',
    path: all,
    who: { workspace: 'admin' },
    body: z.object({
      id: id.optional(),
      /** Id of the project to export. If omitted or null, the whole workspace is exported. */
      project_id: emptyAsNull(id).optional(),
    }),
    answer: workspaceExportRow,
    fails: ['conflict'],
  },
  stopWorkspaceExport: {
    summary: 'Stop an export of a workspace or project, and delete its archive',
    method: 'POST',
    path: `${one}stop/`,
    who: own,
    answer: workspaceExportRow,
  },
  downloadWorkspaceExport: {
    summary: 'Download the archive of a workspace or project before it expires',
    method: 'GET',
    path: `${one}download/`,
    who: own,
  },
})
