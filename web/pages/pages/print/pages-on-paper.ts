import { atom } from 'jotai'
import { store } from '../../../platform/app/sync.ts'

export const paperSizes = ['A4', 'letter', 'A3', 'legal'] as const
export type PaperSize = (typeof paperSizes)[number]

export interface PagesOnPaper {
  /** The page, and those below it, each behind the one that it stands below. */
  ids: readonly string[]
  /** Null for the workspace itself. */
  projectId: string | null
  size: PaperSize
  isLandscape: boolean
  pictures: boolean
}

/** What is made ready for paper; null while nothing is. */
export const pagesOnPaperAtom = atom<PagesOnPaper | null>(null)

/** Reads all of them, and asks the browser to print them, or to keep them as a PDF. */
export function printPages(pages: PagesOnPaper): void {
  store.set(pagesOnPaperAtom, pages)
}
