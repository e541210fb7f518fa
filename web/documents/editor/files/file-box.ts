import type { FileBlockAttributes } from '#common/documents/content/files.ts'
import type { Places } from '../places.ts'

/** A place in which a file of a text is shown. */
export interface FilePlace {
  dom: HTMLElement
  file: FileBlockAttributes
  /** Where it is now; undefined once it is gone, and in a stored text. */
  position: () => number | undefined
}

export type FilePlaces = Places<FilePlace>

/** A file in a live text and in a stored one. What the viewer is told of it stands on it. */
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
