import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  CopyObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  NotFound,
  PutBucketCorsCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { Logger } from 'pino'
import type { S3Config } from '../config/config.ts'
import { requireExactSize } from './exact-size.ts'
import { createSignedPost } from './post-policy.ts'
import { bucketUrl, checkS3Storage } from './s3-check.ts'
import { createS3Client } from './s3-client.ts'
import { deleteObjectsInBatches, deleteObjectsOneByOne } from './s3-delete.ts'
import { incomingKeyPrefix, type Storage } from './storage.ts'

/** Seconds for which a link to the object store is valid. Browsers follow the link immediately. */
const readableFor = 300

/**
 * Stores files in an S3 bucket. If the bucket has a public endpoint, browsers transfer files directly.
 * Otherwise, all files pass through this server.
 */
export async function createS3Storage(
  config: S3Config & { appUrl: string },
  log: Pick<Logger, 'warn' | 'info'>,
): Promise<Storage> {
  const { bucket, endpoint, publicEndpoint } = config
  const client = createS3Client(config, endpoint)
  const toBrowsers = publicEndpoint === null ? null : createS3Client(config, publicEndpoint)
  const { deletesTogether, takesForms } = await checkS3Storage(client, config, log)
  if (toBrowsers !== null) await allowBrowsers(client, config, log)
  const remove = (keys: string[]) =>
    (deletesTogether ? deleteObjectsInBatches : deleteObjectsOneByOne)(client, bucket, keys)
  const at = (key: string) => ({ Bucket: bucket, Key: key })

  return {
    async put(key, content, size) {
      const counted = requireExactSize(size)
      const over = new AbortController()
      const command = new PutObjectCommand({ ...at(key), Body: counted, ContentLength: size })
      const sent = client.send(command, { abortSignal: over.signal })
      try {
        await Promise.all([pipeline(content, counted), sent])
      } catch (error) {
        // Abort the upload, because the store would otherwise wait for the announced number of bytes. The store
        // discards the incomplete object.
        over.abort()
        await Promise.allSettled([sent])
        throw counted.errored ?? error
      }
    },
    async get(key, range) {
      const wanted = range && { Range: `bytes=${range.start}-${range.end}` }
      const found = await unlessMissing(client.send(new GetObjectCommand({ ...at(key), ...wanted })))
      return found === null ? null : (found.Body as Readable)
    },
    async size(key) {
      const found = await unlessMissing(client.send(new HeadObjectCommand(at(key))))
      return found === null ? null : (found.ContentLength ?? 0)
    },
    async move(from, to) {
      const source = `${bucket}/${from}`
      const copied = await unlessMissing(
        client.send(new CopyObjectCommand({ ...at(to), CopySource: source })),
      )
      if (copied === null) return false
      await remove([from])
      return true
    },
    remove,
    async browserUpload(key, { size, expires }) {
      if (toBrowsers === null) return null
      if (takesForms) {
        const fields = createSignedPost(config, key, { size, expires })
        return { method: 'POST', url: await bucketUrl(toBrowsers, bucket), fields }
      }
      const command = new PutObjectCommand({ ...at(key), ContentLength: size })
      const expiresIn = Math.ceil((expires.getTime() - Date.now()) / 1000)
      // The signature includes the size, so that the object store rejects a file of another size.
      const signableHeaders = new Set(['host', 'content-length'])
      return {
        method: 'PUT',
        url: await getSignedUrl(toBrowsers, command, { expiresIn, signableHeaders }),
        fields: {},
      }
    },
    async readUrl(key, { type, disposition }) {
      if (toBrowsers === null) return null
      const command = new GetObjectCommand({
        ...at(key),
        ResponseContentType: type,
        ResponseContentDisposition: disposition,
      })
      return getSignedUrl(toBrowsers, command, { expiresIn: readableFor })
    },
    async *keys() {
      let from: string | undefined
      do {
        const page = await client.send(
          new ListObjectsV2Command({
            Bucket: bucket,
            ...(from !== undefined && { ContinuationToken: from }),
          }),
        )
        for (const { Key } of page.Contents ?? []) {
          if (Key !== undefined && !Key.startsWith(incomingKeyPrefix)) yield Key
        }
        from = page.NextContinuationToken
      } while (from !== undefined)
    },
    async removeStaleUploads(before) {
      const found = await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: incomingKeyPrefix }))
      const old = (found.Contents ?? []).filter(({ LastModified }) => LastModified && LastModified < before)
      await remove(old.flatMap(({ Key }) => Key ?? []))
    },
    close() {
      client.destroy()
      toBrowsers?.destroy()
    },
  }
}

/**
 * Configures CORS on the bucket, because browsers upload from another origin. Some stores do not support CORS
 * rules, because they allow all origins or are configured elsewhere.
 */
async function allowBrowsers(
  client: S3Client,
  { bucket, appUrl }: { bucket: string; appUrl: string },
  log: Pick<Logger, 'warn'>,
): Promise<void> {
  const rule = {
    AllowedMethods: ['GET', 'HEAD', 'POST', 'PUT'],
    AllowedOrigins: [appUrl],
    AllowedHeaders: ['*'],
  }
  const CORSConfiguration = { CORSRules: [rule] }
  await client.send(new PutBucketCorsCommand({ Bucket: bucket, CORSConfiguration })).catch((err: unknown) => {
    log.warn({ err }, 'the S3 store was not told that browsers may post files to it from other sites')
  })
}

async function unlessMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof NoSuchKey || error instanceof NotFound) return null
    throw error
  }
}
