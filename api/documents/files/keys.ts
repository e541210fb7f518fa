import { type PictureWidth, pictureWidths } from '#common/documents/files/rules.ts'
import { incomingKeyPrefix } from '../../platform/storage/storage.ts'

/** Returns the storage key of a file whose upload is not confirmed yet. */
export function incomingUploadKey(id: string): string {
  return `${incomingKeyPrefix}${id}`
}

/**
 * Returns the storage key of a file, or of its smaller version with this width. The folder has the name of the last
 * two characters of the id, which are random. The first characters are a timestamp, so they would distribute the
 * files unevenly.
 */
export function fileStorageKey(id: string, width?: PictureWidth): string {
  return `assets/${id.slice(-2)}/${id}${width === undefined ? '' : `-${width}`}`
}

/** All storage keys that a file may have. */
export function allFileStorageKeys(id: string): string[] {
  return [
    incomingUploadKey(id),
    fileStorageKey(id),
    ...pictureWidths.map((width) => fileStorageKey(id, width)),
  ]
}
