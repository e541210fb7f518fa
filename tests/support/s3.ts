import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import S3rver from 's3rver'

/** Settings with which a Tandem server stores its files in this S3 store. */
export type S3Settings = {
  S3_ENDPOINT: string
  S3_BUCKET: string
  S3_ACCESS_KEY_ID: string
  S3_SECRET_ACCESS_KEY: string
}

interface S3 {
  settings: S3Settings
  /** Returns the keys of all objects. */
  objects(): Promise<string[]>
  close(): Promise<void>
}

/** Starts a real S3 server with its own port and folder. */
export async function startS3(): Promise<S3> {
  const directory = await mkdtemp(join(tmpdir(), 'tandem-s3-'))
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory })
  const { port } = await server.run()
  return {
    settings: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: 'tandem',
      // These are the credentials of the only account of this server.
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    async objects() {
      const suffix = '._S3rver_object'
      const files = await readdir(join(directory, 'tandem'), { recursive: true })
      return files.filter((file) => file.endsWith(suffix)).map((file) => file.slice(0, -suffix.length))
    },
    async close() {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** Kinds of calls that some S3 stores refuse or do not support. */
export type UnsupportedS3Feature =
  | 'newer checksums'
  | 'deletes without Content-MD5'
  | 'DeleteObjects'
  | 'forms'
  | 'writes'
  | 'reads'
  | 'copies'
  | 'deletes'

/**
 * Starts a real S3 server behind a proxy that refuses some calls, as some other S3 stores do. `seen` contains
 * the method and path of every call.
 */
export async function startS3WithRefusals(refused: UnsupportedS3Feature[]): Promise<S3 & { seen: string[] }> {
  const s3 = await startS3()
  const seen: string[] = []
  const server = createServer(async (incoming, answer) => {
    seen.push(`${incoming.method} ${incoming.url}`)
    // A client that aborts the request gets no answer.
    const body = await buffer(incoming).catch(() => null)
    if (body === null) return
    const code = refused.map((refusal) => refusals[refusal](incoming, body)).find((each) => each !== null)
    if (code !== undefined) {
      answer.writeHead(code === 'NotImplemented' ? 501 : 403, { 'content-type': 'application/xml' })
      answer.end(`<Error><Code>${code}</Code><Message>This store refuses it.</Message></Error>`)
      return
    }
    const { method, headers, url } = incoming
    request(new URL(url ?? '/', s3.settings.S3_ENDPOINT), { method, headers }, (given) => {
      answer.writeHead(given.statusCode ?? 500, given.headers)
      given.pipe(answer)
    }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    settings: { ...s3.settings, S3_ENDPOINT: `http://127.0.0.1:${port}` },
    seen,
    objects: s3.objects,
    async close() {
      server.closeAllConnections()
      server.close()
      await s3.close()
    },
  }
}

/**
 * The functions return the error code with which the simulated store refuses a call, or null if it accepts the
 * call.
 */
const refusals: Record<UnsupportedS3Feature, (call: IncomingMessage, body: Buffer) => string | null> = {
  'newer checksums': ({ headers }) =>
    Object.keys(headers).some((name) => name.includes('checksum')) ? 'NotImplemented' : null,
  'deletes without Content-MD5': ({ headers, method, url }, body) => {
    if (method !== 'POST' || !url?.includes('?delete')) return null
    const md5 = createHash('md5').update(body).digest('base64')
    return headers['content-md5'] === md5 ? null : 'InvalidDigest'
  },
  DeleteObjects: ({ method, url }) =>
    method === 'POST' && url?.includes('?delete') ? 'NotImplemented' : null,
  forms: ({ method, headers }) =>
    method === 'POST' && headers['content-type']?.startsWith('multipart/') ? 'NotImplemented' : null,
  writes: ({ method, url }) => (method === 'PUT' && url?.includes('/check-') ? 'AccessDenied' : null),
  reads: ({ method, url }) => (method === 'GET' && url?.includes('/check-') ? 'AccessDenied' : null),
  copies: ({ headers }) => (headers['x-amz-copy-source'] ? 'AccessDenied' : null),
  deletes: ({ method, url }) =>
    method === 'DELETE' || (method === 'POST' && url?.includes('?delete')) ? 'AccessDenied' : null,
}
