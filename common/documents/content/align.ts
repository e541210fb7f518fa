import type { Node } from '@tiptap/pm/model'

/** The result of matching the blocks of one version with the blocks of another version. */
export interface BlockAlignment {
  /**
   * The counterpart of each old block in the new version: the equal block, a changed block, or null if the
   * block was removed.
   */
  counterparts: (Node | null)[]
  /** The new blocks before each old block. The last entry contains the blocks after the last old block. */
  inserted: Node[][]
}

/**
 * Maximum number of pairs of blocks that are compared letter by letter. For more pairs, only identical blocks
 * are matched, which is much faster.
 */
const mostCompared = 250_000
/**
 * Maximum number of cells in the dynamic programming table. For a larger table, no differing blocks are matched:
 * all of them count as replaced.
 */
const mostCells = 4_000_000

/**
 * Matches the blocks of two versions in order: first identical blocks, then blocks of the same type with a
 * similar beginning and end. Block ids are ignored, because many clients drop them.
 */
export function alignBlocks(before: readonly Node[], after: readonly Node[]): BlockAlignment {
  const counterparts: (Node | null)[] = before.map(() => null)
  const inserted: Node[][] = Array.from({ length: before.length + 1 }, () => [])
  const texts = [before.map(keyOf), after.map(keyOf)] as const
  let start = 0
  while (start < before.length && start < after.length && texts[0][start] === texts[1][start]) start++
  let end = 0
  const most = Math.min(before.length, after.length) - start
  while (end < most && texts[0].at(-1 - end) === texts[1].at(-1 - end)) end++
  const pairs = [
    ...Array.from({ length: start }, (_, at) => [at, at] as const),
    ...bestPairs(before, after, texts, start, end),
    ...Array.from({ length: end }, (_, at) => [before.length - end + at, after.length - end + at] as const),
  ]
  let next = 0
  for (const [old, now] of [...pairs, [before.length, after.length] as const]) {
    inserted[old] = (inserted[old] ?? []).concat(after.slice(next, now))
    next = now + 1
    const found = after[now]
    if (found && old < before.length) counterparts[old] = found
  }
  return { counterparts, inserted }
}

/** Returns true if two blocks are equal apart from their ids. */
export function areSameBlocks(one: Node, other: Node): boolean {
  return keyOf(one) === keyOf(other)
}

function keyOf(node: Node): string {
  return JSON.stringify(node, (name, value: unknown) => (name === 'attrs' ? withoutId(value) : value))
}

function withoutId(attrs: unknown): unknown {
  return typeof attrs === 'object' && attrs !== null && !('entity_identifier' in attrs)
    ? { ...attrs, id: undefined }
    : attrs
}

/**
 * Finds the pairs of blocks, in order, with the highest total similarity. The first `start` and the last
 * `end` blocks are identical and are skipped.
 */
function bestPairs(
  before: readonly Node[],
  after: readonly Node[],
  [old, now]: readonly [string[], string[]],
  start: number,
  end: number,
): [number, number][] {
  const height = before.length - start - end
  const width = after.length - start - end
  if (height * width === 0 || height * width > mostCells) return []
  const isLetterByLetter = height * width <= mostCompared
  const score = (y: number, x: number): number => {
    const [a, b] = [before[start + y], after[start + x]]
    if (!a || !b || a.type !== b.type) return 0
    if (old[start + y] === now[start + x]) return 1
    return isLetterByLetter ? likeness(a, b) : 0
  }
  const sums = new Float32Array((height + 1) * (width + 1))
  const at = (y: number, x: number) => sums[y * (width + 1) + x] ?? 0
  const scores = new Float32Array(height * width)
  for (let y = height - 1; y >= 0; y--)
    for (let x = width - 1; x >= 0; x--) {
      const own = score(y, x)
      scores[y * width + x] = own
      const paired = own > 0 ? own + at(y + 1, x + 1) : 0
      sums[y * (width + 1) + x] = Math.max(paired, at(y + 1, x), at(y, x + 1))
    }
  return backtracked(height, width, at, (y, x) => scores[y * width + x] ?? 0).map(([y, x]) => [
    start + y,
    start + x,
  ])
}

/**
 * Returns the matched pairs of the best solution, by following the table of similarity sums from its first cell.
 */
function backtracked(
  height: number,
  width: number,
  at: (y: number, x: number) => number,
  scoreAt: (y: number, x: number) => number,
): [number, number][] {
  const pairs: [number, number][] = []
  for (let y = 0, x = 0; y < height && x < width; ) {
    const own = scoreAt(y, x)
    if (own > 0 && at(y, x) === Math.fround(own + at(y + 1, x + 1))) pairs.push([y++, x++])
    else if (at(y, x) === at(y + 1, x)) y++
    else x++
  }
  return pairs
}

/**
 * Returns the similarity of two different blocks: 0 if they are too different, otherwise from 0.1 to 0.9. It grows
 * with the length of the common prefix and suffix of the two texts, relative to the longer text. If the prefix and
 * suffix cover the whole shorter text, the blocks count as at least half equal.
 */
function likeness(one: Node, other: Node): number {
  const [a, b] = [one.textContent, other.textContent]
  const most = Math.min(a.length, b.length)
  let front = 0
  while (front < most && a[front] === b[front]) front++
  let back = 0
  while (back < most - front && a.at(-1 - back) === b.at(-1 - back)) back++
  const longest = Math.max(a.length, b.length)
  const share = Math.max(longest === 0 ? 1 : (front + back) / longest, front + back === most ? 0.5 : 0)
  // Lists and quotes need no minimum similarity, because their children are compared on the next level.
  const least = one.isTextblock ? 0.25 : 0
  return share >= least ? 0.1 + share * 0.8 : 0
}
