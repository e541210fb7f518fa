import { type Extensions, Node } from '@tiptap/core'
import type { Node as DocumentNode } from '@tiptap/pm/model'
import { validInlineTex, validTex } from './formulas.ts'

/**
 * Nodes for formulas within a line and as blocks. They store only their TeX source, which is also their text
 * in HTML for programs without KaTeX.
 */
export function formulaNodes(): Extensions {
  return [
    Node.create({
      name: 'inlineMath',
      group: 'inline',
      inline: true,
      atom: true,
      addAttributes: () => ({ latex: { default: '', rendered: false, parseHTML: readInline } }),
      parseHTML: () => [{ tag: 'span[data-type="inline-math"]', getAttrs: nonEmpty(readInline) }],
      renderHTML: ({ node }) => element('span', 'inline-math', texOfNode(node) ?? '', {}),
      renderText: ({ node }) => texOfNode(node) ?? '',
    }),
    Node.create({
      name: 'blockMath',
      group: 'block',
      atom: true,
      addAttributes: () => ({ latex: { default: '', rendered: false, parseHTML: readBlock } }),
      parseHTML: () => [{ tag: 'div[data-type="block-math"]', getAttrs: nonEmpty(readBlock) }],
      renderHTML: ({ node, HTMLAttributes }) =>
        element('div', 'block-math', texOfNode(node) ?? '', HTMLAttributes),
      renderText: ({ node }) => texOfNode(node) ?? '',
    }),
  ]
}

/** Returns the TeX of a formula node, or null for other nodes. */
export function texOfNode({ type, attrs }: DocumentNode): string | null {
  if (type.name === 'inlineMath') return validInlineTex(attrs.latex)
  return type.name === 'blockMath' ? validTex(attrs.latex) : null
}

function element(tag: string, type: string, tex: string, others: Record<string, unknown>) {
  return [tag, { 'data-type': type, 'data-latex': tex, ...others }, tex] as const
}

function readInline(of: HTMLElement): string {
  return validInlineTex(of.getAttribute('data-latex') ?? of.textContent)
}

function readBlock(of: HTMLElement): string {
  return validTex(of.getAttribute('data-latex') ?? of.textContent)
}

/** Returns a `getAttrs` function for a parse rule. It rejects elements for which `read` returns no TeX. */
function nonEmpty(read: (element: HTMLElement) => string) {
  return (of: HTMLElement) => (read(of) === '' ? false : null)
}
