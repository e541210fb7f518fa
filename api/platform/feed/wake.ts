import type { Bus } from '../bus.ts'

/** Bus channel with the id of a workspace that has new changes, published after each commit. */
export const changesChannel = 'changes'

/** Milliseconds between polls, which find changes whose message was lost. */
export const feedPollMilliseconds = 2000

/**
 * Notifies a feed reader of new changes: immediately through the bus, which may lose messages, and by
 * polling. Returns a function that ends the notifications.
 */
export function onFeedChanged(
  bus: Bus,
  callbacks: { onWake(workspaceId: string): void; onPoll(): void },
  every = feedPollMilliseconds,
): () => void {
  const stopListening = bus.subscribe(changesChannel, callbacks.onWake)
  const poll = setInterval(callbacks.onPoll, every)
  return () => {
    clearInterval(poll)
    stopListening()
  }
}
