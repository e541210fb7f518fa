import { useAtomValue } from 'jotai'
import { type RefObject, type SyntheticEvent, useEffect, useMemo, useRef } from 'react'
import { usePinnedRows } from '../../../../platform/ui/keep-rendered.ts'
import { parseCellPath } from '../../cell-path.ts'
import type { NamedGroup } from '../../groups.ts'
import { keyboardMoveTargetAtom, type SharedBoardProps } from './keyboard-move-target.ts'
import { useColumnWindow } from './use-column-window.ts'

export interface RenderedColumns {
  isFolded: readonly boolean[]
  isRendered: (index: number) => boolean
  /** The value of `KeepRenderedContext` for the columns. */
  keep: ReturnType<typeof usePinnedRows>['keep']
  /** Handles the capture events `focus` and `pointerdown` of the element that contains the columns. */
  onUse: (event: SyntheticEvent) => void
}

/**
 * Decides which columns of a board are rendered: the columns in or near the visible area, the column that contains the
 * focus, the columns with an open form, and the column into which the user moves a card.
 */
export function useRenderedColumns(
  frame: RefObject<HTMLElement | null>,
  { columns, columnFold, landing, liftedTo }: SharedBoardProps,
): RenderedColumns {
  const { folded } = columnFold
  const isFolded = useMemo(() => columns.map(({ key }) => folded.has(key)), [columns, folded])
  const isInWindow = useColumnWindow(frame, isFolded)
  const wanted = useAtomValue(keyboardMoveTargetAtom)
  // The column that was last focused or clicked. It stays rendered while the board scrolls, because it can contain the
  // focus or the dragged card.
  const usedColumn = useRef<string | null>(null)
  const used = [usedColumn.current, columnOf(wanted?.cell), columnOf(landing?.cell), columnOf(liftedTo)]
  const pinned = usePinnedRows(columnOfElement)
  const isUsed = (key: string) => used.includes(key) || pinned.keys.has(key)
  useScrollToColumn(frame, columnOf(liftedTo))
  return {
    isFolded,
    isRendered: (index) => isInWindow(index) || isUsed(columns[index]?.key ?? ''),
    keep: pinned.keep,
    onUse: ({ target }) => {
      if (target instanceof Element) usedColumn.current = columnOfElement(target)
    },
  }
}

export interface ColumnSlot extends NamedGroup {
  isFolded: boolean
  /** The position of the column on the board, counted from 1. */
  position: number
  /** For each column between the previous rendered column and this one, true if the column is collapsed. */
  skipped: readonly boolean[]
}

/** Returns the rendered columns, and the columns that are not rendered after the last of them. */
export function columnSlots(
  columns: readonly NamedGroup[],
  { isFolded, isRendered }: Pick<RenderedColumns, 'isFolded' | 'isRendered'>,
): { slots: ColumnSlot[]; skippedAtEnd: readonly boolean[] } {
  const slots: ColumnSlot[] = []
  let skipped: boolean[] = []
  for (const [index, column] of columns.entries()) {
    const folded = isFolded[index] === true
    if (isRendered(index)) {
      slots.push({ ...column, isFolded: folded, position: index + 1, skipped })
      skipped = []
    } else skipped.push(folded)
  }
  return { slots, skippedAtEnd: skipped }
}

function columnOf(cell: string | null | undefined): string | null {
  return cell == null ? null : parseCellPath(cell).group
}

function columnOfElement(element: Element): string | null {
  const column = element.closest<HTMLElement>('[data-board-column]')?.dataset['boardColumn']
  return column ?? columnOf(element.closest<HTMLElement>('[data-cell]')?.dataset['cell'])
}

/** Scrolls to the column into which the keyboard moves a lifted card. */
function useScrollToColumn(frame: RefObject<HTMLElement | null>, column: string | null): void {
  useEffect(() => {
    if (column === null) return
    const element = frame.current?.querySelector(`[data-board-column="${CSS.escape(column)}"]`)
    element?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [frame, column])
}
