/**
 * True if the tests try every combination of call, person and value (`npm run test:full`). Otherwise, calls
 * with the same permission rules form a group. The tests try all combinations for one call of each group. For
 * every other call, they try only the combinations next to the boundary between allowed and refused.
 */
export const isFullRun = process.env['TEST_FULL'] === '1'

/**
 * Returns a function that returns true the first time it is called with a key, and false afterwards. The key
 * identifies a group of calls with the same rules.
 */
export function createFirstOfKind(): (key: string) => boolean {
  const seen = new Set<string>()
  return (key) => seen.size < seen.add(key).size
}

/**
 * Returns a function that picks `count` elements of a list. Each call picks different elements, so that all elements
 * are used at some time. In a full run, or if `all` is true, the function returns every element.
 */
export function createRotatingPick(): <T>(elements: T[], count: number, all?: boolean) => T[] {
  let turn = 0
  return (elements, count, all = false) => {
    if (isFullRun || all || elements.length <= count) return elements
    const from = turn++ % elements.length
    return [...elements, ...elements].slice(from, from + count)
  }
}
