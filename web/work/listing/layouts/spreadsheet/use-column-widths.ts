import { type RefObject, useCallback, useLayoutEffect, useMemo, useState } from 'react'
import type { Display } from '../../display.ts'
import type { SheetColumn } from './columns.ts'
import { minWidthOf, templateOf, type Widths } from './sizes.ts'

export interface Sizing {
  /** The widths that were chosen, or that would be if what is dragged were let go. */
  widths: Widths
  preview: (widths: Widths) => void
  /** Puts back what is previewed. */
  cancel: () => void
  keep: (widths: Widths) => void
}

/**
 * How wide a person has made the columns of a place. The rows take their columns from the stylesheet's side, so that none of them draws
 * anew while an edge is dragged.
 */
export function useColumnWidths(
  viewport: RefObject<HTMLElement | null>,
  columns: readonly SheetColumn[],
  { looking, change }: Display,
): { sizing: Sizing; minWidth: string } {
  const kept = looking.display_filters.spreadsheet.widths
  const [previewed, setPreviewed] = useState<Widths | null>(null)
  const widths = previewed ?? kept
  useLayoutEffect(() => {
    const style = viewport.current?.style
    style?.setProperty('--spreadsheet-columns', templateOf(columns, widths))
    if (widths.title === undefined) style?.removeProperty('--spreadsheet-title')
    // It stays in sight, and leaves room to see another column beside it.
    else style?.setProperty('--spreadsheet-title', `min(${widths.title / 16}rem, 100cqw - 9.375rem)`)
  }, [viewport, columns, widths])
  const keep = useCallback(
    (next: Widths) => {
      change({ display_filters: { spreadsheet: { widths: next } } })
      setPreviewed(null)
    },
    [change],
  )
  const sizing = useMemo(
    () => ({ widths, preview: setPreviewed, cancel: () => setPreviewed(null), keep }),
    [widths, keep],
  )
  return { sizing, minWidth: minWidthOf(columns, widths) }
}
