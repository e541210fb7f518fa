import type { WebSocket } from 'ws'
import { createPacedQueue } from '#api/platform/concurrency/paced-queue.ts'

/** Bytes of one client that may be on their way into the database. */
const mostWaiting = 4 * 1024 * 1024

/** While much waits for the database, or for its turn, no more is read from the one who sends it. */
export function createFlow(webSocket: WebSocket, takeText: (cost: number) => boolean) {
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
  const pace = createPacedQueue(takeText, readOrPause)
  return {
    pass: pace.pass,
    close: pace.close,
    holdBack(storing: Promise<void>, bytes: number): void {
      waiting += bytes
      readOrPause()
      // Frames that are stored together are waited for once.
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
