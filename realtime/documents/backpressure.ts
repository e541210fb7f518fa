import type { WebSocket } from 'ws'
import { createThrottledQueue } from '#api/platform/concurrency/throttled-queue.ts'

/** Maximum bytes of updates of one client that wait to be stored. */
const mostWaiting = 4 * 1024 * 1024

/** Stops reading from a client while too many of its frames wait for the database or for the rate limit. */
export function createBackpressure(webSocket: WebSocket, takeText: (cost: number) => boolean) {
  let waiting = 0
  let isPaused = false
  let last: { storing: Promise<void>; bytes: number } | null = null
  const readOrPause = () => {
    const isLate = waiting > mostWaiting || pace.isBehind()
    if (isLate === isPaused) return
    isPaused = isLate
    if (isLate) webSocket.pause()
    else webSocket.resume()
  }
  const pace = createThrottledQueue(takeText, readOrPause)
  return {
    pass: pace.pass,
    close: pace.close,
    holdBack(storing: Promise<void>, bytes: number): void {
      waiting += bytes
      readOrPause()
      // Frames that the database stores in one commit share one promise, so count them as one entry.
      if (last?.storing === storing) {
        last.bytes += bytes
        return
      }
      const row = { storing, bytes }
      last = row
      const settle = () => {
        waiting -= row.bytes
        readOrPause()
      }
      storing.then(settle, settle)
    },
  }
}
