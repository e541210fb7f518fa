import type { DOMSerializer } from '@tiptap/pm/model'

/** ProseMirror marks copies with `data-pm-slice`, and so do all other editors that are built on it: ours need a mark of their own. */
const ownMark = 'data-tandem-slice'
const anyMark = 'data-pm-slice'

/** Makes a serializer of the clipboard mark what it writes. */
export function markingCopies(serializer: DOMSerializer): DOMSerializer {
  const serialize = serializer.serializeFragment.bind(serializer)
  return Object.assign(serializer, {
    serializeFragment(...[content, options, target]: Parameters<typeof serialize>) {
      const made = serialize(content, options, target)
      // The content of each node is serialized into its element by the same method.
      const isWhole = target === undefined
      if (isWhole && made instanceof DocumentFragment) made.firstElementChild?.setAttribute(ownMark, '')
      return made
    },
  })
}

/**
 * Whether a pasted text was copied in Tandem. A mail into which such a copy was pasted may still contain its mark: a whole copy begins
 * with it, and has no elements that no schema of ours writes.
 */
export function isOwnCopy(body: Element): boolean {
  const marked = body.querySelectorAll(`[${ownMark}]`)
  const isWhole = marked.length === 1 && body.querySelector(`[${anyMark}]`)?.contains(marked[0] ?? null)
  return isWhole === true && body.querySelector('img, svg, font, center') === null
}

/** ProseMirror would read the mark of another editor as if it spoke of our schema. */
export function removeForeignMarks(body: Element): void {
  for (const marked of body.querySelectorAll(`[${anyMark}]`)) marked.removeAttribute(anyMark)
}
