import { type RefObject, useCallback, useLayoutEffect, useState } from 'react'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { scaleToBrowserFont } from '../../../../platform/ui/scale-to-browser-font.ts'
import type { ShownProperties } from '../../properties/registry.ts'

/** The room that the button "+3" needs after the last value, in pixels at the default font size. */
const buttonRoom = 36
/** The number of values that always fit, so that many cards need no measuring. */
const alwaysFitting = 2

interface Measured {
  row: WorkItemRow
  shown: ShownProperties
  revision: number
  /** The names of the values that do not fit. */
  hidden: readonly string[]
}

const noNames: readonly string[] = []

/**
 * Returns the names of the values of a card that do not fit into its two lines. All values are rendered once and
 * measured before the browser paints, each in an element with the attribute `data-value`. While `isMeasured` is false,
 * `hidden` contains the names of the previous measurement. `remeasure` measures again after the text of a value has
 * changed.
 */
export function useFittingValues(
  element: RefObject<HTMLElement | null>,
  count: number,
  row: WorkItemRow,
  shown: ShownProperties,
): { hidden: readonly string[]; isMeasured: boolean; remeasure: () => void } {
  const [revision, setRevision] = useState(0)
  const [measured, setMeasured] = useState<Measured>()
  const isMeasured = measured?.row === row && measured.shown === shown && measured.revision === revision
  const hadHidden = measured !== undefined && measured.hidden.length > 0
  useLayoutEffect(() => {
    const box = element.current
    if (isMeasured || box === null) return
    const hidden = count <= alwaysFitting ? noNames : hiddenValues(box)
    if (hidden.length > 0 || hadHidden) setMeasured({ row, shown, revision, hidden })
  }, [element, isMeasured, hadHidden, count, row, shown, revision])
  const remeasure = useCallback(() => setRevision((now) => now + 1), [])
  return { hidden: measured?.hidden ?? noNames, isMeasured, remeasure }
}

/** Returns the names of the values that do not fit into the box. A value that renders nothing always fits. */
function hiddenValues(box: HTMLElement): string[] {
  const values = [...box.querySelectorAll<HTMLElement>(':scope > [data-value]')].flatMap((value) =>
    value.firstElementChild ? { name: value.dataset['value'] ?? '', content: value.firstElementChild } : [],
  )
  const rects = values.map(({ content }) => content.getBoundingClientRect())
  const fitting = countFitting(rects, box.getBoundingClientRect(), scaleToBrowserFont(buttonRoom))
  return values.slice(fitting).map(({ name }) => name)
}

type Sides = Pick<DOMRect, 'top' | 'right' | 'bottom'>

/**
 * Returns how many values fit into the two lines of the box. If not all of them fit, leaves room in the last line for
 * the button "+3". `button` is the width of this button in pixels.
 */
export function countFitting(values: readonly Sides[], box: Sides, button: number): number {
  const outside = values.findIndex(({ top }) => top >= box.bottom - 1)
  if (outside < 0) return values.length
  const lastLine = values[outside - 1]?.top ?? box.top
  const tooFarRight = values.findIndex(({ top, right }) => top >= lastLine - 1 && right + button > box.right)
  return tooFarRight < 0 ? outside : Math.min(tooFarRight, outside)
}
