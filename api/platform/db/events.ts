import type { EntityManager } from '@mikro-orm/postgresql'

/**
 * An event within the server. Other folders act on it in the same transaction. For example, deleting an item
 * removes its notifications, and a new project gets its initial states. The lower folder in
 * `scripts/areas.mjs` declares the event and higher folders listen (`api/listeners.ts`), so that no folder
 * imports a higher one.
 */
export interface Event<Payload> {
  name: string
  /** Never set at run time. It lets the compiler distinguish events with different payloads. */
  payload?: (payload: Payload) => void
}

export function event<Payload>(name: string): Event<Payload> {
  return { name }
}

export interface Listener {
  name: string
  act(em: EntityManager, payload: never): Promise<void>
}

export function on<Payload>(
  { name }: Event<Payload>,
  act: (em: EntityManager, payload: Payload) => Promise<void>,
): Listener {
  return { name, act }
}

const listenersOf = new WeakMap<object, readonly Listener[]>()

/** Sets the event listeners for all entity managers with this configuration. */
export function setListeners(
  { config }: Pick<EntityManager, 'config'>,
  listeners: readonly Listener[],
): void {
  listenersOf.set(config, listeners)
}

/** Runs the listeners one after the other in the transaction of `em`. An error rolls the transaction back. */
export async function emit<Payload>(
  em: EntityManager,
  { name }: Event<Payload>,
  payload: Payload,
): Promise<void> {
  const listeners = listenersOf.get(em.config)
  if (listeners === undefined)
    throw new Error('Only an entity manager that createOrm has made has listeners.')
  for (const listener of listeners) if (listener.name === name) await listener.act(em, payload as never)
}
