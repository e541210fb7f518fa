import type { FileAttributes } from '#common/documents/files/schema.ts'
import type { FileReadOptions } from '../file-url.ts'

/** A file in the viewer, which is an attachment or part of a text. */
export interface ViewerFile {
  id: string
  attributes: Pick<FileAttributes, 'name' | 'type' | 'size'> &
    Partial<Pick<FileAttributes, 'width' | 'height'>>
  url: (reading?: FileReadOptions) => string
}
