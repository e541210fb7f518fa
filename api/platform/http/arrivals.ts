import type { IncomingMessage, ServerResponse } from 'node:http'

type Listener = (request: IncomingMessage, answer: ServerResponse) => void

/** Requests that may begin in one turn of the event loop. The others wait for the next turn. */
const atOnce = 4

/**
 * Begins a few requests in a turn of the event loop, the others one by one in the next turns, of each sender in order and of several senders in turn.
 * Hundreds that arrive at one moment would otherwise begin together, and everybody would wait until all of them are looked up or refused.
 */
export function spreadArrivals(begin: Listener): Listener {
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

/** Nothing is decided by it but the order, so it need not be true. */
function senderOf({ headers, socket }: IncomingMessage): string {
  return String(headers['x-api-key'] ?? headers.authorization ?? headers.cookie ?? socket.remoteAddress)
}
