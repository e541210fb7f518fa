import { createHmac } from 'node:crypto'
import type { S3Config } from '../config/config.ts'

/**
 * Builds the fields of a browser form that uploads to S3, signed with Signature Version 4. It is used instead
 * of AWS's own package, because that package would install another version of the whole client.
 */
export function createSignedPost(
  {
    bucket,
    region,
    accessKeyId,
    secretAccessKey,
  }: Pick<S3Config, 'bucket' | 'region' | 'accessKeyId' | 'secretAccessKey'>,
  key: string,
  { size, expires, now = new Date() }: { size: number; expires: Date; now?: Date },
): Record<string, string> {
  const moment = now.toISOString().replace(/[-:]|\.\d+/g, '')
  const day = moment.slice(0, 8)
  const fields = {
    key,
    'Content-Type': 'application/octet-stream',
    'x-amz-algorithm': 'AWS4-HMAC-SHA256',
    'x-amz-credential': `${accessKeyId}/${day}/${region}/s3/aws4_request`,
    'x-amz-date': moment,
  }
  const conditions = [
    { bucket },
    ...Object.entries(fields).map(([name, value]) => ({ [name]: value })),
    ['content-length-range', size, size],
  ]
  const policy = Buffer.from(JSON.stringify({ expiration: expires.toISOString(), conditions })).toString(
    'base64',
  )
  return { ...fields, policy, 'x-amz-signature': signPostPolicy(policy, { day, region, secretAccessKey }) }
}

/** Returns the signature of a base64 policy. */
export function signPostPolicy(
  policy: string,
  { day, region, secretAccessKey }: { day: string; region: string; secretAccessKey: string },
): string {
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `AWS4${secretAccessKey}`,
  )
  return createHmac('sha256', key).update(policy).digest('hex')
}
