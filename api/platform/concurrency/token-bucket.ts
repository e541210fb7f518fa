export interface TokenBucketRate {
  /** Number of tokens in a full bucket. */
  burst: number
  /** Number of tokens that are added per second. */
  per_second: number
}

export interface TokenBucket {
  /**
   * Takes `cost` tokens from the bucket. Returns false, and takes nothing, if the bucket is empty. If the
   * bucket contains fewer than `cost` tokens, the call still takes them all, and the number becomes negative.
   */
  take(cost?: number): boolean
  /** Returns true if the bucket is full. A full bucket can be deleted, because a new bucket is full too. */
  isFull(): boolean
}

export function createTokenBucket({ burst, per_second }: TokenBucketRate): TokenBucket {
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
