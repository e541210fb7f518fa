import { setTimeout as pause } from 'node:timers/promises'
import type { MiddlewareHandler } from 'hono'

/** To look at a sign-in and refuse it takes about a quarter of it, so the rest stays for whoever works; 250 a second are more than people make. */
const millisecondsApart = 4

/** A second's worth. Whatever comes while so many wait begins at once: a flood neither fills the memory nor keeps anybody out for longer. */
const mostWaiting = 250

/**
 * Requests that come at one instant begin one after the other, in their order, with time between in which others are served: to refuse a
 * hundred costs more than anybody should wait for at once.
 */
export function paced(): MiddlewareHandler {
  let turns = Promise.resolve()
  let waiting = 0
  return async (_, next) => {
    if (waiting < mostWaiting) {
      const turn = turns
      turns = turn.then(() => pause(millisecondsApart))
      waiting++
      await turn
      waiting--
    }
    await next()
  }
}
