/** Provides the time and timers, so that tests can control both. */
export interface Clock {
  now(): number
  /** Runs a function after a delay, unless the returned function is called first. */
  after(milliseconds: number, run: () => void): () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds)
    return () => clearTimeout(timer)
  },
}
