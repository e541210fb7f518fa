import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import type { WorkspaceExportProblem, WorkspaceExportState } from '#common/sharing/workspace-exports/rules.ts'

/** The progress of an export. Each run of the job continues after the last finished batch. */
export interface WorkspaceExportProgress {
  /** Index of the current step in `exportSteps`. */
  step: number
  /** Position in the current step, such as the id of the last exported file. Is null at the start of a step. */
  after: string | null
  /** Names of the parts that together form the archive, in order. */
  parts: string[]
  /** Number of exported rows of each table. */
  rows: Record<string, number>
  texts: number
  files: number
  file_bytes: number
  /** Names of documents that are too large to convert. The archive contains only their stored HTML. */
  unreadable_texts: string[]
  /** Ids of files whose content the storage does not contain. */
  missing_files: string[]
}

export const WorkspaceExportEntity = defineEntity({
  name: 'WorkspaceExport',
  tableName: 'workspace_exports',
  properties: {
    id: p.uuid().primary(),
    created_at: p.datetime().onCreate(() => new Date()),
    updated_at: p
      .datetime()
      .onCreate(() => new Date())
      .onUpdate(() => new Date()),
    workspace_id: p.uuid(),
    project_id: p.uuid().strictNullable(),
    initiated_by: p.uuid(),
    status: p.string().$type<WorkspaceExportState>(),
    problem: p.string().$type<WorkspaceExportProblem>().strictNullable(),
    done: p.integer().default(0),
    total: p.integer().strictNullable(),
    size: p.bigint('number').default(0),
    expires_at: p.datetime().strictNullable(),
    /**
     * Number of times that the job has started. Each run has its own storage keys, so that a run that was
     * believed dead cannot overwrite the parts of a later run.
     */
    runs: p.integer().default(0),
    progress: p.json<WorkspaceExportProgress>(),
  },
})
export type WorkspaceExport = InferEntity<typeof WorkspaceExportEntity>

/** Returns the storage key of a part of the archive. */
export function workspaceExportPartKey(id: string, part: string): string {
  return `workspace-exports/${id}/${part}`
}
