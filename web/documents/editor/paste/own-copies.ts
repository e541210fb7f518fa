import type { DOMSerializer } from '@tiptap/pm/model'

/**
 * ProseMirror marks copies with `data-pm-slice`. All editors based on ProseMirror use this mark, so Tandem's
 * copies need a mark of their own.
 */
const ownMark = 'data-tandem-slice'
const anyMark = 'data-pm-slice'

/** Extends a clipboard serializer so that it adds Tandem's mark to copied HTML. */
export function addCopyMarkToSerializer(serializer: DOMSerializer): DOMSerializer {
  const serialize = serializer.serializeFragment.bind(serializer)
  return Object.assign(serializer, {
    serializeFragment(...[content, options, target]: Parameters<typeof serialize>) {
      const output = serialize(content, options, target)
      // ProseMirror calls this method for the whole copy and for the content of each node. Only the whole
      // copy must be marked.
      const isWhole = target === undefined
      if (isWhole && output instanceof DocumentFragment) output.firstElementChild?.setAttribute(ownMark, '')
      return output
    },
  })
}

/**
 * Returns true if the pasted HTML was copied in Tandem. Tandem adds an attribute to the HTML that it
 * copies. An email that quotes such a copy contains the attribute too. Therefore the attribute must be on
 * the root element, and the HTML must not contain elements that Tandem never writes.
 */
export function isCopiedFromThisEditor(body: Element): boolean {
  const marked = body.querySelectorAll(`[${ownMark}]`)
  const isWhole = marked.length === 1 && body.querySelector(`[${anyMark}]`)?.contains(marked[0] ?? null)
  return isWhole === true && body.querySelector('img, svg, font, center') === null
}

/**
 * Removes the attribute with which other ProseMirror editors mark copied content. ProseMirror would interpret the value
 * according to Tandem's schema.
 */
export function removeForeignMarks(body: Element): void {
  for (const marked of body.querySelectorAll(`[${anyMark}]`)) marked.removeAttribute(anyMark)
}
