import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  CopyObjectCommand,
  CreateBucketCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  NotFound,
  PutBucketCorsCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { Logger } from 'pino'
import type { S3Config } from '../config.ts'
import { exactSize } from './exact-size.ts'
import { signedPost } from './post-policy.ts'
import { incoming, type Storage } from './storage.ts'

/** Seconds for which a link to the store opens a file; the browser follows it at once. */
const readableFor = 300

/** Files in a bucket, through this server or, with an address for browsers, straight from and to the store. */
export async function createS3Storage(
  config: S3Config & { appUrl: string },
  log: Pick<Logger, 'warn'>,
): Promise<Storage> {
  const { bucket, endpoint, publicEndpoint } = config
  const client = clientOf(config, endpoint)
  const toBrowsers = publicEndpoint === null ? null : clientOf(config, publicEndpoint)
  await ensureBucket(client, config)
  if (toBrowsers !== null) await allowBrowsers(client, config, log)
  const at = (key: string) => ({ Bucket: bucket, Key: key })

  return {
    async put(key, content, size) {
      const counted = exactSize(size)
      const over = new AbortController()
      const command = new PutObjectCommand({ ...at(key), Body: counted, ContentLength: size })
      const sent = client.send(command, { abortSignal: over.signal })
      try {
        await Promise.all([pipeline(content, counted), sent])
      } catch (error) {
        // The store waits for as many bytes as were announced, and keeps nothing of what breaks off.
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
      await removeAll(client, bucket, [from])
      return true
    },
    remove: (keys) => removeAll(client, bucket, keys),
    postForm(key, upload) {
      if (publicEndpoint === null) return null
      return {
        url: `${publicEndpoint.replace(/\/$/, '')}/${bucket}`,
        fields: signedPost(config, key, upload),
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
          if (Key !== undefined && !Key.startsWith(incoming)) yield Key
        }
        from = page.NextContinuationToken
      } while (from !== undefined)
    },
    async tidy(before) {
      const found = await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: incoming }))
      const old = (found.Contents ?? []).filter(({ LastModified }) => LastModified && LastModified < before)
      await removeAll(
        client,
        bucket,
        old.flatMap(({ Key }) => Key ?? []),
      )
    },
    close() {
      client.destroy()
      toBrowsers?.destroy()
    },
  }
}

function clientOf({ region, accessKeyId, secretAccessKey }: S3Config, endpoint: string): S3Client {
  return new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
    // Many stores other than Amazon's do not know the checksums that the client would add by itself.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // What goes wrong is thrown, and logged by whoever catches it.
    logger: silent,
  })
}

const say = () => {}
const silent = { trace: say, debug: say, info: say, warn: say, error: say }

async function removeAll(client: S3Client, bucket: string, keys: string[]): Promise<void> {
  if (keys.length === 0) return
  const Delete = { Objects: keys.map((Key) => ({ Key })), Quiet: true }
  const { Errors = [] } = await client.send(new DeleteObjectsCommand({ Bucket: bucket, Delete }))
  if (Errors.length > 0)
    throw new Error(`The store did not delete ${Errors.length} files: ${Errors[0]?.Message}`)
}

/** Made when it is missing, so that wrong keys or a wrong address show when the server starts and not when somebody uploads the first file. */
async function ensureBucket(client: S3Client, { bucket, endpoint }: S3Config): Promise<void> {
  try {
    await client.send(new HeadBucketCommand({ Bucket: bucket }))
  } catch (error) {
    if (!(error instanceof NotFound)) throw unreachable(bucket, endpoint, error)
    await client.send(new CreateBucketCommand({ Bucket: bucket })).catch((failure: unknown) => {
      throw unreachable(bucket, endpoint, failure)
    })
  }
}

/** To the store our pages are another site. Stores without such rules let everybody in, or are told in another way. */
async function allowBrowsers(
  client: S3Client,
  { bucket, appUrl }: { bucket: string; appUrl: string },
  log: Pick<Logger, 'warn'>,
): Promise<void> {
  const rule = { AllowedMethods: ['GET', 'HEAD', 'POST'], AllowedOrigins: [appUrl], AllowedHeaders: ['*'] }
  const CORSConfiguration = { CORSRules: [rule] }
  await client.send(new PutBucketCorsCommand({ Bucket: bucket, CORSConfiguration })).catch((err: unknown) => {
    log.warn({ err }, 'the S3 store was not told that browsers may post files to it from other sites')
  })
}

function unreachable(bucket: string, endpoint: string, cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message || cause.name : String(cause)
  return new Error(`The bucket ${bucket} at S3_ENDPOINT ${endpoint} cannot be used: ${reason}`, { cause })
}

async function unlessMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof NoSuchKey || error instanceof NotFound) return null
    throw error
  }
}
