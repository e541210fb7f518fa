const listeners = new Set<(text: string) => void>()

/** Sends a message to screen readers only, such as the new position of a card or the result of a filter. */
export function announce(text: string): void {
  for (const listener of listeners) listener(text)
}

export function onAnnounce(listener: (text: string) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
