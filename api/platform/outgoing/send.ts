import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import type { Socket } from 'node:net'
import type { Connector } from './connector.ts'

export interface OutgoingRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  headers: Record<string, string>
  /** Body of the request. An empty string means no body. */
  body: string | Uint8Array
  /** Maximum milliseconds of the request, including the response. */
  patience: number
  /** Maximum number of bytes of the response. A longer response is cut off. */
  most: number
}

/** The response of another server, which may be an error or a redirect. */
export interface ReceivedResponse {
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer
  isCut: boolean
}

export async function sendOutgoingRequest(
  connect: Connector,
  url: URL,
  what: OutgoingRequest,
): Promise<ReceivedResponse> {
  const signal = AbortSignal.timeout(what.patience)
  const answer = await sendRequest(url, await connect(url, signal), what, signal)
  try {
    const { bytes, isCut } = await firstOf(answer, what.most)
    return { status: answer.statusCode ?? 0, headers: answer.headers, bytes, isCut }
  } finally {
    answer.destroy()
  }
}

function sendRequest(
  { host, pathname, search }: URL,
  socket: Socket,
  { method, headers, body }: OutgoingRequest,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const outgoing = request({
      method,
      createConnection: () => socket,
      path: pathname + search,
      signal,
      headers: {
        ...headers,
        host,
        ...(method === 'POST' && { 'content-length': Buffer.byteLength(body) }),
        // Request an uncompressed response, so that the body cannot become larger than the received bytes.
        'accept-encoding': 'identity',
        connection: 'close',
      },
    })
    outgoing.on('error', reject)
    outgoing.on('response', resolve)
    outgoing.end(body)
  })
}

async function firstOf(
  answer: IncomingMessage,
  most: number,
): Promise<Pick<ReceivedResponse, 'bytes' | 'isCut'>> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length > most) break
  }
  return { bytes: Buffer.concat(chunks).subarray(0, most), isCut: length > most }
}
