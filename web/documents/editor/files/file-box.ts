import type { FileBlockAttributes } from '#common/documents/content/files.ts'
import type { Places } from '../places.ts'

/** A file block, whose element receives a portal. */
export interface FilePlace {
  dom: HTMLElement
  file: FileBlockAttributes
  /** Returns the current position, or undefined after deletion and in a stored text. */
  position: () => number | undefined
}

export type FilePlaces = Places<FilePlace>

/** Creates the element of a file block for the editor and for stored texts. Its data attributes provide the metadata for the viewer. */
export function fileBox(file: FileBlockAttributes): HTMLElement {
  const dom = document.createElement('div')
  dom.className = 'file-block'
  dom.contentEditable = 'false'
  tellFile(dom, file)
  return dom
}

export function tellFile(dom: HTMLElement, { id, name, type, size }: FileBlockAttributes): void {
  Object.assign(dom.dataset, { file: id ?? '', name, type: type ?? '', size: `${size ?? 0}` })
}
