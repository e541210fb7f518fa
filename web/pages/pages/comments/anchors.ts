import type { Node, Schema } from '@tiptap/pm/model'
import * as Y from 'yjs'
import { maxQuoteLength, quoteContextLength } from '#common/pages/page-comments/rules.ts'
import type { PageCommentAnchor } from '#common/pages/page-comments/schema.ts'

export interface CommentedRange {
  from: number
  to: number
}

/** Position of each Yjs text in the ProseMirror document. */
type TextPositions = ReadonlyMap<Y.XmlText, number>

/**
 * Returns an anchor for a text range. The relative positions of the anchor belong to the first and last
 * character. Text that is inserted before or after the range therefore does not become part of the range.
 * Returns null if the range contains no text.
 */
export function anchorOfRange(
  doc: Node,
  body: Y.XmlFragment,
  { from, to }: CommentedRange,
): PageCommentAnchor | null {
  const within = trimRange(doc, { from, to })
  if (within === null) return null
  const positions = textPositionsOf(body, doc.type.schema)
  const start = encodeEnd(positions, within.from, 0)
  const end = encodeEnd(positions, within.to, -1)
  if (start === null || end === null) return null
  const letters = lettersOf(doc)
  const first = indexOf(letters, within.from)
  const last = indexOf(letters, within.to - 1) + 1
  return {
    start,
    end,
    quote: letters.text.slice(first, last).slice(0, maxQuoteLength).toWellFormed(),
    prefix: letters.text.slice(Math.max(0, first - quoteContextLength), first).toWellFormed(),
    suffix: letters.text.slice(last, last + quoteContextLength).toWellFormed(),
  }
}

/**
 * Returns the current range of each anchor, or null if the text of the anchor was removed. The ProseMirror
 * document must match the Yjs text. When blocks are split, joined or moved, Yjs deletes and recreates their
 * text, so the positions in anchors become invalid. In this case, the function searches for the quoted text.
 */
export function rangesOfAnchors(
  doc: Node,
  body: Y.XmlFragment,
  anchors: readonly PageCommentAnchor[],
): (CommentedRange | null)[] {
  if (anchors.length === 0) return []
  const positions = textPositionsOf(body, doc.type.schema)
  const whole = { letters: null as Letters | null }
  const budget = { left: mostCandidates }
  return anchors.map((anchor) => {
    const [from, to] = [positionOf(body, positions, anchor.start), positionOf(body, positions, anchor.end)]
    const isFound = from !== null && to !== null && from < to && to <= doc.content.size
    if (isFound && doc.textBetween(from, to, '\n', leaf) === anchor.quote) return { from, to }
    whole.letters ??= lettersOf(doc)
    if (isFound) return realigned(whole.letters, anchor, { from, to }) ?? { from, to }
    return findQuote(whole.letters, anchor, from ?? to ?? 0, budget)
  })
}

function encodeEnd(positions: TextPositions, position: number, assoc: 0 | -1): string | null {
  for (const [text, begins] of positions) {
    const index = position - begins
    const isWithin = assoc === 0 ? index >= 0 && index < text.length : index > 0 && index <= text.length
    if (!isWithin) continue
    const bytes = Y.encodeRelativePosition(Y.createRelativePositionFromTypeIndex(text, index, assoc))
    return btoa(String.fromCharCode(...bytes))
  }
  return null
}

function positionOf(body: Y.XmlFragment, positions: TextPositions, end: string): number | null {
  try {
    const relative = Y.decodeRelativePosition(Uint8Array.from(atob(end), (sign) => sign.charCodeAt(0)))
    const known = body.doc && Y.createAbsolutePositionFromRelativePosition(relative, body.doc)
    const begins = known?.type instanceof Y.XmlText ? positions.get(known.type) : undefined
    return known && begins !== undefined ? begins + known.index : null
  } catch {
    // Returns null if the anchor is invalid or belongs to another document.
    return null
  }
}

/**
 * Returns the document position of each Yjs text in `body`. A text occupies one position for each character, and an
 * element two positions in addition to its content, unless the schema declares it as a leaf.
 */
function textPositionsOf(body: Y.XmlFragment, schema: Schema): TextPositions {
  const positions = new Map<Y.XmlText, number>()
  const walk = (parent: Y.XmlFragment, begins: number): number => {
    let position = begins
    for (const child of parent.toArray()) {
      if (child instanceof Y.XmlText) {
        positions.set(child, position)
        position += child.length
      } else if (child instanceof Y.XmlElement) {
        const isLeaf = schema.nodes[child.nodeName]?.isLeaf ?? false
        position = isLeaf ? position + 1 : walk(child, position + 1) + 1
      }
    }
    return position
  }
  walk(body, 0)
  return positions
}

