import { cleanFileName } from '../../platform/file-name.ts'
import { parsePictureId } from './pictures.ts'

export interface FileBlockAttributes {
  /** Id of the file, or null if the value is not a valid id. */
  id: string | null
  /** The file's name when it was inserted. */
  name: string
  /**
   * Media type to display, or null if unknown. It is not used for downloads, because the server detects the
   * type from the content.
   */
  type: string | null
  /** The file's size in bytes. Null if the size is unknown. */
  size: number | null
}

/** Attributes of a file node whose stored attributes are invalid. */
export const emptyFileAttributes: FileBlockAttributes = { id: null, name: 'file', type: null, size: null }

/** Reads the attributes of a file from its HTML element. */
export function parseFileElement(element: Element): FileBlockAttributes {
  return validFileAttributes({
    src: element.getAttribute('src'),
    name: element.getAttribute('data-name'),
    type: element.getAttribute('data-type'),
    size: element.getAttribute('data-size'),
  })
}

/** Returns only valid attributes, because any client can write arbitrary values. */
export function validFileAttributes({ src, name, type, size }: Record<string, unknown>): FileBlockAttributes {
  return {
    id: parsePictureId(src),
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

/**
 * Returns the title of the Markdown link to a file, such as `application/pdf, 1024 bytes`. The Markdown
 * parser recognizes links to files by this title.
 */
export function fileLinkTitle({ type, size }: FileBlockAttributes): string {
  return `${type ?? 'file'}${size === null ? '' : `, ${size} bytes`}`
}

/** Parses a title that `fileLinkTitle` created. Returns null for every other title. */
export function parseFileLinkTitle(title: string | null): Pick<FileBlockAttributes, 'type' | 'size'> | null {
  const [, type = '', size] = /^(file|[\w.+-]+\/[\w.+-]+)(?:, (\d{1,15}) bytes)?$/.exec(title ?? '') ?? []
  if (type === '') return null
  const { type: known, size: bytes } = validFileAttributes({ type, size })
  return { type: known, size: bytes }
}

/** Creates the HTML element of a file, for the parsers of other formats. */
export function fileElement(document: Document, { id, name, type, size }: FileBlockAttributes): Element {
  const element = document.createElement('file-component')
  const attributes = { src: id, 'data-name': name, 'data-type': type, 'data-size': size }
  for (const [attribute, value] of Object.entries(attributes))
    if (value !== null) element.setAttribute(attribute, String(value))
  element.textContent = name
  return element
}
