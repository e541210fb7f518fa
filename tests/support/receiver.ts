import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedWebhook {
  headers: IncomingHttpHeaders
  /** The body as it was received and signed. */
  raw: string
  body: {
    event: string
    action: string
    webhook_id: string
    workspace_id: string
    data: { id: string; [field: string]: unknown }
    activity: { field: string | null; [field: string]: unknown }
  }
}

export interface WebhookReceiver {
  url: string
  received: ReceivedWebhook[]
  /** Answers the next deliveries. The default answer has status 204. */
  answer: (response: ServerResponse, received: ReceivedWebhook) => void
  close(): Promise<void>
}

/** Starts a server that receives webhook deliveries. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const raw = Buffer.concat(chunks).toString()
    const one = { headers: request.headers, raw, body: JSON.parse(raw) }
    received.push(one)
    receiver.answer(response, one)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    received,
    answer: (response) => void response.writeHead(204).end(),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return receiver
}

/** Checks the signature as `docs/webhooks.md` describes it. */
export function isWebhookSignatureValid({ headers, raw }: ReceivedWebhook, secret: string): boolean {
  const told = Buffer.from(String(headers['x-tandem-signature']), 'hex')
  const own = createHmac('sha256', secret).update(raw).digest()
  return told.length === own.length && timingSafeEqual(told, own)
}
