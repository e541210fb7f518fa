import { createHash } from 'node:crypto'
import { S3Client } from '@aws-sdk/client-s3'
import type { S3Config } from '../config/config.ts'

/** A client that stores other than Amazon's understand too. */
export function createS3Client(config: S3Config, endpoint: string): S3Client {
  const { region, accessKeyId, secretAccessKey, forcePathStyle } = config
  const client = new S3Client({
    endpoint,
    region,
    forcePathStyle,
    credentials: { accessKeyId, secretAccessKey },
    // Many stores other than Amazon's do not know the checksums that the client adds by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Errors are thrown, and their callers log them.
    logger: silent,
  })
  sendContentMd5(client)
  return client
}

/**
 * Deletes and settings of a bucket require a checksum. The client sends a CRC32, which older stores refuse; every store accepts the
 * Content-MD5 of the first S3 version, and some demand it. Streams are not read twice and go without one.
 */
function sendContentMd5(client: S3Client): void {
  client.middlewareStack.add(
    (next) => (args) => {
      const { request } = args
      if (!isHttpRequest(request)) return next(args)
      for (const name of Object.keys(request.headers)) {
        if (/^x-amz-(sdk-)?checksum-/i.test(name)) delete request.headers[name]
      }
      const { body } = request
      if ((typeof body === 'string' && body !== '') || body instanceof Uint8Array) {
        request.headers['content-md5'] = createHash('md5').update(body).digest('base64')
      }
      return next(args)
    },
    { name: 'contentMd5', step: 'build', priority: 'low' },
  )
}

function isHttpRequest(request: unknown): request is { headers: Record<string, string>; body?: unknown } {
  return typeof request === 'object' && request !== null && 'headers' in request
}

const say = () => {}
const silent = { trace: say, debug: say, info: say, warn: say, error: say }
