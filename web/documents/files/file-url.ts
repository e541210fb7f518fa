import type { PictureWidth } from '#common/documents/files/rules.ts'

/** To be shown, of a picture in one of the widths in which it is offered, or to be saved. */
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
