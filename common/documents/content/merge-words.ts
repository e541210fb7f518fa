import { diffArrays } from 'diff'

/**
 * A word, white space or an inline node. A word consists of several pieces if its letters have different marks,
 * such as bold.
 */
export interface MergeWord<Piece> {
  text: string
  /** Key for comparisons. It is equal for words with the same letters and the same marks. */
  key: string
  pieces: Piece[]
  /** True for a word, false for white space and inline nodes. */
  isLetters: boolean
}

interface Edit<Piece> {
  /** Range of words in `base` that the edit replaces. `from` equals `to` if the edit only inserts words. */
  from: number
  to: number
  words: MergeWord<Piece>[]
}

/**
 * Maximum number of differing words. If more words differ, the whole line counts as replaced, because the time of the
 * comparison grows quadratically.
 */
const mostDifferent = 2_000

/**
 * Three-way merge of words: applies the changes between `base` and `sent` to `live`. Insertions of both sides
 * stay, first those of `live`. If both sides replaced the same words, `sent` wins. If one text is the
 * beginning of the other text, the longer text wins, because the shorter text is an older state.
 */
export function mergeWords<Piece>(
  base: MergeWord<Piece>[],
  live: MergeWord<Piece>[],
  sent: MergeWord<Piece>[],
  space: MergeWord<Piece>,
): MergeWord<Piece>[] {
  const theirs = editsOf(base, live)
  const ours = editsOf(base, sent)
  // Collect arrays of words, because a long line has more words than a function call accepts as arguments.
  const merged: MergeWord<Piece>[][] = []
  let at = 0
  while (theirs.length + ours.length > 0) {
    const together = nextTogether(theirs, ours)
    const from = Math.min(...[...together.theirs, ...together.ours].map((edit) => edit.from))
    const to = Math.max(...[...together.theirs, ...together.ours].map((edit) => edit.to))
    merged.push(base.slice(at, from), chosen(base, from, to, together))
    at = to
  }
  return spaced([...merged, base.slice(at)].flat(), space)
}

/** Scripts in which words are not separated by spaces, such as Chinese and Thai. */
const unspaced = ['Han', 'Hira', 'Kana', 'Thai', 'Laoo', 'Khmr', 'Mymr']
  .map((name) => `\\p{sc=${name}}`)
  .join('')
const parts = new RegExp(`\\s+|[${unspaced}]|[^\\s${unspaced}]+`, 'gu')
const firstLetter = new RegExp(`^[^\\s${unspaced}]`, 'u')

/**
 * Splits a text into words and the white space between them. In scripts without spaces between words, such as Chinese,
 * each character is a word.
 */
export function splitIntoWords(text: string): string[] {
  return text.match(parts) ?? []
}

export function isLetterWord(word: string): boolean {
  return firstLetter.test(word)
}

export function mergeTitles(base: string, live: string, sent: string): string {
  const words = (title: string) => splitIntoWords(title).map(wordOf)
  const merged = mergeWords(words(base), words(live), words(sent), wordOf(' '))
  return merged.map(({ text }) => text).join('')
}

function wordOf(text: string): MergeWord<string> {
  return { text, key: text, pieces: [text], isLetters: isLetterWord(text) }
}

function editsOf<Piece>(base: MergeWord<Piece>[], version: MergeWord<Piece>[]): Edit<Piece>[] {
  const keys = (words: MergeWord<Piece>[]) => words.map(({ key }) => key)
  const changes = diffArrays(keys(base), keys(version), { maxEditLength: mostDifferent })
  if (!changes) return [{ from: 0, to: base.length, words: version }]
  const edits: Edit<Piece>[] = []
  let from = 0
  let next = 0
  for (const { added, removed, count } of changes) {
    const [taken, put] = [added ? 0 : count, removed ? 0 : count]
    if (added || removed) widenLast(edits, from, from + taken, version.slice(next, next + put))
    from += taken
    next += put
  }
  return edits
}

/**
 * Extends the last edit if the next removed or replaced words follow it directly, so that adjacent edits
 * become one.
 */
function widenLast<Piece>(edits: Edit<Piece>[], from: number, to: number, words: MergeWord<Piece>[]): void {
  const last = edits.at(-1)
  if (last?.to !== from) edits.push({ from, to, words })
  else {
    last.to = to
    last.words = last.words.concat(words)
  }
}

/**
 * Removes the first edit from the two lists and returns it with all edits that overlap with it, directly or
 * through other edits.
 */
function nextTogether<Piece>(theirs: Edit<Piece>[], ours: Edit<Piece>[]) {
  const together = { theirs: [] as Edit<Piece>[], ours: [] as Edit<Piece>[] }
  const sides = [
    [theirs, together.theirs, together.ours],
    [ours, together.ours, together.theirs],
  ] as const
  const isTheirsFirst = isBefore(theirs[0], ours[0])
  const [first, taken] = isTheirsFirst ? sides[0] : sides[1]
  taken.push(...first.splice(0, 1))
  for (let isMore = true; isMore; ) {
    isMore = false
    for (const [left, own, others] of sides) {
      const [next] = left
      if (!next || !others.some((edit) => meet(edit, next))) continue
      own.push(...left.splice(0, 1))
      isMore = true
    }
  }
  return together
}

function isBefore<Piece>(one: Edit<Piece> | undefined, other: Edit<Piece> | undefined): boolean {
  if (!one || !other) return one !== undefined
  return one.from === other.from ? one.to <= other.to : one.from < other.from
}

function meet<Piece>(one: Edit<Piece>, other: Edit<Piece>): boolean {
  const bothAdd = one.from === one.to && other.from === other.to
  return bothAdd ? one.from === other.from : one.from < other.to && other.from < one.to
}

function chosen<Piece>(
  base: MergeWord<Piece>[],
  from: number,
  to: number,
  { theirs, ours }: { theirs: Edit<Piece>[]; ours: Edit<Piece>[] },
): MergeWord<Piece>[] {
  const live = applied(base, from, to, theirs)
  const sent = applied(base, from, to, ours)
  if (ours.length === 0) return live
  if (theirs.length === 0) return sent
  const [liveText, sentText] = [textOf(live), textOf(sent)]
  if (liveText.startsWith(sentText)) return live
  if (sentText.startsWith(liveText)) return sent
  return from === to
    ? [...live, ...sent]
    : [...sent, ...theirs.filter(onlyAdds).flatMap(({ words }) => words)]
}

function onlyAdds<Piece>({ from, to }: Edit<Piece>): boolean {
  return from === to
}

function applied<Piece>(
  base: MergeWord<Piece>[],
  from: number,
  to: number,
  edits: Edit<Piece>[],
): MergeWord<Piece>[] {
  const words: MergeWord<Piece>[][] = []
  let at = from
  for (const edit of edits) {
    words.push(base.slice(at, edit.from), edit.words)
    at = edit.to
  }
  return [...words, base.slice(at, to)].flat()
}

function textOf<Piece>(words: MergeWord<Piece>[]): string {
  return words
    .map(({ text }) => text)
    .join('')
    .trim()
}

/**
 * Inserts a space between words that the merge placed next to each other, so that two words do not become
 * one.
 */
function spaced<Piece>(words: MergeWord<Piece>[], space: MergeWord<Piece>): MergeWord<Piece>[] {
  return words.flatMap((word, at) => (word.isLetters && words[at - 1]?.isLetters ? [space, word] : [word]))
}
