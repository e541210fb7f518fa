import { DeleteObjectCommand, DeleteObjectsCommand, type S3Client } from '@aws-sdk/client-s3'

/** Objects that DeleteObjects takes in one call. */
const mostTogether = 1000

/** Single deletes that are under way at once. */
const atOnce = 8

/** Throws when the store keeps one of them. Keys without an object are no error. */
export async function deleteTogether(client: S3Client, bucket: string, keys: string[]): Promise<void> {
  for (const some of chunks(keys, mostTogether)) {
    const Delete = { Objects: some.map((Key) => ({ Key })), Quiet: true }
    const { Errors = [] } = await client.send(new DeleteObjectsCommand({ Bucket: bucket, Delete }))
    if (Errors.length > 0)
      throw new Error(`The store did not delete ${Errors.length} files: ${Errors[0]?.Message}`)
  }
}

/** For stores without DeleteObjects. Throws when the store refuses one of them. */
export async function deleteEach(client: S3Client, bucket: string, keys: string[]): Promise<void> {
  for (const some of chunks(keys, atOnce)) {
    await Promise.all(some.map((Key) => client.send(new DeleteObjectCommand({ Bucket: bucket, Key }))))
  }
}

function chunks<T>(all: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size))
}
