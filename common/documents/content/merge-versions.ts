import { Fragment, type Node } from '@tiptap/pm/model'
import { alignBlocks, areSameBlocks, type BlockAlignment } from './align.ts'
import { isLetterWord, type MergeWord, mergeWords, splitIntoWords } from './merge-words.ts'

/**
 * Three-way merge: applies the changes between `base` and `sent` to `live`, which others may have changed
 * since `base`. No addition is lost: if one side changed a block and the other side removed it, the block
 * stays. If both sides changed the same text, the text is merged word by word.
 */
export function mergeVersions(base: Node, live: Node, sent: Node): Node {
  if (areSameBlocks(base, live) || areSameBlocks(live, sent)) return sent
  const children = mergedChildren(base, live, sent)
  return (
    createOrNull(live, live.attrs, children) ??
    createOrNull(live, live.attrs, [...live.children, ...sent.children]) ??
    sent
  )
}

function mergedChildren(base: Node, live: Node, sent: Node): Node[] {
  const theirs = alignBlocks(base.children, live.children)
  const ours = alignBlocks(base.children, sent.children)
  const merged = [insertions(theirs, ours, 0)]
  for (const [at, block] of base.children.entries()) {
    merged.push(mergedBlock(block, theirs.counterparts[at] ?? null, ours.counterparts[at] ?? null))
    merged.push(insertions(theirs, ours, at + 1))
  }
  return merged.flat()
}

/**
 * Returns the blocks that were inserted in `live` or in `sent`. A block that was inserted in both is added
 * once, because a client may send back a block that it read from the live text. The blocks of `live` come
 * first. However, if the blocks of `sent` replace a removed block, these come first, at the position of the
 * removed block.
 */
function insertions(theirs: BlockAlignment, ours: BlockAlignment, at: number): Node[] {
  const [live = [], sent = []] = [theirs.inserted[at], ours.inserted[at]]
  const isKnown = (block: Node) => live.some((one) => areSameBlocks(one, block))
  const added = sent.filter((block) => !isKnown(block))
  return ours.counterparts[at - 1] === null ? [...added, ...live] : [...live, ...added]
}

function mergedBlock(base: Node, live: Node | null, sent: Node | null): Node[] {
  if (live === null) return sent === null || areSameBlocks(sent, base) ? [] : [sent]
  if (sent === null) return areSameBlocks(live, base) ? [] : [live]
  if (areSameBlocks(sent, base) || areSameBlocks(sent, live)) return [live]
  if (areSameBlocks(live, base)) return [sent]
  const attrs = { ...live.attrs, ...changed(base.attrs, sent.attrs) }
  if (base.isTextblock) return [live.type.create(attrs, mergedText(base, live, sent))]
  return [createOrNull(live, attrs, mergedChildren(base, live, sent)) ?? live]
}

function mergedText(base: Node, live: Node, sent: Node): Fragment {
  const space = live.type.schema.text(' ')
  const words = mergeWords(wordsOf(base), wordsOf(live), wordsOf(sent), wordFrom([space], false))
  return Fragment.from(words.flatMap(({ pieces }) => pieces))
}

function wordsOf(block: Node): MergeWord<Node>[] {
  const words: Pick<MergeWord<Node>, 'isLetters' | 'pieces'>[] = []
  for (const node of block.children) {
    if (!node.isText) words.push({ isLetters: false, pieces: [node] })
    for (const text of splitIntoWords(node.text ?? '')) {
      const piece = block.type.schema.text(text, node.marks)
      const last = words.at(-1)
      // A word whose letters have different marks consists of several pieces, so append the piece to the last
      // word.
      if (isLetterWord(text) && last?.isLetters) last.pieces.push(piece)
      else words.push({ isLetters: isLetterWord(text), pieces: [piece] })
    }
  }
  return words.map(({ isLetters, pieces }) => wordFrom(pieces, isLetters))
}

function wordFrom(pieces: Node[], isLetters: boolean): MergeWord<Node> {
  const text = pieces.map(({ textContent }) => textContent).join('')
  return { text, key: JSON.stringify(pieces), pieces, isLetters }
}

function changed(before: Node['attrs'], after: Node['attrs']): Node['attrs'] {
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => name !== 'id' && before[name] !== value),
  )
}

function createOrNull(like: Node, attrs: Node['attrs'], children: readonly Node[]): Node | null {
  try {
    return like.type.createChecked(attrs, Fragment.from(children))
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
