import { z } from 'zod'
import { id, isoTimestamp } from '../../platform/time.ts'
import { workspaceExportProblems, workspaceExportStates } from './rules.ts'

/** An export of a whole workspace or project as an archive. Only its creator receives it. */
export const workspaceExportRow = z.object({
  id,
  created_at: isoTimestamp,
  workspace_id: id,
  /** Null for an export of the whole workspace. */
  project_id: id.nullable(),
  initiated_by: id,
  status: z.enum(workspaceExportStates),
  problem: z.enum(workspaceExportProblems).nullable(),
  /** Number of finished steps: tables, texts and files. */
  done: z.int(),
  /** Null until the server has counted the texts and files. */
  total: z.int().nullable(),
  /** Size of the archive in bytes. */
  size: z.int(),
  expires_at: isoTimestamp.nullable(),
})
export type WorkspaceExportRow = z.infer<typeof workspaceExportRow>
