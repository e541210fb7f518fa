export interface Rate {
  /** How many may come at once, */
  burst: number
  /** and how many a second in the long run. */
  per_second: number
}

export interface TokenBucket {
  /** Counts one, or something that costs as much as several; false when there are too many. What is there last may be owed. */
  take(cost?: number): boolean
  /** Nothing has been taken lately, so the bucket need not be remembered. */
  isFull(): boolean
}

export function createTokenBucket({ burst, per_second }: Rate): TokenBucket {
  let level = burst
  let at = performance.now()
  const refill = () => {
    const now = performance.now()
    level = Math.min(burst, level + ((now - at) / 1000) * per_second)
    at = now
  }
  return {
    take(cost = 1) {
      refill()
      if (level < 1) return false
      level -= cost
      return true
    },
    isFull() {
      refill()
      return level >= burst
    },
  }
}
