/** Makes random choices. The same seed gives the same choices. */
export interface Random {
  /** Returns an integer from 0 to `limit` - 1. */
  below(limit: number): number
  chance(probability: number): boolean
  pick<T>(values: readonly [T, ...T[]]): T
  /** Returns undefined when `values` is empty. */
  pickAny<T>(values: readonly T[]): T | undefined
  /** Returns at most `most` of the values, without duplicates. */
  some<T>(values: readonly T[], most: number): T[]
  id(): string
}

export function createRandom(seed: number): Random {
  const next = mulberry32(seed)
  const below = (limit: number) => Math.floor(next() * limit)
  const hex = (digits: number) => Array.from({ length: digits }, () => below(16).toString(16)).join('')
  return {
    below,
    chance: (probability) => next() < probability,
    pick: (values) => values[below(values.length)] ?? values[0],
    pickAny: (values) => values[below(values.length)],
    some(values, most) {
      const left = [...values]
      const wanted = Math.min(below(most + 1), left.length)
      return Array.from({ length: wanted }, () => left.splice(below(left.length), 1)).flat()
    },
    id: () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`,
  }
}

/**
 * Returns a generator of 32-bit numbers that is good enough for tests: https://github.com/bryc/code, in the
 * public domain.
 */
function mulberry32(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
