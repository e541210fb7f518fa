import type { TimeBudget } from './budget.ts'
import { compareWords } from './compare-words.ts'
import { isElement, tagAndAttributes, textTokensOf, tokenKeyOf } from './tokens.ts'
import type { ComparisonWriter, MarkedChangeKind } from './writer.ts'

/**
 * Maximum number of pairs of blocks to compare. Above this number, blocks at the same index count as the same
 * block.
 */
const mostPairs = 2_500
/** Minimum similarity, from 0 to 1. Less similar blocks count as replaced and not as changed. */
const leastAlike = 0.3

/** Returns the blocks of both versions as one list, in which the changes are marked. */
export function compareBlocks(
  before: Element,
  after: Element,
  writer: ComparisonWriter,
  budget: TimeBudget,
): Node[] {
  const [old, now] = [[...before.children], [...after.children]]
  const steps = budget.steps(old.map(tokenKeyOf), now.map(tokenKeyOf))
  if (steps === null) return [...old.map(whole('removed', writer)), ...now.map(whole('added', writer))]
  const nodes: Node[] = []
  let [x, y] = [0, 0]
  let [gone, come]: [Element[], Element[]] = [[], []]
  for (const { kind, count } of [...steps, { kind: 'same', count: 0 } as const]) {
    if (kind === 'same') {
      nodes.push(...replaced(gone, come, writer, budget))
      nodes.push(...now.slice(y, y + count).map((block) => block.cloneNode(true)))
      gone = []
      come = []
    }
    if (kind !== 'added') x += count
    if (kind !== 'removed') y += count
    if (kind === 'removed') gone.push(...old.slice(x - count, x))
    if (kind === 'added') come.push(...now.slice(y - count, y))
  }
  return nodes
}

/**
 * Compares removed blocks with the blocks added in their place, because an added block may be a changed
 * version of a removed one.
 */
function replaced(gone: Element[], come: Element[], writer: ComparisonWriter, budget: TimeBudget): Node[] {
  const nodes: Node[] = []
  let [x, y] = [0, 0]
  for (const [old, now] of [...pairs(gone, come, budget), [gone.length, come.length] as const]) {
    nodes.push(...gone.slice(x, old).map(whole('removed', writer)))
    nodes.push(...come.slice(y, now).map(whole('added', writer)))
    const [was, is] = [gone[old], come[now]]
    if (was && is) nodes.push(...changed(was, is, writer, budget))
    x = old + 1
    y = now + 1
  }
  return nodes
}

/**
 * Pairs removed blocks with added blocks so that the total similarity is the highest. The pairs are in the
 * order of both texts. Returns the indexes of each pair.
 */
function pairs(gone: Element[], come: Element[], budget: TimeBudget): [number, number][] {
  const wordsOf = createWords()
  const scores: number[][] = []
  if (gone.length * come.length <= mostPairs)
    for (const old of gone) {
      if (budget.isOver()) break
      scores.push(come.map((now) => likeness(old, now, wordsOf)))
    }
  if (scores.length < gone.length)
    return gone
      .slice(0, come.length)
      .flatMap((old, at) => (formOf(old) === formOf(come[at] ?? old) ? [[at, at]] : []))
  const sums = Array.from({ length: gone.length + 1 }, () => new Float64Array(come.length + 1))
  const sum = (x: number, y: number) => sums[x]?.[y] ?? 0
  const paired = (x: number, y: number) => {
    const score = scores[x]?.[y] ?? 0
    return score > 0 ? score + sum(x + 1, y + 1) : 0
  }
  for (let x = gone.length - 1; x >= 0; x--)
    for (let y = come.length - 1; y >= 0; y--)
      sums[x]?.fill(Math.max(paired(x, y), sum(x + 1, y), sum(x, y + 1)), y, y + 1)
  return backtracked(gone.length, come.length, sum, paired)
}

type Sum = (x: number, y: number) => number

/**
 * Returns the pairs with the highest total similarity. Dynamic programming has filled the table `sum`, and
 * this function follows the best choices from its first entry.
 */
