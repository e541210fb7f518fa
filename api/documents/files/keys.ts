import { type PictureWidth, pictureWidths } from '#common/documents/files/rules.ts'
import { incoming } from '../../platform/storage/storage.ts'

/** Storage key of an unconfirmed upload. */
export function incomingKey(id: string): string {
  return `${incoming}${id}`
}

/** Storage key of a file or of one of its smaller widths. The folder is the end of the id, because ids begin with a timestamp. */
export function storageKeyOf(id: string, width?: PictureWidth): string {
  return `assets/${id.slice(-2)}/${id}${width === undefined ? '' : `-${width}`}`
}

/** All storage keys that a file may have. */
export function everyKeyOf(id: string): string[] {
  return [incomingKey(id), storageKeyOf(id), ...pictureWidths.map((width) => storageKeyOf(id, width))]
}
