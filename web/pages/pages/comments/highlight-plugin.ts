import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import { ySyncPluginKey } from '@tiptap/y-tiptap'
import type * as Y from 'yjs'
import type { PageCommentAnchor } from '#common/pages/page-comments/schema.ts'
import { readDomSelection } from '../../../documents/editor/sync-caret.ts'
import { type CommentedRange, rangesOfAnchors } from './anchors.ts'

type Ranges = ReadonlyMap<string, CommentedRange | null>

interface HighlightOptions {
  /** Anchors of all threads, by thread id. Only the threads in `shown` are highlighted. */
  anchors: ReadonlyMap<string, PageCommentAnchor>
  shown: ReadonlySet<string>
  active: string | null
  hovered: string | null
}

interface HighlightState extends HighlightOptions {
  ranges: Ranges
  decorations: DecorationSet
}

interface HighlightEvents {
  onRanges: (ranges: Ranges) => void
  /**
   * Called with the id of the thread whose text the caret has entered, or with null after the caret has left the
   * texts of all threads.
   */
  onCaret: (thread: string | null) => void
  onPress: (thread: string, event: MouseEvent) => void
  onDoublePress: () => void
  onHover: (thread: string | null) => void
}

export const commentHighlightPluginKey = new PluginKey<HighlightState>('page-comments')

/** Milliseconds after the user's last keystroke until the ranges are computed from the anchors again. */
const refindDelayMs = 200

/**
 * Highlights the texts of threads with decorations, which are not part of the document. When the user edits the
 * text, the plugin first only shifts the ranges by the length of the edit, because the Yjs text does not contain the
 * edit yet. Afterwards, and when others edit the text, the ranges are computed from the anchors.
 */
export function commentHighlightPlugin(events: HighlightEvents): Plugin<HighlightState> {
  return new Plugin<HighlightState>({
    key: commentHighlightPluginKey,
    state: {
      init: () => ({
        anchors: new Map(),
        shown: new Set(),
        active: null,
        hovered: null,
        ranges: new Map(),
        decorations: DecorationSet.empty,
      }),
      apply: applyTransaction,
    },
    props: {
      decorations: (state) => commentHighlightPluginKey.getState(state)?.decorations,
      handleClick: (view, position, event) => {
        if (event.button !== 0) return false
        const thread = findThreadAtPosition(view.state, position)
        if (thread !== null) events.onPress(thread, event)
        return false
      },
      handleDoubleClick: () => {
        events.onDoublePress()
        return false
      },
      handleDOMEvents: {
        mouseover: (view, event) => events.onHover(threadUnder(view, event)),
        mouseleave: () => events.onHover(null),
      },
    },
    view: (view) => watchView(view, events),
  })
}

/**
 * Returns the thread at a position. If several threads overlap there, the one with the shortest text wins.
 */
export function findThreadAtPosition(state: EditorState, position: number): string | null {
  const { ranges, shown } = commentHighlightPluginKey.getState(state) ?? {
    ranges: new Map(),
    shown: new Set(),
  }
  let nearest: { thread: string; length: number } | null = null
  for (const [thread, range] of ranges) {
    if (range === null || !shown.has(thread) || position < range.from || position > range.to) continue
    const length = range.to - range.from
    if (nearest === null || length < nearest.length) nearest = { thread, length }
  }
  return nearest?.thread ?? null
}

function threadUnder(view: EditorView, { target, clientX, clientY }: MouseEvent): string | null {
  if (!(target instanceof Element) || !target.closest('.document-comment')) return null
  const place = view.posAtCoords({ left: clientX, top: clientY })
  return place && findThreadAtPosition(view.state, place.pos)
}

function applyTransaction(
  transaction: Transaction,
  before: HighlightState,
  _: EditorState,
  state: EditorState,
): HighlightState {
  const options: Partial<HighlightOptions> | undefined = transaction.getMeta(commentHighlightPluginKey)
  const isFromOthers = transaction.getMeta(ySyncPluginKey)?.isChangeOrigin === true
  const now = { ...before, ...options }
  const isFound = options !== undefined && now.anchors === before.anchors && Object.keys(options).length > 0
  if ((options !== undefined && !isFound) || (transaction.docChanged && isFromOthers))
    return withDecorations({ ...now, ranges: findRanges(state, now.anchors) }, state)
  if (options !== undefined) return withDecorations(now, state)
  if (!transaction.docChanged || before.ranges.size === 0) return before
  const { mapping } = transaction
  const ranges = new Map(
    [...before.ranges].map(([thread, range]) => {
      if (range === null) return [thread, null]
      const [from, to] = [mapping.map(range.from, 1), mapping.map(range.to, -1)]
      return [thread, from < to ? { from, to } : null]
    }),
  )
  return { ...before, ranges, decorations: before.decorations.map(mapping, transaction.doc) }
}

function findRanges(state: EditorState, anchors: HighlightOptions['anchors']): Ranges {
  const body: Y.XmlFragment | undefined = ySyncPluginKey.getState(state)?.type
  if (body === undefined) return new Map()
  const ranges = rangesOfAnchors(state.doc, body, [...anchors.values()])
  return new Map([...anchors.keys()].map((thread, at) => [thread, ranges[at] ?? null]))
}

function withDecorations(shown: HighlightState, { doc }: EditorState): HighlightState {
  const parts = [...shown.ranges].flatMap(([thread, range]) => {
    if (range === null || !shown.shown.has(thread)) return []
    const isNear = thread === shown.active || thread === shown.hovered
    const name = `document-comment${isNear ? ' is-active' : ''}`
    return Decoration.inline(range.from, range.to, { class: name })
  })
  return { ...shown, decorations: DecorationSet.create(doc, parts) }
}

function watchView(view: EditorView, events: HighlightEvents) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let atCaret: string | null = null
  const refindRanges = () => {
    const known = commentHighlightPluginKey.getState(view.state)
    if (view.isDestroyed || known === undefined) return
    if (view.composing) return scheduleRefind()
    readDomSelection()
    const ranges = findRanges(view.state, known.anchors)
    if (!areSame(ranges, known.ranges)) view.dispatch(view.state.tr.setMeta(commentHighlightPluginKey, {}))
  }
  const scheduleRefind = () => {
    clearTimeout(timer)
    timer = setTimeout(refindRanges, refindDelayMs)
  }
  return {
    update(_: EditorView, before: EditorState) {
      const { state } = view
      const known = commentHighlightPluginKey.getState(state)
      const was = commentHighlightPluginKey.getState(before)
      if (known === undefined) return
      if (known.ranges !== was?.ranges) events.onRanges(known.ranges)
      if (state.doc !== before.doc && known.anchors.size > 0) scheduleRefind()
      if (!view.hasFocus() || state.selection.eq(before.selection)) return
      const { empty, head } = state.selection
      const thread = empty ? findThreadAtPosition(state, head) : null
      if (thread !== atCaret) events.onCaret(thread)
      atCaret = thread
    },
    destroy: () => clearTimeout(timer),
  }
}

function areSame(some: Ranges, others: Ranges): boolean {
  return (
    some.size === others.size &&
    [...some].every(([thread, range]) => {
      const other = others.get(thread)
      return range?.from === other?.from && range?.to === other?.to
    })
  )
}
