import { cleanFileName } from '../../platform/file-name.ts'
import { pictureId } from './pictures.ts'

export interface FileBlockAttributes {
  /** Of the file itself; null where a client has written something else. */
  id: string | null
  /** As it was called when it was put in. */
  name: string
  /** By which the text shows what kind it is; null where nothing is said. What is sent to a reader is looked at by the server. */
  type: string | null
  /** Bytes. */
  size: number | null
}

/** Where somebody has written no file. */
export const noFile: FileBlockAttributes = { id: null, name: 'file', type: null, size: null }

/** What an element of a stored text shows. */
export function fileOf(element: Element): FileBlockAttributes {
  return checkedFile({
    src: element.getAttribute('src'),
    name: element.getAttribute('data-name'),
    type: element.getAttribute('data-type'),
    size: element.getAttribute('data-size'),
  })
}

/** Of what any client may have written just what can be. */
export function checkedFile({ src, name, type, size }: Record<string, unknown>): FileBlockAttributes {
  return {
    id: pictureId(src),
    name: cleanFileName(typeof name === 'string' ? name : ''),
    type: typeof type === 'string' && mediaType.test(type) ? type : null,
    size: sizeOf(size),
  }
}

const mediaType = /^[a-z0-9][\w.+-]{0,60}\/[a-z0-9][\w.+-]{0,100}$/

function sizeOf(size: unknown): number | null {
  const bytes = Number(size ?? Number.NaN)
  return Number.isSafeInteger(bytes) && bytes > 0 ? bytes : null
}

/** The title of a link in Markdown that stands for a file: `application/pdf, 1024 bytes`. */
export function fileTitle({ type, size }: FileBlockAttributes): string {
  return `${type ?? 'file'}${size === null ? '' : `, ${size} bytes`}`
}

/** What such a title says of its file; null for any other. */
export function fileOfTitle(title: string | null): Pick<FileBlockAttributes, 'type' | 'size'> | null {
  const [, type = '', size] = /^(file|[\w.+-]+\/[\w.+-]+)(?:, (\d{1,15}) bytes)?$/.exec(title ?? '') ?? []
  if (type === '') return null
  const { type: known, size: bytes } = checkedFile({ type, size })
  return { type: known, size: bytes }
}

/** An element of a text for a file, for whatever reads texts of elsewhere. */
export function fileElement(document: Document, { id, name, type, size }: FileBlockAttributes): Element {
  const element = document.createElement('file-component')
  const said = { src: id, 'data-name': name, 'data-type': type, 'data-size': size }
  for (const [attribute, value] of Object.entries(said))
    if (value !== null) element.setAttribute(attribute, String(value))
  element.textContent = name
  return element
}
