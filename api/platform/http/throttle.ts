import { setTimeout as pause } from 'node:timers/promises'
import type { MiddlewareHandler } from 'hono'

/**
 * Milliseconds between two requests. Checking and rejecting a sign-in takes about a quarter of this time, so
 * three quarters remain for other users. The resulting 250 sign-ins per second are more than users need.
 */
const millisecondsApart = 4

/**
 * Maximum number of waiting requests. A full queue takes one second. Further requests start immediately, so
 * that a flood neither fills the memory nor locks users out for longer.
 */
const mostWaiting = 250

/**
 * Starts simultaneous requests one after the other, with a pause in which requests of other routes are
 * served. Without the pauses, rejecting a hundred requests at once would delay these routes.
 */
export function throttleRequests(): MiddlewareHandler {
  let queue = Promise.resolve()
  let waiting = 0
  return async (_, next) => {
    if (waiting < mostWaiting) {
      const previous = queue
      queue = previous.then(() => pause(millisecondsApart))
      waiting++
      await previous
      waiting--
    }
    await next()
  }
}
