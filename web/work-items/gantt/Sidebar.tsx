import { useAtomValue } from 'jotai'
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useRef } from 'react'
import { flatGroup } from '#common/listing/keys.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { dropInto, idsIn, isManual } from '../drag/cell.ts'
import type { DropPlace } from '../drag/drag.ts'
import { useCurrentGroups, useItemDrag } from '../drag/item-drag.ts'
import { useKeyboardDrag } from '../drag/keyboard-drag.ts'
import { withDrag } from '../drag/with-drag.ts'
import type { LayoutProps } from '../layout-props.ts'
import { listingAtom } from '../listing/listings.ts'
import { rowHeight } from './geometry.ts'
import { SidebarRow } from './SidebarRow.tsx'

interface SidebarProps extends Pick<LayoutProps, 'view' | 'selected' | 'onOpen' | 'onDragging'> {
  rows: readonly { id: string; index: number }[]
  /** How many rows there are, in sight or not. */
  count: number
  width: number
  /** Whether keys are shown. */
  showKey: boolean
  footer: ReactNode
}

const lanes = [[flatGroup]]
const list = { role: 'list' }

/** The list beside the blocks. In the manual order its rows are put elsewhere by mouse, finger and keyboard, as on a board. */
export function Sidebar({
  view,
  rows,
  count,
  width,
  selected,
  showKey,
  footer,
  onOpen,
  onDragging,
}: SidebarProps) {
  const { t } = useTranslation()
  const { listing } = view
  const { groups } = useAtomValue(listingAtom(view.key))
  const element = useRef<HTMLDivElement>(null)
  const manual = isManual(listing)
  const { current, after } = useCurrentGroups(groups)
  const drop = useCallback(
    (id: string, from: string, place: DropPlace) => dropInto(listing, current.current, id, from, place),
    [listing, current],
  )
  const touch = useItemDrag(element, { after, onDrop: drop, onDragging, withoutTouch: !manual })
  const keyboard = useKeyboardDrag({ listing, groups, lanes, onOpen, onLift: onDragging, onDrop: drop })
  useScrollAlong(element)

  const lifted = touch.lifted ?? keyboard.lifted
  const landing = touch.landing ?? keyboard.landing
  const ids = idsIn(groups, flatGroup)
  const landingAt = landing === null ? null : landing.before === null ? count : ids.indexOf(landing.before)
  return (
    <div
      ref={element}
      data-cell={flatGroup}
      role="application"
      aria-label={t('shell.nav.workItems')}
      aria-describedby="gantt-keys"
      onKeyDown={(event: KeyboardEvent) => {
        if (manual || event.key !== ' ') keyboard.onKeyDown(event)
      }}
      style={{ width }}
      className="sticky left-0 z-2 shrink-0 border-r border-line bg-sheet"
    >
      <div {...list}>
        {rows.map(({ id, index }) => (
          <SidebarRow
            key={id}
            id={id}
            index={index}
            count={count}
            manual={manual}
            showKey={showKey}
            selected={selected === id}
            lifted={lifted === id}
            onOpen={onOpen}
          />
        ))}
      </div>
      {footer}
      {landingAt !== null && (
        <span
          aria-hidden
          style={{ top: landingAt * rowHeight - 1 }}
          className="absolute inset-x-1 z-1 h-0.5 rounded-full bg-accent"
        />
      )}
    </div>
  )
}

/** The list scrolls along while a row is dragged to its ends. */
function useScrollAlong(list: { current: HTMLElement | null }): void {
  useEffect(() => {
    const view = list.current?.closest<HTMLElement>('[data-scroller]')
    if (!view) return
    return withDrag(({ autoScrollForElements }) =>
      autoScrollForElements({ element: view, getAllowedAxis: () => 'vertical' }),
    )
  }, [list])
}
