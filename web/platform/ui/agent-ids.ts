let agentIds: ReadonlySet<string> = new Set()

/**
 * Returns true for a service account. Avatars mark service accounts on every screen, so that nobody mistakes an agent
 * for a person.
 */
export function isAgent(id: string): boolean {
  return agentIds.has(id)
}

export function setAgentIds(ids: readonly string[]): void {
  agentIds = new Set(ids)
}
