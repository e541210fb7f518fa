import type { Editor } from '@tiptap/core'
import { TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { BubbleMenu } from '@tiptap/react/menus'
import { ySyncPluginKey } from '@tiptap/y-tiptap'
import { useAtomValue } from 'jotai'
import { MessageSquarePlus } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import type * as Y from 'yjs'
import { expandTogglesAround } from '../../../documents/editor/blocks/toggles.ts'
import { readDomSelection } from '../../../documents/editor/sync-caret.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { store } from '../../../platform/app/sync.ts'
import { Button } from '../../../platform/ui/Button.tsx'
import { bufferKeysUntilFocus } from '../../../platform/ui/buffer-keys-until-focus.ts'
import { isBehindDialog } from '../../../platform/ui/focus-back.ts'
import { pageShortcuts } from '../shortcuts.ts'
import { anchorOfRange, type CommentedRange } from './anchors.ts'
import {
  activeThreadAtom,
  commentsPaneOpenAtom,
  floatingPanePositionAtom,
  hoveredThreadAtom,
  isActiveThreadAnchoredAtom,
  newThreadAtom,
  pageTextActionsAtom,
  pageThreadsAtom,
  pendingPageTextActionAtom,
  threadFilterAtom,
  threadRangesAtom,
} from './atoms.ts'
import { floatingPanePosition } from './floating-pane-position.ts'
import {
  commentHighlightPlugin,
  commentHighlightPluginKey,
  findThreadAtPosition,
} from './highlight-plugin.ts'
import './highlights.css'

interface CommentHighlightsProps {
  editor: Editor
  pageId: string
  /** True for users who cannot edit. They have no selection toolbar, so they get a separate comment button. */
  withButton: boolean
}

const bubblePlacement = { placement: 'top', offset: 6, flip: true, shift: { padding: 8 } } as const
const draftId = 'draft'

/** Highlights the commented texts in the editor and connects them with the comments pane. */
export function CommentHighlights({ editor, pageId, withButton }: CommentHighlightsProps) {
  const { t } = useTranslation()
  useEffect(() => {
    editor.registerPlugin(
      commentHighlightPlugin({
        onRanges: (ranges) => store.set(threadRangesAtom, ranges),
        onCaret: (id) => store.set(activeThreadAtom, id === null ? null : { id, from: 'text' }),
        onPress: openThread,
        onDoublePress: cancelOpening,
        onHover: (id) => store.set(hoveredThreadAtom, id),
      }),
    )
    store.set(pageTextActionsAtom, createTextActions(editor, pageId))
    return () => {
      cancelOpening()
      store.set(pageTextActionsAtom, null)
      store.set(threadRangesAtom, null)
      if (!editor.isDestroyed) editor.unregisterPlugin(commentHighlightPluginKey)
    }
  }, [editor, pageId])
  useHighlightState(editor, pageId)
  useScrollToActive(editor)
  usePendingAction(editor)
  if (!withButton) return null
  return (
    <BubbleMenu
      editor={editor}
      pluginKey="comment-on-selection"
      updateDelay={100}
      options={bubblePlacement}
      shouldShow={({ state: { doc, selection } }) =>
        doc.textBetween(selection.from, selection.to).trim() !== ''
      }
      className="z-float"
    >
      <div className="float p-1">
        <Button
          size="sm"
          variant="ghost"
          icon={<MessageSquarePlus />}
          keys={pageShortcuts.comment}
          onClick={() => store.get(pageTextActionsAtom)?.begin()}
        >
          {t('pages.comments.comment')}
        </Button>
      </div>
    </BubbleMenu>
  )
}

let openTimer: ReturnType<typeof setTimeout> | undefined

function cancelOpening(): void {
  clearTimeout(openTimer)
}

/** The time in milliseconds within which a second click counts as a double click, which selects a word. */
const doubleClickMs = 350

function openThread(id: string, event: MouseEvent): void {
  if (id === draftId) return
  cancelOpening()
  store.set(activeThreadAtom, { id, from: 'text' })
  if (store.get(commentsPaneOpenAtom)) return
  const over = floatingPanePosition(event)
  openTimer = setTimeout(() => {
    store.set(floatingPanePositionAtom, over)
    store.set(commentsPaneOpenAtom, true)
  }, doubleClickMs)
}

/** Updates the highlights when the threads, the filter, the active thread or the hovered thread change. */
function useHighlightState(editor: Editor, pageId: string): void {
  const threads = useAtomValue(pageThreadsAtom(pageId))
  const draft = useAtomValue(newThreadAtom)
  const isOpen = useAtomValue(commentsPaneOpenAtom)
  const filter = useAtomValue(threadFilterAtom)
  const active = useAtomValue(activeThreadAtom)?.id ?? null
  const hovered = useAtomValue(hoveredThreadAtom)
  const highlightState = useMemo(() => {
    const anchors = new Map(threads.map(({ comment }) => [comment.id, comment.anchor]))
    if (draft?.page_id === pageId) anchors.set(draftId, draft.anchor)
    const areResolved = isOpen && filter === 'resolved'
    const shown = threads.filter(({ comment }) => (comment.resolved_at !== null) === areResolved)
    return { anchors, shown: new Set([draftId, ...shown.map(({ comment }) => comment.id)]) }
  }, [threads, draft, pageId, isOpen, filter])
  useEffect(() => updateHighlights(editor, highlightState), [editor, highlightState])
  const isDraft = draft?.page_id === pageId
  const shownAs = isDraft ? draftId : active
  useEffect(() => updateHighlights(editor, { active: shownAs, hovered }), [editor, shownAs, hovered])
}

/**
 * Updates which texts are highlighted. The selection must be read first, because new decorations reset the
 * caret to the position that the editor knows.
 */
function updateHighlights({ view }: Editor, highlightState: object): void {
  readDomSelection()
  view.dispatch(view.state.tr.setMeta(commentHighlightPluginKey, highlightState))
}

/**
 * Runs an action that was requested before the editor had loaded. This effect must run last, because the
 * action needs the text ranges of the threads.
 */
function usePendingAction(editor: Editor): void {
  useEffect(() => {
    const text = store.get(pageTextActionsAtom)
    const pending = store.get(pendingPageTextActionAtom)
    store.set(pendingPageTextActionAtom, null)
    if (text !== null && !editor.isDestroyed) pending?.act(text)
  }, [editor])
}

/**
 * Scrolls to the text of a thread that was activated in the pane or by a link, once the range of this text is
 * known.
 */
function useScrollToActive(editor: Editor): void {
  const active = useAtomValue(activeThreadAtom)
  const isInText = useAtomValue(isActiveThreadAnchoredAtom)
  const shown = useRef<typeof active>(null)
  useEffect(() => {
    if (active === null || active.from === 'text' || !isInText || shown.current === active) return
    const range = commentHighlightPluginKey.getState(editor.state)?.ranges.get(active.id)
    if (!range) return
    shown.current = active
    scrollToRange(editor.view, range)
  }, [editor, active, isInText])
}

function scrollToRange(view: EditorView, { from }: CommentedRange): void {
  expandTogglesAround(view, view.state.doc.resolve(from))
  const { node } = view.domAtPos(from)
  const element = node instanceof Element ? node : node.parentElement
  const { top, bottom } = element?.getBoundingClientRect() ?? { top: 0, bottom: 0 }
  // A text that is visible does not need scrolling.
  if (top < 80 || bottom > window.innerHeight - 40) element?.scrollIntoView({ block: 'center' })
}

function createTextActions(editor: Editor, page_id: string) {
  return {
    begin: () => {
      // The user may have moved the caret just before, and ProseMirror does not know the new selection yet.
      readDomSelection()
      const { doc, selection } = editor.state
      const body: Y.XmlFragment | undefined = ySyncPluginKey.getState(editor.state)?.type
      const anchor = body === undefined || selection.empty ? null : anchorOfRange(doc, body, selection)
      if (anchor === null) return false
      // Key presses are buffered until the comment field opens. Otherwise they would replace the selected
      // text.
      bufferKeysUntilFocus()
      store.set(activeThreadAtom, null)
      store.set(threadFilterAtom, 'open')
      store.set(newThreadAtom, { page_id, anchor })
      store.set(commentsPaneOpenAtom, true)
      return true
    },
    threadAtCaret: () => {
      readDomSelection()
      const { selection } = editor.state
      return selection.empty ? findThreadAtPosition(editor.state, selection.head) : null
    },
    step: (by: 1 | -1) => {
      readDomSelection()
      const { ranges, shown } = commentHighlightPluginKey.getState(editor.state) ?? {
        ranges: new Map(),
        shown: new Set(),
      }
      const inOrder = [...ranges]
        .flatMap(([id, range]) => (range !== null && shown.has(id) && id !== draftId ? { id, ...range } : []))
        .sort((a, b) => a.from - b.from || a.to - b.to)
      const { head } = editor.state.selection
      const at = inOrder.findIndex(({ id }) => id === store.get(activeThreadAtom)?.id)
      const after = inOrder.findIndex(({ from }) => from > head)
      const beside = after === -1 ? inOrder.length : after
      const wanted = at === -1 ? (by === 1 ? beside : beside - 1) : at + by
      const next = inOrder.at(wanted % Math.max(1, inOrder.length))
      if (next === undefined) return
      const { tr, doc } = editor.state
      editor.view.dispatch(tr.setSelection(TextSelection.create(doc, next.from)))
      if (editor.isEditable) editor.view.focus()
      store.set(activeThreadAtom, { id: next.id, from: 'link' })
    },
    focus: () => editor.view.focus(),
    goOn: () => {
      const { view, state } = editor
      if (!editor.isEditable || isBehindDialog(view.dom)) return false
      const end = commentHighlightPluginKey.getState(state)?.ranges.get(draftId)?.to ?? state.selection.to
      view.dispatch(state.tr.setSelection(TextSelection.near(state.doc.resolve(end), -1)))
      view.focus()
      return true
    },
  }
}
