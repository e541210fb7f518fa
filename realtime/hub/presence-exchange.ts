import { randomUUID } from 'node:crypto'
import type { Bus } from '#api/platform/bus.ts'
import type { Presence } from '#common/platform/changes.ts'
import type { createPresenceTargets } from './presence-targets.ts'

const presenceChannel = 'presence'
/**
 * Milliseconds after which users of another process are removed if the process has not announced them again,
 * because it may have died.
 */
const expiresAfter = 45_000
const renewEvery = 15_000

/**
 * Message to the other processes: new states, users who stopped viewing an object, or a query for the users
 * who view an object.
 */
interface Message {
  from: string
  here?: Presence[]
  gone?: Presence[]
  asked?: string
}

/**
 * Exchanges with other processes which objects their users are viewing. `changed` is called when another
 * process reports a change.
 */
export function createPresenceExchange(
  bus: Bus,
  places: ReturnType<typeof createPresenceTargets>,
  changed: () => void,
) {
  const node = randomUUID()
  const stopListening = bus.subscribe(presenceChannel, (text) => receive(JSON.parse(text) as Message))
  const renew = setInterval(() => {
    const own = places.local()
    if (own.length > 0) publish({ here: own })
    places.forgetForeign(Date.now() - expiresAfter)
  }, renewEvery)

  function publish(message: Omit<Message, 'from'>): void {
    bus.publish(presenceChannel, JSON.stringify({ from: node, ...message } satisfies Message))
  }

  function receive({ from, here = [], gone = [], asked }: Message): void {
    if (from === node) return
    for (const state of here) places.put(state)
    for (const state of gone) places.remove(state.place, state.client_id)
    if (here.length > 0 || gone.length > 0) changed()
    const own = asked === undefined ? [] : places.local(asked)
    if (own.length > 0) publish({ here: own })
  }

  return {
    publish,
    close(): void {
      clearInterval(renew)
      stopListening()
    },
  }
}
