import { Fragment, type Node } from '@tiptap/pm/model'
import * as Y from 'yjs'
import { type Alignment, align, isSame } from './align.ts'
import { nodeOf } from './render.ts'
import { replaceContent } from './replace-content.ts'
import { documentSchema } from './schema.ts'

/**
 * What `sent` changed in `base`, done to `live`, which others have changed meanwhile. Nothing that they added is lost: a block that one side
 * changed and the other took out stays, and where both changed the same text, both changes are in it.
 */
export function mergeVersions(base: Node, live: Node, sent: Node): Node {
  if (isSame(base, live) || isSame(live, sent)) return sent
  const children = mergedChildren(base, live, sent)
  return (
    made(live, live.attrs, children) ?? made(live, live.attrs, [...live.children, ...sent.children]) ?? sent
  )
}

function mergedChildren(base: Node, live: Node, sent: Node): Node[] {
  const theirs = align(base.children, live.children)
  const ours = align(base.children, sent.children)
  const merged = [...insertions(theirs, ours, 0)]
  for (const [at, block] of base.children.entries()) {
    merged.push(...mergedBlock(block, theirs.fates[at] ?? null, ours.fates[at] ?? null))
    merged.push(...insertions(theirs, ours, at + 1))
  }
  return merged
}

/**
 * Where both added the same, it was one: a reader of the live text has sent it back. What was sent comes second, but for what stands in
 * the place of a block: that one stood before.
 */
function insertions(theirs: Alignment, ours: Alignment, at: number): Node[] {
  const [live = [], sent = []] = [theirs.inserted[at], ours.inserted[at]]
  const isKnown = (block: Node) => live.some((one) => isSame(one, block))
  const added = sent.filter((block) => !isKnown(block))
  return ours.fates[at - 1] === null ? [...added, ...live] : [...live, ...added]
}

function mergedBlock(base: Node, live: Node | null, sent: Node | null): Node[] {
  if (live === null) return sent === null || isSame(sent, base) ? [] : [sent]
  if (sent === null) return isSame(live, base) ? [] : [live]
  if (isSame(sent, base) || isSame(sent, live)) return [live]
  if (isSame(live, base)) return [sent]
  const attrs = { ...live.attrs, ...changed(base.attrs, sent.attrs) }
  if (base.isTextblock) return [live.type.create(attrs, mergedText(base, live, sent))]
  return [made(live, attrs, mergedChildren(base, live, sent)) ?? live]
}

/** Letters are merged by Yjs, as if both had typed at the same time. */
function mergedText(base: Node, live: Node, sent: Node): Fragment {
  const start = new Y.Doc()
  replaceContent(start, documentOf(base))
  const state = Y.encodeStateAsUpdate(start)
  const merged = new Y.Doc()
  for (const version of [live, sent]) {
    const doc = new Y.Doc()
    Y.applyUpdate(doc, state)
    replaceContent(doc, documentOf(version))
    Y.applyUpdate(merged, Y.encodeStateAsUpdate(doc))
  }
  return nodeOf(merged).firstChild?.content ?? live.content
}

function documentOf(block: Node): Node {
  return documentSchema().topNodeType.createChecked(null, block)
}

function changed(before: Node['attrs'], after: Node['attrs']): Node['attrs'] {
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => name !== 'id' && before[name] !== value),
  )
}

function made(like: Node, attrs: Node['attrs'], children: readonly Node[]): Node | null {
  try {
    return like.type.createChecked(attrs, Fragment.from(children))
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