/** Shrinks a range to its first and last visible character. */
function trimRange(doc: Node, { from, to }: CommentedRange): CommentedRange | null {
  let within: CommentedRange | null = null
  doc.nodesBetween(from, to, (node, position) => {
    if (!node.isText) return
    const [first, last] = [Math.max(from, position), Math.min(to, position + node.nodeSize)]
    const text = node.text?.slice(first - position, last - position) ?? ''
    if (text.trim() === '') return
    const begins = first + text.length - text.trimStart().length
    within = { from: within?.from ?? begins, to: last - (text.length - text.trimEnd().length) }
  })
  return within
}

/** Placeholder for inline nodes that are not text. */
const leaf = '\u{fffc}'

/**
 * The text of a document with one line per block. Each run is a sequence of characters with consecutive
 * document positions: `at` is its offset in `text`, and `from` its position in the document.
 */
interface Letters {
  text: string
  runs: { at: number; from: number; length: number }[]
}

function lettersOf(doc: Node): Letters {
  const parts: string[] = []
  const runs: Letters['runs'] = []
  let at = 0
  const add = (text: string) => {
    parts.push(text)
    at += text.length
  }
  doc.descendants((node, position) => {
    if (node.isText && node.text) {
      runs.push({ at, from: position, length: node.text.length })
      add(node.text)
    } else if (node.isTextblock && at > 0) add('\n')
    else if (node.isInline) add(leaf)
  })
  return { text: parts.join(''), runs }
}

/**
 * Returns the last run that starts at or before `place`, which is a text offset or a document position,
 * depending on `by`. Uses a binary search.
 */
function runAt({ runs }: Letters, by: 'at' | 'from', place: number): Letters['runs'][number] | undefined {
  let [low, high] = [0, runs.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((runs[middle]?.[by] ?? 0) <= place) low = middle + 1
    else high = middle
  }
  return runs[low - 1]
}

function indexOf(letters: Letters, position: number): number {
  const run = runAt(letters, 'from', position)
  return run === undefined ? 0 : run.at + Math.min(position - run.from, run.length)
}

/** Returns the document position of a character. Returns null for a line break between two blocks. */
function positionOfIndex(letters: Letters, index: number): number | null {
  const run = runAt(letters, 'at', index)
  return run === undefined || index >= run.at + run.length ? null : run.from + index - run.at
}

/**
 * A quote with at least `distinctiveLength` characters is distinctive. A shorter quote is found only if at
 * least `distinctiveContext` characters of its context match too.
 */
const distinctiveLength = 24
const distinctiveContext = 8

/**
 * Corrects a range next to repeated characters, where Yjs may shift a position by one character. Returns null
 * if the quoted text itself was changed.
 */
function realigned(
  letters: Letters,
  { quote }: PageCommentAnchor,
  range: CommentedRange,
): CommentedRange | null {
  const [first, last] = [indexOf(letters, range.from), indexOf(letters, range.to - 1) + 1]
  const at = letters.text.indexOf(quote, Math.max(0, first - quote.length + 1))
  const common = Math.min(last, at + quote.length) - Math.max(first, at)
  if (at === -1 || common * 2 < last - first) return null
  const [from, end] = [positionOfIndex(letters, at), positionOfIndex(letters, at + quote.length - 1)]
  return from === null || end === null ? null : { from, to: end + 1 }
}

/**
 * Limits on the search candidates of all anchors together, and of one anchor. The search blocks the page, and a
 * single letter may occur millions of times.
 */
const mostCandidates = 50_000
const mostCandidatesPerAnchor = 2_000

/**
 * Searches for the quote of an anchor. The match with the most matching context wins. Among equal matches,
 * the nearest to the old position wins.
 */
function findQuote(
  letters: Letters,
  { quote, prefix, suffix }: PageCommentAnchor,
  near: number,
  budget: { left: number },
): CommentedRange | null {
  let best: (CommentedRange & { score: number; distance: number }) | null = null
  const least = Math.max(0, budget.left - mostCandidatesPerAnchor)
  for (let at = letters.text.indexOf(quote); at !== -1; at = letters.text.indexOf(quote, at + 1)) {
    if (budget.left <= least) break
    budget.left--
    const [from, last] = [positionOfIndex(letters, at), positionOfIndex(letters, at + quote.length - 1)]
    if (from === null || last === null) continue
    const end = at + quote.length
    const score =
      sameEnd(prefix, letters.text.slice(Math.max(0, at - quoteContextLength), at)) +
      sameBeginning(suffix, letters.text.slice(end, end + quoteContextLength))
    const needed = Math.min(distinctiveContext, prefix.length + suffix.length)
    if (quote.length < distinctiveLength && score < needed) continue
    const distance = Math.abs(from - near)
    const isBetter = best === null || score > best.score || (score === best.score && distance < best.distance)
    if (isBetter) best = { from, to: last + 1, score, distance }
  }
  return best && { from: best.from, to: best.to }
}

function sameBeginning(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length++
  return length
}

function sameEnd(one: string, other: string): number {
  let length = 0
  while (length < one.length && one.at(-1 - length) === other.at(-1 - length)) length++
  return length
}
