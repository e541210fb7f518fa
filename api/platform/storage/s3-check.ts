import { randomUUID } from 'node:crypto'
import {
  CopyObjectCommand,
  CreateBucketCommand,
  GetObjectCommand,
  HeadBucketCommand,
  NotFound,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { Logger } from 'pino'
import type { S3Config } from '../config/config.ts'
import { createSignedPost } from './post-policy.ts'
import { deleteObjectsInBatches, deleteObjectsOneByOne } from './s3-delete.ts'
import { incomingKeyPrefix } from './storage.ts'

/** The optional S3 calls that an object store supports. */
export interface S3Capabilities {
  /** True if the store can delete up to 1000 objects in one call (DeleteObjects). */
  deletesTogether: boolean
  /**
   * True if the store supports uploads with an HTML form (POST policy), so that browsers can upload files
   * directly.
   */
  takesForms: boolean
}

const text = 'Tandem checks its store.'

/**
 * Writes, reads, copies and deletes a small object, so that the server does not start with a wrong key,
 * address or permission. Creates a missing bucket. The error names the failed step.
 */
export async function checkS3Storage(
  client: S3Client,
  config: S3Config,
  log: Pick<Logger, 'info'>,
): Promise<S3Capabilities> {
  const { bucket } = config
  const step = async <T>(failed: string, work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      throw unusable(config, failed, error)
    }
  }
  await step('could not be opened', ensureBucket(client, bucket))
  // Use the key prefix of unconfirmed uploads. If the check is killed, `Storage.removeStaleUploads` then removes its
  // objects.
  const key = `${incomingKeyPrefix}check-${randomUUID()}`
  const [copy, form] = [`${key}-copy`, `${key}-form`]
  const at = { Bucket: bucket, Key: key }
  await step('did not write an object', client.send(new PutObjectCommand({ ...at, Body: text })))
  const read = client.send(new GetObjectCommand(at)).then(({ Body }) => Body?.transformToString())
  if ((await step('did not read an object', read)) !== text) {
    throw unusable(config, 'did not read an object', 'it is not what was written')
  }
  const copying = new CopyObjectCommand({ Bucket: bucket, Key: copy, CopySource: `${bucket}/${key}` })
  await step('did not copy an object', client.send(copying))
  const takesForms = config.publicEndpoint !== null && (await postsForm(client, config, form, log))
  const keys = takesForms ? [key, copy, form] : [key, copy]
  const deletesTogether = await step('did not delete an object', deletes(client, bucket, keys, log))
  return { deletesTogether, takesForms }
}

async function ensureBucket(client: S3Client, bucket: string): Promise<void> {
  try {
    await client.send(new HeadBucketCommand({ Bucket: bucket }))
  } catch (error) {
    if (!(error instanceof NotFound)) throw error
    await client.send(new CreateBucketCommand({ Bucket: bucket }))
  }
}

async function deletes(
  client: S3Client,
  bucket: string,
  keys: string[],
  log: Pick<Logger, 'info'>,
): Promise<boolean> {
  try {
    await deleteObjectsInBatches(client, bucket, keys)
    return true
  } catch (error) {
    await deleteObjectsOneByOne(client, bucket, keys)
    log.info(
      { reason: reasonOf(error) },
      'the S3 store does not know DeleteObjects; files are deleted singly',
    )
    return false
  }
}

/**
 * Returns true if the store accepts form uploads. The test uses the internal address of the store, because the
 * signature of a form does not depend on the host.
 */
async function postsForm(
  client: S3Client,
  config: S3Config,
  key: string,
  log: Pick<Logger, 'info'>,
): Promise<boolean> {
  const expires = new Date(Date.now() + 60_000)
  const body = new FormData()
  for (const [name, value] of Object.entries(createSignedPost(config, key, { size: text.length, expires }))) {
    body.append(name, value)
  }
  body.append('file', new Blob([text]))
  const reason = await fetch(await bucketUrl(client, config.bucket), { method: 'POST', body }).then(
    ({ ok, status }) => (ok ? null : `it answers ${status}`),
    reasonOf,
  )
  if (reason !== null) log.info({ reason }, 'the S3 store refuses forms; browsers upload by presigned PUT')
  return reason === null
}

/** Returns the URL of the bucket, with the bucket in its path or host as configured. */
export async function bucketUrl(client: S3Client, bucket: string): Promise<string> {
  const url = new URL(await getSignedUrl(client, new GetObjectCommand({ Bucket: bucket, Key: 'key' })))
  return url.origin + url.pathname.replace(/\/key$/, '')
}

function unusable({ bucket, endpoint }: S3Config, failed: string, cause: unknown): Error {
  return new Error(
    `The bucket ${bucket} at S3_ENDPOINT ${endpoint} cannot be used. It ${failed}: ${reasonOf(cause)}`,
    { cause },
  )
}

/**
 * Returns the message with the error code of the store, because the message is often empty or `UnknownError`.
 */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const parts = [error.name === 'Error' ? '' : error.name, error.message].filter((part) => part !== '')
  return [...new Set(parts)].join(': ')
}
