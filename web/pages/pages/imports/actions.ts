import { maxImportBytes } from '#common/pages/page-imports/rules.ts'
import type { PageImportDetail, PageImportRow } from '#common/pages/page-imports/schema.ts'
import { newId } from '#common/platform/ids.ts'
import { t } from '../../../locales/i18n.ts'
import { callForContainer } from '../../../platform/app/call-for-container.ts'
import { applyRows, mutate, replaceRows, request, requestWithVersion } from '../../../platform/app/sync.ts'
import { currentSlug } from '../../../platform/shell/workspace.ts'
import { RequestError } from '../../../platform/sync/http.ts'
import { createRowActions, createSentCall } from '../../../platform/sync/row-actions.ts'
import { type SendOptions, sendBody } from '../../../platform/uploads/send-body.ts'

/** File extensions that the file dialog offers. */
export const importFileExtensions = '.md,.markdown,.txt,.html,.htm,.csv,.tsv,.zip'

export async function loadPageImports(project_id: string | null): Promise<void> {
  const slug = currentSlug()
  const { answer, version } = await requestWithVersion(callForContainer(project_id, 'listPageImports'), {
    params: { slug, project_id: project_id ?? '' },
  })
  if (currentSlug() === slug)
    replaceRows('page_imports', answer, version, (row) => row.project_id === project_id)
}

export function loadImportReport(row: Pick<PageImportRow, 'id' | 'project_id'>): Promise<PageImportDetail> {
  return request(callForContainer(row.project_id, 'getPageImport'), { params: paramsOf(row) })
}

interface ImportTarget {
  /** The target project, or null for the workspace itself. */
  projectId: string | null
  parent: string | null
  access: 0 | 1
}

/**
 * Uploads the files, several of them as one archive, and returns the started import. Throws `RequestError`, or the
 * signal's reason when aborted.
 */
export async function startPageImport(
  files: readonly File[],
  { projectId, parent, access }: ImportTarget,
  { signal, onProgress }: SendOptions,
): Promise<PageImportRow> {
  const file = await packFiles(files)
  if (file.size > maxImportBytes) throw new RequestError('too_large', 'too_large')
  const query = new URLSearchParams({
    id: newId(),
    name: file.name,
    access: String(access),
    ...(parent !== null && { parent }),
  })
  const place = projectId === null ? '' : `/projects/${projectId}`
  const url = `/api/workspaces/${currentSlug()}${place}/page-imports/?${query}`
  const row = await sendBody<PageImportRow>(url, file, { signal, onProgress })
  // Shows the import immediately. The change feed delivers later changes of the row.
  applyRows('page_imports', [row], 0)
  return row
}

async function packFiles(files: readonly File[]): Promise<File> {
  const [first] = files
  if (first !== undefined && files.length === 1) return first
  const { zipSync } = await import('fflate')
  const packed: Record<string, Uint8Array> = {}
  for (const file of files) packed[uniqueName(file.name, packed)] = new Uint8Array(await file.arrayBuffer())
  const name = t('pages.imports.files', { count: files.length })
  return new File([Uint8Array.from(zipSync(packed, { level: 0 }))], `${name}.zip`, {
    type: 'application/zip',
  })
}

/** Returns a name that is not taken yet, because files from different folders may have the same name. */
function uniqueName(name: string, taken: Record<string, unknown>): string {
  let free = name
  for (let number = 2; Object.hasOwn(taken, free); number++)
    free = name.replace(/(\.\w+)?$/, (end) => ` ${number}${end}`)
  return free
}

const imports = createRowActions('page_imports', { answersRow: false })

/** Stops a running import. Pages that the import has already created are not deleted. */
export async function stopRunningPageImport(row: PageImportRow): Promise<void> {
  const sent = createSentCall(callForContainer(row.project_id, 'stopPageImport'), { params: paramsOf(row) })
  await mutate(imports.setting(row, { status: 'stopped' }, sent))
}

/** Moves all pages of an import to the trash. Undo restores them. */
export async function trashImportedPages(row: PageImportRow): Promise<void> {
  const words = t('pages.imports.undone', { count: row.done })
  await mutate(
    imports.set(row, { undone_at: new Date().toISOString() }, words, ({ undone_at }) =>
      createSentCall(
        callForContainer(row.project_id, undone_at === null ? 'redoPageImport' : 'undoPageImport'),
        {
          params: paramsOf(row),
        },
      ),
    ),
  )
}

function paramsOf({ id, project_id }: Pick<PageImportRow, 'id' | 'project_id'>) {
  return { slug: currentSlug(), project_id: project_id ?? '', import_id: id }
}
