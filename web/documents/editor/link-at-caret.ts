import type { Node } from '@tiptap/pm/model'
import type { EditorState } from '@tiptap/pm/state'

/**
 * Returns the link at the caret. `side` is -1 if the caret is at the end of the link. `side` is 1 if the
 * caret is inside the link, or before a link that starts the block. Returns null if there is no link.
 */
export function findLinkAtCaret({
  selection: { $from },
}: EditorState): { href: string; side: 1 | -1 } | null {
  const after = hrefOfNode($from.nodeAfter)
  const before = hrefOfNode($from.nodeBefore)
  if (after !== null && (before !== null || $from.parentOffset === 0)) return { href: after, side: 1 }
  return before === null ? null : { href: before, side: -1 }
}

function hrefOfNode(node: Node | null): string | null {
  const href: unknown = node?.marks.find(({ type }) => type.name === 'link')?.attrs.href
  return typeof href === 'string' ? href : null
}
