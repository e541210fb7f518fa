import type { IncomingMessage, ServerResponse } from 'node:http'

type Listener = (request: IncomingMessage, answer: ServerResponse) => void

/** Number of requests that start per turn of the event loop. */
const atOnce = 4

/**
 * Starts only a few requests per turn of the event loop: in order for each sender, and alternating between
 * senders. Otherwise hundreds of simultaneous requests would start together, and all senders would wait until
 * the last request is authenticated or rejected.
 */
export function startRequestsFairly(begin: Listener): Listener {
  const waiting = new Map<string, [IncomingMessage, ServerResponse][]>()
  let begun = 0
  let isScheduled = false

  function schedule(): void {
    if (isScheduled) return
    isScheduled = true
    setImmediate(beginNext)
  }

  function beginNext(): void {
    isScheduled = false
    begun = 0
    const [next] = waiting
    if (next === undefined) return
    const [sender, queue] = next
    const first = queue.shift()
    waiting.delete(sender)
    if (queue.length > 0) waiting.set(sender, queue)
    schedule()
    if (first !== undefined) begin(...first)
  }

  return (request, answer) => {
    schedule()
    if (waiting.size === 0 && begun++ < atOnce) return begin(request, answer)
    const sender = senderOf(request)
    const queue = waiting.get(sender)
    if (queue === undefined) waiting.set(sender, [[request, answer]])
    else queue.push([request, answer])
  }
}

/**
 * Returns a key for the sender of a request. The key only determines the order, so it need not be verified.
 */
function senderOf({ headers, socket }: IncomingMessage): string {
  return String(headers['x-api-key'] ?? headers.authorization ?? headers.cookie ?? socket.remoteAddress)
}
