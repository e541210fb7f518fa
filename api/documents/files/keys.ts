import { type PictureWidth, pictureWidths } from '#common/documents/files/rules.ts'
import { incoming } from '../../platform/storage/storage.ts'

/** Where an upload waits until it is confirmed. */
export function incomingKey(id: string): string {
  return `${incoming}${id}`
}

/** Where a file is, or a picture in one of its smaller widths. Ids begin with the time they were made at, and end at random. */
export function storageKeyOf(id: string, width?: PictureWidth): string {
  return `assets/${id.slice(-2)}/${id}${width === undefined ? '' : `-${width}`}`
}

/** Everything there may be of a file. */
export function everyKeyOf(id: string): string[] {
  return [incomingKey(id), storageKeyOf(id), ...pictureWidths.map((width) => storageKeyOf(id, width))]
}
