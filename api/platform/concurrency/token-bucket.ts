export interface TokenBucketRate {
  /** Maximum number of tokens that can be taken at once. */
  burst: number
  /** Number of tokens that are added per second. */
  per_second: number
}

export interface TokenBucket {
  /**
   * Takes `cost` tokens from the bucket. Returns false if the bucket is empty. The last successful call may
   * take more tokens than the bucket has.
   */
  take(cost?: number): boolean
  /** True if no tokens were taken recently. The bucket can then be deleted. */
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
