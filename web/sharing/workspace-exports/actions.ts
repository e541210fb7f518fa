import { atom } from 'jotai'
import type { WorkspaceExportRow } from '#common/sharing/workspace-exports/schema.ts'
import { applyRows, mutate, replaceRows, requestWithVersion, tables } from '../../platform/app/sync.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { createRowActions, createSentCall } from '../../platform/sync/row-actions.ts'

/** The user's full exports, newest first. */
export const workspaceExportsAtom = atom((get) =>
  get(tables.workspace_exports.allAtom).toSorted((a, b) => b.created_at.localeCompare(a.created_at)),
)

export async function loadWorkspaceExports(): Promise<void> {
  const slug = currentSlug()
  const { answer, version } = await requestWithVersion('listWorkspaceExports', { params: { slug } })
  if (currentSlug() === slug) replaceRows('workspace_exports', answer, version)
}

/** Starts an export of the whole workspace, or of one project. */
export async function createWorkspaceExport(project_id: string | null): Promise<void> {
  const params = { slug: currentSlug() }
  const { answer, version } = await requestWithVersion('createWorkspaceExport', {
    params,
    body: { project_id },
  })
  applyRows('workspace_exports', [answer], version)
}

const exports = createRowActions('workspace_exports', { answersRow: false })

export async function stopWorkspaceExport(row: WorkspaceExportRow): Promise<void> {
  const params = { slug: currentSlug(), workspace_export_id: row.id }
  await mutate(exports.setting(row, { status: 'stopped' }, createSentCall('stopWorkspaceExport', { params })))
}
