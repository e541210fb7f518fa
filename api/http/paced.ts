import { setTimeout as pause } from 'node:timers/promises'
import type { MiddlewareHandler } from 'hono'

/** Looking at a sign-in and refusing it takes about half of it, so the other half stays for whoever works. */
const millisecondsApart = 2

/**
 * Requests that come at one instant begin one after the other, in their order, with time between in which others are served: to refuse a
 * hundred costs more than anybody should wait for at once. Far more than people ever sign in with.
 */
export function paced(): MiddlewareHandler {
  let turns = Promise.resolve()
  return async (_, next) => {
    const turn = turns
    turns = turn.then(() => pause(millisecondsApart))
    await turn
    await next()
  }
}
