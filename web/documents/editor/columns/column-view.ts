import type { Node } from '@tiptap/pm/model'
import type { EditorView, NodeView } from '@tiptap/pm/view'
import { parseColumnWidth } from '#common/documents/content/columns.ts'
import { t } from '../../../locales/i18n.ts'
import { pressedKey } from '../../../platform/ui/pressed-key.ts'
import { applyColumnWidth, createColumnElement } from './column-box.ts'
import { resizeAdjacentColumns } from './column-commands.ts'

/**
 * Returns the node view of a column. It contains the gap before the column, which resizes the two adjacent
 * columns.
 */
export function createColumnView(node: Node, view: EditorView, position: () => number | undefined): NodeView {
  const { dom, contentDOM } = createColumnElement(parseColumnWidth(node.attrs['width']))
  const gap = gapOf(view, position, dom)
  dom.append(gap)
  let current = node
  return {
    dom,
    contentDOM,
    update(next) {
      if (next.type !== current.type) return false
      if (next.attrs !== current.attrs) applyColumnWidth(dom, parseColumnWidth(next.attrs['width']))
      current = next
      return true
    },
    stopEvent: ({ target }) => target === gap,
    ignoreMutation: ({ type, target }) => type !== 'selection' && !contentDOM.contains(target),
  }
}

/** The minimum share of a column in the total width of the two columns that are being resized. */
const least = 0.1
const step = 0.05

function gapOf(view: EditorView, position: () => number | undefined, dom: HTMLElement): HTMLElement {
  const gap = document.createElement('div')
  gap.className = 'column-gap'
  gap.contentEditable = 'false'
  gap.tabIndex = 0
  gap.role = 'slider'
  gap.ariaLabel = t('editor.columns.width')
  gap.ariaOrientation = 'horizontal'
  gap.ariaValueMin = '10'
  gap.ariaValueMax = '90'
  const before = () => (dom.previousElementSibling instanceof HTMLElement ? dom.previousElementSibling : null)
  const updateAria = (part: number) => {
    gap.ariaValueNow = String(Math.round(part * 100))
    gap.ariaValueText = `${gap.ariaValueNow}%`
  }
  /**
   * Returns the displayed share of the preceding column in the total width of the two resized columns, and
   * this total width.
   */
  const partNow = () => {
    const [first, second] = [before(), dom].map((one) => Number(one?.style.flexGrow || 1)) as [number, number]
    return { part: first / (first + second), sum: first + second }
  }
  const write = (part: number) => {
    const at = position()
    if (at !== undefined && view.editable) view.dispatch(resizeAdjacentColumns(view.state, at, within(part)))
    updateAria(partNow().part)
  }
  gap.addEventListener('focus', () => updateAria(partNow().part))
  gap.addEventListener('pointerdown', (event) => {
    const first = before()
    if (event.button !== 0 || first === null || !view.editable) return
    event.preventDefault()
    gap.setPointerCapture(event.pointerId)
    const isRtl = getComputedStyle(dom).direction === 'rtl'
    const [from, room] = [first.offsetWidth, first.offsetWidth + dom.offsetWidth]
    const { sum, part } = partNow()
    let drawn = part
    const over = new AbortController()
    const { signal } = over
    const move = ({ clientX }: PointerEvent) => {
      drawn = within((from + (clientX - event.clientX) * (isRtl ? -1 : 1)) / room)
      first.style.flexGrow = String(sum * drawn)
      dom.style.flexGrow = String(sum * (1 - drawn))
      updateAria(drawn)
    }
    const end = () => {
      over.abort()
      if (drawn !== part) write(drawn)
    }
    gap.addEventListener('pointermove', move, { signal })
    gap.addEventListener('pointerup', end, { signal })
    gap.addEventListener('pointercancel', end, { signal })
  })
  gap.addEventListener('keydown', (event) => {
    const isRtl = getComputedStyle(dom).direction === 'rtl'
    const by = { ArrowLeft: -step, ArrowRight: step, Home: -1, End: 1 }[event.key]
    if (pressedKey(event) === 'Escape') view.focus()
    else if (by !== undefined) write(partNow().part + (isRtl ? -by : by))
    else return
    event.preventDefault()
  })
  return gap
}

function within(part: number): number {
  return Math.min(1 - least, Math.max(least, part))
}
