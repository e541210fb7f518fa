import { vi } from 'vitest'

/**
 * Moves the monotonic clock of this process forward, which is also the clock of the test server. Returns a function
 * that restores the clock.
 */
export function advanceClock(milliseconds: number): () => void {
  const now = performance.now.bind(performance)
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + milliseconds)
  return () => clock.mockRestore()
}
