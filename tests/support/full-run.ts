/**
 * True if every combination of call, person and value is tried (`npm run test:full`). Otherwise one
 * combination of each class is tried, and for each call the combinations at its permission boundaries.
 */
export const isFullRun = process.env['TEST_FULL'] === '1'

/** Returns a function that is true the first time it is called with a key. */
export function firstOfClass(): (key: string) => boolean {
  const seen = new Set<string>()
  return (key) => seen.size < seen.add(key).size
}

/**
 * Returns a function that returns `count` elements, different ones at each call, so that all are used
 * somewhere. In a full run, or with `all`, every element is returned.
 */
export function inTurns(): <T>(elements: T[], count: number, all?: boolean) => T[] {
  let turn = 0
  return (elements, count, all = false) => {
    if (isFullRun || all || elements.length <= count) return elements
    const from = turn++ % elements.length
    return [...elements, ...elements].slice(from, from + count)
  }
}
