/**
 * Whether every combination of call, person and value is tried (`npm run test:full`). Otherwise one combination of each class is tried, and of
 * each call the combinations at its boundaries.
 */
export const isFullRun = process.env['TEST_FULL'] === '1'

/** Answers whether nothing of the same class was passed to it before. */
export function firstOfClass(): (key: string) => boolean {
  const seen = new Set<string>()
  return (key) => seen.size < seen.add(key).size
}

/** Answers `count` of the elements, other ones each time, so that all are used somewhere; in a full run, or when `all` is set, every one. */
export function inTurns(): <T>(elements: T[], count: number, all?: boolean) => T[] {
  let turn = 0
  return (elements, count, all = false) => {
    if (isFullRun || all || elements.length <= count) return elements
    const from = turn++ % elements.length
    return [...elements, ...elements].slice(from, from + count)
  }
}
