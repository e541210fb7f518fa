import type { EntityManager } from '@mikro-orm/postgresql'

/**
 * Something that happens to rows of one folder, on which folders above it act within the same transaction: the deletion of an item ends its
 * notifications, a new project gets its first states. The folder below declares the event, those above it listen, and `api/listeners.ts` lists
 * the listeners, so that no folder imports one that stands above it.
 */
export interface Event<Payload> {
  name: string
  /** Never set. It keeps events with different payloads apart for the compiler. */
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

/** Makes these the listeners of every entity manager with this configuration. */
export function setListeners(
  { config }: Pick<EntityManager, 'config'>,
  listeners: readonly Listener[],
): void {
  listenersOf.set(config, listeners)
}

/** Runs the listeners one after the other, in the transaction of `em`. An error of one of them rolls the transaction back. */
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