function backtracked(height: number, width: number, sum: Sum, paired: Sum): [number, number][] {
  const found: [number, number][] = []
  for (let x = 0, y = 0; x < height && y < width; ) {
    if (paired(x, y) > 0 && paired(x, y) === sum(x, y)) found.push([x++, y++])
    else if (sum(x + 1, y) === sum(x, y)) x++
    else y++
  }
  return found
}

/**
 * Returns the similarity of two blocks, which increases with the share of words that they have in common.
 * Blocks of different kinds, and text blocks with few common words, have similarity 0.
 */
function likeness(one: Element, other: Element, wordsOf: WordsOf): number {
  if (formOf(one) !== formOf(other)) return 0
  const [a, b] = [wordsOf(one), wordsOf(other)]
  if (a.length + b.length === 0) return one.tagName === other.tagName ? 0.1 : 0
  const left = new Map<string, number>()
  for (const word of a) left.set(word, (left.get(word) ?? 0) + 1)
  const common = b.filter((word) => {
    const count = left.get(word) ?? 0
    left.set(word, count - 1)
    return count > 0
  }).length
  const share = (2 * common) / (a.length + b.length)
  // Two lists or two tables match even if their contents differ, because their children are compared
  // afterwards.
  const isSameList = formOf(one) !== 'words' && one.tagName === other.tagName
  return share >= leastAlike || isSameList ? 0.1 + share : 0
}

type WordsOf = (element: Element) => string[]

/** Caches the words of each block, because a block is compared with many others. */
function createWords(): WordsOf {
  const known = new Map<Element, string[]>()
  return (element) => {
    const words =
      known.get(element) ?? textTokensOf(element).flatMap(({ text, isWord }) => (isWord ? text : []))
    known.set(element, words)
    return words
  }
}

/**
 * Returns a key for the kind of a block. Only blocks of the same kind are compared with each other. All text
 * blocks are of one kind, so a paragraph is compared with a heading, but a list is not compared with a table.
 */
function formOf(element: Element): string {
  if (hasWords(element)) return 'words'
  if (element.children.length === 0 || atoms.has(element.tagName)) return 'nothing'
  return /^[UO]L$/.test(element.tagName) ? 'list' : element.tagName
}

const ofWords = new Set(['P', 'H1', 'H2', 'H3', 'H4', 'H5', 'H6', 'PRE', 'SUMMARY'])
/** Tag names of elements inside blocks that are shown without comparing their contents. */
const atoms = new Set(['LABEL', 'COLGROUP', 'IMG', 'IMAGE-COMPONENT'])

function hasWords(element: Element): boolean {
  return ofWords.has(element.tagName)
}

function changed(was: Element, is: Element, writer: ComparisonWriter, budget: TimeBudget): Node[] {
  if (formOf(is) === 'nothing') {
    // Only the new checkbox or column widths are shown, and not the old ones. The list item or table that
    // contains them is already marked as changed.
    if (is.tagName === 'LABEL' || is.tagName === 'COLGROUP') return [is.cloneNode(true)]
    return [whole('removed', writer)(was), whole('added', writer)(is)]
  }
  const block = is.cloneNode(false) as Element
  const content = hasWords(is)
    ? compareWords(was, is, writer, budget)
    : compareBlocks(was, is, writer, budget)
  block.append(...content)
  return [tagAndAttributes(was) === tagAndAttributes(is) ? block : writer.restyled(block)]
}

/** Returns a function that marks a whole block as added or removed. */
function whole(kind: MarkedChangeKind, writer: ComparisonWriter): (block: Element) => Element {
  return (block) => {
    const marked = block.cloneNode(false) as Element
    if (hasWords(block)) {
      marked.append(...writer.marked(kind, textTokensOf(block)))
      return marked
    }
    if (formOf(block) === 'nothing') return writer.around(kind, block.cloneNode(true) as Element)
    marked.append(
      ...[...block.childNodes].map((child) => (isElement(child) ? inside(child) : child.cloneNode())),
    )
    return marked
  }

  function inside(child: Element): Element {
    return child.tagName === 'LABEL' || child.tagName === 'COLGROUP'
      ? (child.cloneNode(true) as Element)
      : whole(kind, writer)(child)
  }
}
