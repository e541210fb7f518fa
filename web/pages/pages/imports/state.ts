import { atom } from 'jotai'
import { store } from '../../../platform/app/sync.ts'

export interface PageImporting {
  /** Null for the workspace itself. */
  projectId: string | null
  /** Below which page what comes is to stand; null at the top. */
  parent: string | null
  access: 0 | 1
  files: readonly File[]
  /** Of one that goes on or is over: its id. */
  importId: string | null
}

/** What one makes pages of; null while nobody does. */
export const pageImportAtom = atom<PageImporting | null>(null)

export function openPageImport(
  projectId: string | null,
  { parent = null, access = 0, files = [] }: Partial<Omit<PageImporting, 'projectId' | 'importId'>> = {},
): void {
  store.set(pageImportAtom, { projectId, parent, access, files, importId: null })
}
