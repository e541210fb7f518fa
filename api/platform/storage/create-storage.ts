import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import type { Storage } from './storage.ts'

/** Creates the storage of files in `DATA_DIR` or in S3. Only the code of the configured storage is loaded. */
export async function createStorage(
  { dataDir, s3, appUrl }: Pick<Config, 'dataDir' | 's3' | 'appUrl'>,
  log: Pick<Logger, 'warn' | 'info'>,
): Promise<Storage> {
  if (s3 === null) {
    const { createDiskStorage } = await import('./disk.ts')
    return createDiskStorage(dataDir)
  }
  const { createS3Storage } = await import('./s3.ts')
  return createS3Storage({ ...s3, appUrl }, log)
}
