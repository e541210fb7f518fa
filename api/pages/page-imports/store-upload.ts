import { AppError, invalid } from '#common/platform/errors.ts'
import type { Context } from '../../platform/context/context.ts'
import { UnexpectedFileSize } from '../../platform/storage/storage.ts'

/**
 * Returns the size of the uploaded file from the header `Content-Length`. Throws if the size is missing, zero or
 * larger than `limit` bytes.
 */
export function requireUploadSize({ http }: Pick<Context, 'http'>, limit: number): number {
  const size = Number(http.incoming.headers['content-length'] ?? Number.NaN)
  if (!Number.isInteger(size)) throw invalid('name', 'Send the size of the file.')
  if (size === 0) throw invalid('name', 'The file is empty.')
  if (size > limit) throw new AppError('too_large', `A file can have at most ${limit} bytes.`)
  return size
}

/**
 * Stores the body of the request under `key`. Throws if `key` is in use, so that the file of another import is not
 * overwritten.
 */
export async function storeUpload(
  { http, storage }: Pick<Context, 'http' | 'storage'>,
  key: string,
  size: number,
): Promise<void> {
  if ((await storage.size(key)) !== null) throw duplicateImportId()
  try {
    await storage.put(key, http.incoming, size)
  } catch (error) {
    if (error instanceof UnexpectedFileSize)
      throw invalid('name', 'The size of the file differs from the announced size.')
    throw error
  }
}

export function duplicateImportId(): AppError {
  return new AppError('conflict', 'An import with this id already exists.')
}
