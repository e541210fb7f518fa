import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { type EditorState, Plugin, type Transaction } from '@tiptap/pm/state'
import type { EditorView, NodeView } from '@tiptap/pm/view'
import { videoOfNode } from '#common/documents/content/video-node.ts'
import { parseVideoUrl, type VideoAttributes, videoHosts } from '#common/documents/content/videos.ts'
import { t } from '../../../locales/i18n.ts'
import { toast } from '../../../platform/ui/toast.ts'
import { moveCaretBelowBlock } from '../caret-below.ts'
import { createVideoElement } from './video-element.ts'

export function createVideoView(node: Node): NodeView {
  const dom = createVideoElement(videoOfNode(node))
  dom.contentEditable = 'false'
  return {
    dom,
    update: (next) => next.type === node.type && next.eq(node),
    stopEvent: ({ target }) => target instanceof Element && target.closest('button, a, iframe') !== null,
    ignoreMutation: () => true,
  }
}

/** Offers to embed a video when its address is pasted into an empty line. */
export const videoExtension = Extension.create({
  name: 'videos',
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handleDOMEvents: {
          paste(view, event) {
            const video = parseVideoUrl(event.clipboardData?.getData('text/plain').trim())
            if (video && view.editable && isEmptyLine(view.state)) setTimeout(() => offer(view, video))
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

function offer(view: EditorView, video: VideoAttributes): void {
  toast.message(t('editor.video.offer', { host: videoHosts[video.host].name }), {
    id: 'video-offer',
    action: {
      label: t('editor.video.show'),
      onPress: () => {
        if (view.isDestroyed || !view.editable) return
        const found = lineOf(view.state.doc, video)
        const video_ = view.state.schema.nodes['video']?.create(video)
        if (found === null || !video_) return
        view.dispatch(
          view.state.tr.replaceWith(found, found + (view.state.doc.nodeAt(found)?.nodeSize ?? 0), video_),
        )
        view.focus()
      },
    },
  })
}

/**
 * Returns the position of the paragraph that consists only of this video's address. Returns null if there is
 * none.
 */
function lineOf(doc: Node, video: VideoAttributes): number | null {
  let found: number | null = null
  doc.descendants((node, position) => {
    if (found !== null || node.type.name !== 'paragraph') return found === null
    const at = parseVideoUrl(node.textContent.trim())
    if (at?.host === video.host && at.video === video.video) found = position
    return false
  })
  return found
}

/**
 * Inserts a video and moves the caret below it. The video replaces an empty block at the caret, and otherwise
 * follows the block at the caret. Returns null if the text accepts no videos.
 */
export function insertVideo({ schema, tr }: EditorState, video: VideoAttributes): Transaction | null {
  const node = schema.nodes['video']?.create(video)
  if (!node) return null
  const { from, to } = tr.selection
  tr.replaceRangeWith(from, to, node)
  let end: number | null = null
  tr.doc.nodesBetween(Math.max(0, from - 1), Math.min(tr.doc.content.size, from + 2), (each, position) => {
    if (each.eq(node)) end = position + each.nodeSize
  })
  return end === null ? tr : moveCaretBelowBlock(tr, end).scrollIntoView()
}
