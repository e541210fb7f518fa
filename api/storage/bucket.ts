import type { S3Config } from '../config.ts'

/**
 * Makes sure that the bucket is there, making it when it is missing, so that wrong keys or a wrong address show when the
 * server starts and not when somebody uploads the first file.
 */
export async function ensureBucket({
  endpoint,
  region,
  bucket,
  accessKeyId,
  secretAccessKey,
}: S3Config): Promise<void> {
  const { CreateBucketCommand, HeadBucketCommand, NotFound, S3Client } = await import('@aws-sdk/client-s3')
  const client = new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
  })
  try {
    await client.send(new HeadBucketCommand({ Bucket: bucket }))
  } catch (error) {
    if (!(error instanceof NotFound)) throw unreachable(bucket, endpoint, error)
    await client.send(new CreateBucketCommand({ Bucket: bucket })).catch((failure: unknown) => {
      throw unreachable(bucket, endpoint, failure)
    })
  } finally {
    client.destroy()
  }
}

function unreachable(bucket: string, endpoint: string, cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message || cause.name : String(cause)
  return new Error(`The bucket ${bucket} at S3_ENDPOINT ${endpoint} cannot be used: ${reason}`, { cause })
}
