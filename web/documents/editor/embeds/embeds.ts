import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { type EditorState, Plugin, type Transaction } from '@tiptap/pm/state'
import type { EditorView, NodeView } from '@tiptap/pm/view'
import { embedOfNode } from '#common/documents/content/embed-node.ts'
import { type EmbedAttributes, embedHosts, parseEmbedUrl } from '#common/documents/content/embeds.ts'
import { t } from '../../../locales/i18n.ts'
import { toast } from '../../../platform/ui/toast.ts'
import { moveCaretBelowBlock } from '../caret-below.ts'
import { createEmbedElement } from './embed-element.ts'

export function createEmbedView(node: Node): NodeView {
  const dom = createEmbedElement(embedOfNode(node))
  dom.contentEditable = 'false'
  return {
    dom,
    update: (next) => next.type === node.type && next.eq(node),
    stopEvent: ({ target }) => target instanceof Element && target.closest('button, a, iframe') !== null,
    ignoreMutation: () => true,
  }
}

/** Offers to embed content when its address is pasted into an empty line. */
export const embedExtension = Extension.create({
  name: 'embeds',
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handleDOMEvents: {
          paste(view, event) {
            const embed = parseEmbedUrl(event.clipboardData?.getData('text/plain').trim())
            if (embed && view.editable && isEmptyLine(view.state)) setTimeout(() => offer(view, embed))
            return false
          },
        },
      },
    }),
  ],
})

function isEmptyLine({ selection: { $from, empty } }: EditorState): boolean {
  return empty && $from.parent.type.name === 'paragraph' && $from.parent.content.size === 0
}

function offer(view: EditorView, embed: EmbedAttributes): void {
  toast.message(t('editor.embed.offer', { host: embedHosts[embed.host].name }), {
    id: 'embed-offer',
    action: {
      label: t('editor.embed.add'),
      onPress: () => {
        if (view.isDestroyed || !view.editable) return
        const found = lineOf(view.state.doc, embed)
        const node = view.state.schema.nodes['video']?.create(embed)
        if (found === null || !node) return
        view.dispatch(
          view.state.tr.replaceWith(found, found + (view.state.doc.nodeAt(found)?.nodeSize ?? 0), node),
        )
        view.focus()
      },
    },
  })
}

/**
 * Returns the position of the first paragraph that contains only the address of this embed. Returns null if there is no
 * such paragraph.
 */
function lineOf(doc: Node, embed: EmbedAttributes): number | null {
  let found: number | null = null
  doc.descendants((node, position) => {
    if (found !== null || node.type.name !== 'paragraph') return found === null
    const at = parseEmbedUrl(node.textContent.trim())
    if (at?.host === embed.host && at.video === embed.video) found = position
    return false
  })
  return found
}

/**
 * Inserts embedded content and moves the caret below it. Returns null if the text accepts no embeds.
 */
export function insertEmbed(state: EditorState, embed: EmbedAttributes): Transaction | null {
  const node = state.schema.nodes['video']?.create(embed)
  return node ? insertBlock(state, node) : null
}

/**
 * Inserts a block without text and moves the caret below it. The block replaces an empty block at the caret,
 * and otherwise follows the block at the caret.
 */
export function insertBlock({ tr }: EditorState, node: Node): Transaction {
  const { from, to } = tr.selection
  tr.replaceRangeWith(from, to, node)
  let end: number | null = null
  tr.doc.nodesBetween(Math.max(0, from - 1), Math.min(tr.doc.content.size, from + 2), (each, position) => {
    if (each.eq(node)) end = position + each.nodeSize
  })
  return end === null ? tr : moveCaretBelowBlock(tr, end).scrollIntoView()
}
