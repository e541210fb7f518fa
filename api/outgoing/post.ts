import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import type { Socket } from 'node:net'
import type { Connect } from './connect.ts'

export interface ToPost {
  headers: Record<string, string>
  body: string | Uint8Array
  /** Milliseconds for all of it, with the answer. */
  patience: number
  /** Bytes of the answer; what is longer is cut off there. */
  most: number
}

/** What was answered, a refusal and a redirect too. */
export interface Posted {
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer
  isCut: boolean
}

export async function postTo(connect: Connect, url: URL, what: ToPost): Promise<Posted> {
  const signal = AbortSignal.timeout(what.patience)
  const answer = await ask(url, await connect(url, signal), what, signal)
  try {
    const { bytes, isCut } = await firstOf(answer, what.most)
    return { status: answer.statusCode ?? 0, headers: answer.headers, bytes, isCut }
  } finally {
    answer.destroy()
  }
}

function ask(
  { host, pathname, search }: URL,
  socket: Socket,
  { headers, body }: ToPost,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asking = request({
      method: 'POST',
      createConnection: () => socket,
      path: pathname + search,
      signal,
      headers: {
        ...headers,
        host,
        'content-length': Buffer.byteLength(body),
        // Nothing is unpacked here, so nothing can become larger than what came.
        'accept-encoding': 'identity',
        connection: 'close',
      },
    })
    asking.on('error', reject)
    asking.on('response', resolve)
    asking.end(body)
  })
}

async function firstOf(answer: IncomingMessage, most: number): Promise<Pick<Posted, 'bytes' | 'isCut'>> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length > most) break
  }
  return { bytes: Buffer.concat(chunks).subarray(0, most), isCut: length > most }
}
