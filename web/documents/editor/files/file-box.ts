import type { FileBlockAttributes } from '#common/documents/content/files.ts'
import type { EditorPortals } from '../portals.ts'

/**
 * A file block in the editor or in a stored text. React renders the icon and name of `file` into the element
 * `dom` through a portal.
 */
export interface FilePortal {
  dom: HTMLElement
  file: FileBlockAttributes
  /** Returns the current position of the file block, or undefined after its deletion and in a stored text. */
  position: () => number | undefined
}

export type FilePortals = EditorPortals<FilePortal>

/**
 * Creates the element of a file block for the editor and for stored texts. Its data attributes provide the
 * metadata for the viewer.
 */
export function createFileElement(file: FileBlockAttributes): HTMLElement {
  const dom = document.createElement('div')
  dom.className = 'file-block'
  dom.contentEditable = 'false'
  setFileData(dom, file)
  return dom
}

export function setFileData(dom: HTMLElement, { id, name, type, size }: FileBlockAttributes): void {
  Object.assign(dom.dataset, { file: id ?? '', name, type: type ?? '', size: `${size ?? 0}` })
}
