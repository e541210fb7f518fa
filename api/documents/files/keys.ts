import { type PictureWidth, pictureWidths } from '#common/documents/files/rules.ts'
import { incomingKeyPrefix } from '../../platform/storage/storage.ts'

/** Returns the storage key of a file whose upload is not confirmed yet. */
export function incomingKey(id: string): string {
  return `${incomingKeyPrefix}${id}`
}

/**
 * Returns the storage key of a file or of one of its smaller widths. The folder is named after the end of the
 * id, because ids begin with a timestamp.
 */
export function storageKeyOf(id: string, width?: PictureWidth): string {
  return `assets/${id.slice(-2)}/${id}${width === undefined ? '' : `-${width}`}`
}

/** All storage keys that a file may have. */
export function allStorageKeysOf(id: string): string[] {
  return [incomingKey(id), storageKeyOf(id), ...pictureWidths.map((width) => storageKeyOf(id, width))]
}
