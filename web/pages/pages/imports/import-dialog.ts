import { atom } from 'jotai'
import { store } from '../../../platform/app/sync.ts'

export interface PageImportDialog {
  /** The target project, or null for the workspace itself. */
  projectId: string | null
  /** Parent of the imported pages; null for the top level. */
  parent: string | null
  access: 0 | 1
  files: readonly File[]
  /** Id of a running or finished import; null before it is started. */
  importId: string | null
}

/** State of the import dialog; null while it is closed. */
export const pageImportDialogAtom = atom<PageImportDialog | null>(null)

export function openPageImport(
  projectId: string | null,
  { parent = null, access = 0, files = [] }: Partial<Omit<PageImportDialog, 'projectId' | 'importId'>> = {},
): void {
  store.set(pageImportDialogAtom, { projectId, parent, access, files, importId: null })
}
