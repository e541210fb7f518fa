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
  fitting: number
}

/**
 * Returns how many values of a card fit into its two lines. All values are rendered once and measured before the
 * browser paints. `remeasure` repeats this after the text of a value has changed.
 */
export function useFittingValues(
  element: RefObject<HTMLElement | null>,
  count: number,
  row: WorkItemRow,
  shown: ShownProperties,
): { fitting: number; remeasure: () => void } {
  const [revision, setRevision] = useState(0)
  const [measured, setMeasured] = useState<Measured>()
  const isMeasured = measured?.row === row && measured.shown === shown && measured.revision === revision
  useLayoutEffect(() => {
    const box = element.current
    if (isMeasured || box === null || count <= alwaysFitting) return
    const rects = [...box.children].map((child) => child.getBoundingClientRect())
    const fitting = countFitting(rects, box.getBoundingClientRect(), scaleToBrowserFont(buttonRoom))
    if (fitting < rects.length) setMeasured({ row, shown, revision, fitting })
  }, [element, isMeasured, count, row, shown, revision])
  const remeasure = useCallback(() => setRevision((now) => now + 1), [])
  return { fitting: isMeasured ? measured.fitting : count, remeasure }
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
