import { atom } from 'jotai'
import { newId } from '#common/platform/ids.ts'
import { role } from '#common/platform/roles.ts'
import { maxItemImportBytes } from '#common/sharing/item-imports/rules.ts'
import type {
  ItemImportDetail,
  ItemImportPreview,
  ItemImportRow,
  ItemImportSettings,
} from '#common/sharing/item-imports/schema.ts'
import {
  applyRows,
  mutate,
  replaceRows,
  request,
  requestWithVersion,
  tables,
} from '../../platform/app/sync.ts'
import { projectRoleAtom, projectsForNewItemsAtom } from '../../platform/person/roles.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { RequestError } from '../../platform/sync/http.ts'
import { createRowActions, createSentCall } from '../../platform/sync/row-actions.ts'
import { type SendOptions, sendBody } from '../../platform/uploads/send-body.ts'

/** File extensions that the file dialog offers. */
export const itemFileExtensions = '.csv,.tsv,.txt,.xlsx,.json,.xml,.zip'

/** The projects into which the user can import work items. Only project admins can import. */
export const importableProjectsAtom = atom((get) =>
  get(projectsForNewItemsAtom).filter(({ id }) => get(projectRoleAtom(id)) === role.admin),
)

/** Imports that were started, newest first. */
export const itemImportsAtom = atom((get) =>
  get(tables.item_imports.allAtom).toSorted((a, b) => b.created_at.localeCompare(a.created_at)),
)

export async function loadItemImports(): Promise<void> {
  const slug = currentSlug()
  const { answer, version } = await requestWithVersion('listItemImports', { params: { slug } })
  if (currentSlug() === slug) replaceRows('item_imports', answer, version)
}

type Import = Pick<ItemImportRow, 'id' | 'project_id'>

/** Uploads a file. Throws `RequestError`, or the signal's reason when aborted. */
export async function uploadItemFile(
  projectId: string,
  file: File,
  options: SendOptions,
): Promise<ItemImportRow> {
  if (file.size > maxItemImportBytes) throw new RequestError('too_large', 'too_large')
  const query = new URLSearchParams({ id: newId(), name: file.name })
  const url = `/api/workspaces/${currentSlug()}/projects/${projectId}/item-imports/?${query}`
  const row = await sendBody<ItemImportRow>(url, file, options)
  // Shows the import immediately. The change feed delivers later changes of the row.
  applyRows('item_imports', [row], 0)
  return row
}

export function previewItemFile(row: Import, body: ItemImportSettings): Promise<ItemImportPreview> {
  return request('previewItemImport', { params: paramsOf(row), body })
}

export async function startItemImport(row: Import, body: ItemImportSettings): Promise<void> {
  const { answer, version } = await requestWithVersion('startItemImport', { params: paramsOf(row), body })
  applyRows('item_imports', [answer], version)
}

export function loadItemImport(row: Import): Promise<ItemImportDetail> {
  return request('getItemImport', { params: paramsOf(row) })
}

const imports = createRowActions('item_imports', { answersRow: false })

/**
 * Stops a running import, or discards an uploaded file whose import was not started. Work items that the import has
 * already created are not deleted.
 */
export async function stopItemImport(row: Import): Promise<void> {
  await mutate(
    imports.setting(row, { status: 'stopped' }, createSentCall('stopItemImport', { params: paramsOf(row) })),
  )
}

export async function undoItemImport(row: Import): Promise<void> {
  const { answer, version } = await requestWithVersion('undoItemImport', { params: paramsOf(row) })
  applyRows('item_imports', [answer], version)
}

export function reportAddress({ id, project_id }: Import): string {
  return `/api/workspaces/${currentSlug()}/projects/${project_id}/item-imports/${id}/report/`
}

function paramsOf({ id, project_id }: Import) {
  return { slug: currentSlug(), project_id, item_import_id: id }
}
