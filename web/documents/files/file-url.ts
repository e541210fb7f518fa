import type { PictureWidth } from '#common/documents/files/rules.ts'

/**
 * Options to read a file: the width of a picture, and whether the browser saves the file instead of showing
 * it.
 */
export interface FileReadOptions {
  width?: PictureWidth
  download?: boolean
}

export function withFileReadOptions(
  address: string,
  { width, download = false }: FileReadOptions = {},
): string {
  const query = new URLSearchParams({
    ...(width && { width: String(width) }),
    ...(download && { download: 'true' }),
  })
  return query.size === 0 ? address : `${address}?${query}`
}
