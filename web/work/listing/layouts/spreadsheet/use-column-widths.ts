import { type RefObject, useCallback, useLayoutEffect, useMemo, useState } from 'react'
import type { ListingDisplaySettings } from '../../display.ts'
import type { SheetColumn } from './columns.ts'
import { type ColumnWidthSettings, createSheetGridTemplate, getMinSheetWidth } from './sizes.ts'

export interface ColumnWidthState {
  /** The saved widths, or during a drag the widths that `preview` has set. */
  widths: ColumnWidthSettings
  preview: (widths: ColumnWidthSettings) => void
  /** Discards the widths that `preview` has set. */
  cancel: () => void
  save: (widths: ColumnWidthSettings) => void
}

/**
 * Returns the column widths that the user chose for a list. They are set as CSS variables, so that no row
 * rerenders while an edge is dragged.
 */
export function useColumnWidths(
  viewport: RefObject<HTMLElement | null>,
  columns: readonly SheetColumn[],
  { settings, change }: ListingDisplaySettings,
): { sizing: ColumnWidthState; minWidth: string } {
  const storedWidths = settings.display_filters.spreadsheet.widths
  const [previewed, setPreviewed] = useState<ColumnWidthSettings | null>(null)
  const widths = previewed ?? storedWidths
  useLayoutEffect(() => {
    const style = viewport.current?.style
    style?.setProperty('--spreadsheet-columns', createSheetGridTemplate(columns, widths))
    if (widths.title === undefined) style?.removeProperty('--spreadsheet-title')
    // The width of the title column is limited, so that it leaves room for another column.
    else style?.setProperty('--spreadsheet-title', `min(${widths.title / 16}rem, 100cqw - 9.375rem)`)
  }, [viewport, columns, widths])
  const save = useCallback(
    (next: ColumnWidthSettings) => {
      change({ display_filters: { spreadsheet: { widths: next } } })
      setPreviewed(null)
    },
    [change],
  )
  const sizing = useMemo(
    () => ({ widths, preview: setPreviewed, cancel: () => setPreviewed(null), save }),
    [widths, save],
  )
  return { sizing, minWidth: getMinSheetWidth(columns, widths) }
}
