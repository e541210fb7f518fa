const listeners = new Set<(text: string) => void>()

/** Says something to screen readers alone, when they have finished their sentence: a card that moved, a filter's result. */
export function announce(text: string): void {
  for (const listener of listeners) listener(text)
}

export function onAnnounce(listener: (text: string) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
