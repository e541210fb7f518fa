import type { Bus } from '../bus.ts'

/** On the bus after each commit: the id of a workspace whose feed goes on. */
export const changesChannel = 'changes'

/** A message that is lost costs at most so many milliseconds; whoever reads the feed looks by themselves. */
export const pollMilliseconds = 2000

/**
 * How everybody who follows the feed hears that it goes on: at once by the bus, which may lose messages, and otherwise by looking.
 * Answers how to stop.
 */
export function followFeed(
  bus: Bus,
  heard: { woken(workspaceId: string): void; look(): void },
  every = pollMilliseconds,
): () => void {
  const stopListening = bus.subscribe(changesChannel, heard.woken)
  const poll = setInterval(heard.look, every)
  return () => {
    clearInterval(poll)
    stopListening()
  }
}
