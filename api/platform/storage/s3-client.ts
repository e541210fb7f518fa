import { createHash } from 'node:crypto'
import { S3Client } from '@aws-sdk/client-s3'
import type { S3Config } from '../config/config.ts'

/** Creates a client that also works with stores other than Amazon's. */
export function createS3Client(config: S3Config, endpoint: string): S3Client {
  const { region, accessKeyId, secretAccessKey, forcePathStyle } = config
  const client = new S3Client({
    endpoint,
    region,
    forcePathStyle,
    credentials: { accessKeyId, secretAccessKey },
    // By default, the S3 client adds checksums that many other object stores do not support.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Log nothing here: errors are thrown, and the callers log them.
    logger: silent,
  })
  sendContentMd5(client)
  return client
}

/**
 * Adds the header Content-MD5. Deletes and bucket settings require a checksum. The client would send CRC32,
 * which older stores reject. Every store accepts Content-MD5, and some require it. Streams get no checksum,
 * because they would have to be read twice.
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
