import { Agent, request } from 'node:http'
import { setPriority } from 'node:os'
import { sendToParent } from './child.ts'

export interface StormRequest {
  url: string
  cookie: string
  count: number
  method: 'GET' | 'POST'
  path: string
  body?: object
}

/** The number of answers by status. */
export type ResponseCountByStatus = Record<number, number>

// This process runs with a low priority. Clients usually run on another machine, so they must not take CPU time
// from the server.
setPriority(10)

/** Sends `count` requests at the same time. Reports when the server has answered all of them. */
process.on('message', async (wish: StormRequest) => {
  const statuses: ResponseCountByStatus = {}
  // The server closes idle connections between two storms (bursts of requests), so each storm opens new
  // connections.
  const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY })
  await Promise.all(
    Array.from({ length: wish.count }, async () => {
      const status = await send(wish, agent)
      statuses[status] = (statuses[status] ?? 0) + 1
    }),
  )
  sendToParent(statuses)
})

function send({ url, cookie, method, path, body }: StormRequest, agent: Agent): Promise<number> {
  const text = body === undefined ? '' : JSON.stringify(body)
  const headers = { cookie, origin: url, 'content-type': 'application/json', 'content-length': text.length }
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, url), { method, headers, agent }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode ?? 0))
      answer.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(text)
  })
}
