/** The time, and what happens later; a test may have one of its own. */
export interface Clock {
  now(): number
  /** Runs something after so many milliseconds, unless the answered function is called before. */
  after(milliseconds: number, run: () => void): () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds)
    return () => clearTimeout(timer)
  },
}
