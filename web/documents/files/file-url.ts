import type { PictureWidth } from '#common/documents/files/rules.ts'

/** Options to read a file: the width of a picture, and whether the browser saves the file instead of showing it. */
export interface ReadingFile {
  width?: PictureWidth
  download?: boolean
}

export function withReading(address: string, { width, download = false }: ReadingFile = {}): string {
  const query = new URLSearchParams({
    ...(width && { width: String(width) }),
    ...(download && { download: 'true' }),
  })
  return query.size === 0 ? address : `${address}?${query}`
}
