import type { SSEStreamingApi } from 'hono/streaming'

/** Milliseconds for which a reader can take the last event before its stream is closed. */
const lastEventWithin = 5000

/** An event stream of one browser. No function waits for the browser, because its connection may be stalled. */
export interface EventReader {
  send(event: string, data?: string): void
  /** Sends a ping, or closes the stream if the browser has not received the previous ping. */
  ping(): void
  /** Sends the last event and closes the stream. */
  end(event: string): void
  close(): void
}

export function createEventReader(stream: SSEStreamingApi): EventReader {
  let isPingPending = false
  const send = (event: string, data = '') => stream.writeSSE({ event, data })
  return {
    send: (event, data) => void send(event, data),
    ping() {
      if (isPingPending) return stream.abort()
      isPingPending = true
      void send('ping').then(() => {
        isPingPending = false
      })
    },
    end(event) {
      const timer = setTimeout(() => stream.abort(), lastEventWithin)
      void send(event).then(() => {
        clearTimeout(timer)
        stream.abort()
      })
    },
    close: () => stream.abort(),
  }
}
