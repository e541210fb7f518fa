import { type RefObject, useCallback, useLayoutEffect, useMemo, useState } from 'react'
import type { Display } from '../../display.ts'
import type { SheetColumn } from './columns.ts'
import { minWidthOf, templateOf, type Widths } from './sizes.ts'

export interface Sizing {
  /** The saved widths, or the widths during a drag. */
  widths: Widths
  preview: (widths: Widths) => void
  /** Discards the preview. */
  cancel: () => void
  save: (widths: Widths) => void
}

/**
 * Returns the column widths that the user chose for a list. They are set as CSS variables, so that no row
 * rerenders while an edge is dragged.
 */
export function useColumnWidths(
  viewport: RefObject<HTMLElement | null>,
  columns: readonly SheetColumn[],
  { settings, change }: Display,
): { sizing: Sizing; minWidth: string } {
  const storedWidths = settings.display_filters.spreadsheet.widths
  const [previewed, setPreviewed] = useState<Widths | null>(null)
  const widths = previewed ?? storedWidths
  useLayoutEffect(() => {
    const style = viewport.current?.style
    style?.setProperty('--spreadsheet-columns', templateOf(columns, widths))
    if (widths.title === undefined) style?.removeProperty('--spreadsheet-title')
    // The width of the title column is limited, so that it leaves room for another column.
    else style?.setProperty('--spreadsheet-title', `min(${widths.title / 16}rem, 100cqw - 9.375rem)`)
  }, [viewport, columns, widths])
  const save = useCallback(
    (next: Widths) => {
      change({ display_filters: { spreadsheet: { widths: next } } })
      setPreviewed(null)
    },
    [change],
  )
  const sizing = useMemo(
    () => ({ widths, preview: setPreviewed, cancel: () => setPreviewed(null), save }),
    [widths, save],
  )
  return { sizing, minWidth: minWidthOf(columns, widths) }
}
