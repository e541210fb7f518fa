import { atom } from 'jotai'
import { store } from '../../../platform/app/sync.ts'

export const paperSizes = ['A4', 'letter', 'A3', 'legal'] as const
export type PaperSize = (typeof paperSizes)[number]

export interface PrintJob {
  /** Ids of the pages to print, parents first. */
  ids: readonly string[]
  /** The project of the pages, or null for pages of the workspace itself. */
  projectId: string | null
  size: PaperSize
  isLandscape: boolean
  pictures: boolean
}

/** The current print job; null while nothing is printed. */
export const printJobAtom = atom<PrintJob | null>(null)

/** Starts a print job, which loads the pages and opens the browser's print dialog. */
export function printPages(pages: PrintJob): void {
  store.set(printJobAtom, pages)
}
