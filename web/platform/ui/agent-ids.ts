import { useSyncExternalStore } from 'react'

let agentIds: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()

/**
 * Returns true for a service account. Avatars mark service accounts on every screen, so that nobody mistakes an agent
 * for a person.
 */
export function useIsAgent(id: string): boolean {
  return useSyncExternalStore(subscribe, () => agentIds.has(id))
}

export function setAgentIds(ids: readonly string[]): void {
  if (ids.length === agentIds.size && ids.every((id) => agentIds.has(id))) return
  agentIds = new Set(ids)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
