import { DeleteObjectCommand, DeleteObjectsCommand, type S3Client } from '@aws-sdk/client-s3'

/** Maximum number of objects per DeleteObjects call. */
const mostTogether = 1000

/** Maximum number of parallel single deletes. */
const atOnce = 8

/**
 * Deletes objects in batches of up to 1,000. Throws if the store fails to delete one of them. Missing objects
 * are ignored.
 */
export async function deleteObjectsInBatches(
  client: S3Client,
  bucket: string,
  keys: string[],
): Promise<void> {
  for (const some of chunks(keys, mostTogether)) {
    const Delete = { Objects: some.map((Key) => ({ Key })), Quiet: true }
    const { Errors = [] } = await client.send(new DeleteObjectsCommand({ Bucket: bucket, Delete }))
    if (Errors.length > 0)
      throw new Error(`The store did not delete ${Errors.length} files: ${Errors[0]?.Message}`)
  }
}

/**
 * Deletes objects one by one, for stores without DeleteObjects. Throws if the store rejects one of the
 * deletes.
 */
export async function deleteObjectsOneByOne(client: S3Client, bucket: string, keys: string[]): Promise<void> {
  for (const some of chunks(keys, atOnce)) {
    await Promise.all(some.map((Key) => client.send(new DeleteObjectCommand({ Bucket: bucket, Key }))))
  }
}

function chunks<T>(all: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size))
}
