import type { EntityManager } from '@mikro-orm/postgresql'

/**
 * An event within the server. Other folders act on it in the same transaction. For example, deleting an item removes
 * its notifications, and a new project gets its initial states. A folder may import only folders that come earlier in
 * the list in `scripts/areas.mjs`. Therefore an earlier folder declares the event, and later folders listen to it
 * (`api/listeners.ts`).
 */
export interface DomainEvent<Payload> {
  name: string
  /** Never set at run time. This field lets the compiler distinguish events with different payloads. */
  payload?: (payload: Payload) => void
}

export function defineEvent<Payload>(name: string): DomainEvent<Payload> {
  return { name }
}

export interface EventListener {
  name: string
  act(em: EntityManager, payload: never): Promise<void>
}

export function listenTo<Payload>(
  { name }: DomainEvent<Payload>,
  act: (em: EntityManager, payload: Payload) => Promise<void>,
): EventListener {
  return { name, act }
}

const listenersOf = new WeakMap<object, readonly EventListener[]>()

/** Sets the event listeners for all entity managers with this configuration. */
export function setEventListeners(
  { config }: Pick<EntityManager, 'config'>,
  listeners: readonly EventListener[],
): void {
  listenersOf.set(config, listeners)
}

/** Runs the listeners one after the other in the transaction of `em`. An error rolls the transaction back. */
export async function emitEvent<Payload>(
  em: EntityManager,
  { name }: DomainEvent<Payload>,
  payload: Payload,
): Promise<void> {
  const listeners = listenersOf.get(em.config)
  if (listeners === undefined)
    throw new Error('Only an entity manager that createOrm has made has listeners.')
  for (const listener of listeners) if (listener.name === name) await listener.act(em, payload as never)
}
