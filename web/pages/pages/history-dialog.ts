import { atom } from 'jotai'
import { store } from '../../platform/app/sync.ts'

interface OpenPageHistory {
  pageId: string
  /** If set, the dialog first shows all changes since this time. */
  since: string | null
}

/** The page in the version history dialog; null while the dialog is closed. */
export const pageHistoryDialogAtom = atom<OpenPageHistory | null>(null)

export function openPageHistory(pageId: string, since: string | null = null): void {
  store.set(pageHistoryDialogAtom, { pageId, since })
}
