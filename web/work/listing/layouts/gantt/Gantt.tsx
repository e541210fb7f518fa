import { useVirtualizer } from '@tanstack/react-virtual'
import { useAtom, useAtomValue } from 'jotai'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { flatListingGroupName } from '#common/work/listing/keys.ts'
import { useTranslation } from '../../../../locales/i18n.ts'
import { firstDayOfWeekAtom } from '../../../../platform/person/me.ts'
import { cx } from '../../../../platform/ui/cx.ts'
import { DeferredRowsContext, useDeferredRows } from '../../../../platform/ui/deferred-rows.ts'
import { useIsPrinting } from '../../../../platform/ui/printing.ts'
import { Spinner } from '../../../../platform/ui/Spinner.tsx'
import { useIsPhone } from '../../../../platform/ui/use-media-query.ts'
import { useProjectRelations } from '../../../relations/use-project-relations.ts'
import { ItemContextMenu } from '../../bulk/ItemContextMenu.tsx'
import { groupOfListing, listingAtom, loadNextListingPage } from '../../listings.ts'
import type { LayoutProps } from '../layout-props.ts'
import { isUndatedPanelOpenAtom } from '../tray.ts'
import { UndatedPanel } from '../UndatedPanel.tsx'
import { AxisHeader } from './AxisHeader.tsx'
import { useBlockDrag } from './block-drag.ts'
import { useBlockTouch } from './block-touch.ts'
import { DraggedRelationLine } from './DraggedRelationLine.tsx'
import { GanttControls } from './GanttControls.tsx'
import { GanttGrid } from './GanttGrid.tsx'
import { GanttLane } from './GanttLane.tsx'
import { GanttSidebar } from './GanttSidebar.tsx'
import {
  ganttHeaderHeight,
  ganttNarrowSidebarWidth,
  ganttRowHeight,
  ganttSidebarWidth,
  getBlockPixelPosition,
  getNewBlockLengthInDays,
} from './geometry.ts'
import { useRelationDrag } from './link-drag.ts'
import { PrintedGantt } from './PrintedGantt.tsx'
import { RelationLayer } from './RelationLayer.tsx'
import { setDatesOnSpaceKey, useUndatedPanelDrop } from './tray-drop.ts'
import { useTimeAxis } from './use-time-axis.ts'

/** Number of rows before the last loaded one at which the next page is loaded. */
const nearEnd = 20

/**
 * Work items as bars on a time axis, beside a list of the items. More items are loaded while the user
 * scrolls.
 */
export function Gantt({ view, display, selected, onOpen, onDragging }: LayoutProps) {
  const { t } = useTranslation()
  const viewport = useRef<HTMLDivElement>(null)
  const { zoom } = display.settings.display_filters.gantt
  const isPhone = useIsPhone()
  const side = isPhone ? ganttNarrowSidebarWidth : ganttSidebarWidth
  const axis = useTimeAxis(viewport, side, zoom)
  const weekStartsOn = useAtomValue(firstDayOfWeekAtom)
  const { groups, loadingMore } = useAtomValue(listingAtom(view.key))
  const { ids, total } = groupOfListing(groups, flatListingGroupName)
  const rows = useVirtualizer({
    count: ids.length,
    getScrollElement: () => viewport.current,
    estimateSize: () => ganttRowHeight,
    scrollMargin: ganttHeaderHeight,
    scrollPaddingStart: ganttHeaderHeight,
    overscan: 8,
    onChange: (instance) => {
      const last = instance.getVirtualItems().at(-1)
      if (last && ids.length < total && last.index >= ids.length - nearEnd) void loadNextListingPage(view)
    },
  })
  const reveal = useEffectEvent((id: string) => {
    const index = ids.indexOf(id)
    if (index >= 0) rows.scrollToIndex(index, { align: 'auto' })
  })
  useEffect(() => {
    if (selected !== null) reveal(selected)
  }, [selected])
  const beginDrag = useBlockDrag({ viewport, side, axis, onDragging })
  useBlockTouch({ viewport, side, axis, onDragging })
  const beginLink = useRelationDrag(viewport, side)
  useProjectRelations(view.scope.context.project_id ?? '')
  const shown = rows.getVirtualItems().flatMap(({ index }) => {
    const id = ids[index]
    return id === undefined ? [] : [{ id, index }]
  })
  const height = Math.max(ids.length * ganttRowHeight + 2 * ganttRowHeight, axis.height - ganttHeaderHeight)
  const [trayOpen, setTrayOpen] = useAtom(isUndatedPanelOpenAtom)
  const undated = useMemo(() => view.without(['start_date', 'target_date']), [view])
  const fromTray = useUndatedPanelDrop({ viewport, side, axis, onDragging })
  const trayDay = fromTray.day
  const goTo = (id: string) => {
    rows.scrollToIndex(ids.indexOf(id))
    axis.show(axis.today)
    focusBlock(viewport.current, id)
  }
  const { change } = display
  const controls = useMemo(
    () => (
      <GanttControls axis={axis} onZoom={(next) => change({ display_filters: { gantt: { zoom: next } } })} />
    ),
    [axis, change],
  )
  const whole = useDeferredRows(rows)
  const isPrinting = useIsPrinting()
  return (
    <ItemContextMenu>
      <section aria-label={t('workItems.layouts.gantt_chart')} className="flex min-h-0 flex-1 flex-col">
        {isPhone && (
          <div className="print-hidden flex min-h-12 shrink-0 items-center justify-end border-b border-line px-3 py-1">
            {controls}
          </div>
        )}
        <p id="gantt-keys" className="sr-only">
          {t('workItems.gantt.keys')}
        </p>
        {isPrinting && (
          <PrintedGantt ids={ids} zoom={axis.zoom} today={axis.today} weekStartsOn={weekStartsOn} />
        )}
        <div className={cx('flex min-h-0 flex-1 print:hidden!', isPhone && 'flex-col')}>
          <div
            ref={viewport}
            data-scroller
            style={{ scrollPaddingTop: ganttHeaderHeight }}
            className="scroll-quiet relative min-h-0 flex-1 overflow-auto overscroll-contain"
          >
            <div style={{ width: side + axis.width }}>
              <AxisHeader axis={axis} side={side} weekStartsOn={weekStartsOn}>
                {isPhone ? t('shell.nav.workItems') : controls}
              </AxisHeader>
              <div className="relative flex" style={{ height }}>
                <DeferredRowsContext value={whole}>
                  <GanttSidebar
                    view={view}
                    rows={shown}
                    shown={display.settings.display_properties}
                    width={side}
                    selected={selected}
                    onScrollTo={rows.scrollToIndex}
                    onOpen={onOpen}
                    onDragging={onDragging}
                    footer={
                      loadingMore.length > 0 && (
                        <span
                          className="absolute inset-x-0 flex h-11 items-center justify-center text-faint"
                          style={{ top: ids.length * ganttRowHeight }}
                        >
                          <Spinner size={14} label={t('ui.loading')} />
                        </span>
                      )
                    }
                  />
                  <div className="relative select-none overflow-clip" style={{ width: axis.width }}>
                    <GanttGrid axis={axis} weekStartsOn={weekStartsOn} />
                    <RelationLayer
                      ids={ids}
                      first={shown[0]?.index ?? 0}
                      last={shown.at(-1)?.index ?? 0}
                      axis={axis}
                    />
                    {shown.map(({ id, index }) => (
                      <GanttLane
                        key={id}
                        id={id}
                        top={index * ganttRowHeight}
                        axis={axis}
                        viewport={viewport}
                        side={side}
                        peeked={selected === id}
                        onOpen={onOpen}
                        onGrip={beginDrag}
                        onLink={beginLink}
                      />
                    ))}
                    <DraggedRelationLine ids={ids} axis={axis} />
                    {trayDay !== null && (
                      <span
                        aria-hidden
                        style={getBlockPixelPosition(
                          { first: trayDay, last: trayDay + getNewBlockLengthInDays(axis.zoom) - 1 },
                          axis.range.first,
                          axis.zoom,
                        )}
                        className="absolute inset-y-0 bg-accent-soft"
                      />
                    )}
                  </div>
                </DeferredRowsContext>
              </div>
            </div>
          </div>
          {trayOpen && (
            <UndatedPanel
              properties={display.settings.display_properties}
              view={undated}
              keysId="gantt-tray-keys"
              selected={selected}
              lifted={fromTray.lifted}
              onOpen={onOpen}
              onClose={() => setTrayOpen(false)}
              onKeyDown={(event) => setDatesOnSpaceKey(event, axis, goTo)}
              className={isPhone ? 'h-2/5 border-t border-line' : 'w-66 shrink-0 border-l border-line'}
            />
          )}
        </div>
        <p id="gantt-tray-keys" hidden>
          {t('workItems.gantt.trayKeys')}
        </p>
      </section>
    </ItemContextMenu>
  )
}

/**
 * Focuses the block of an item. Waits until its row is rendered, because scrolling to a distant row renders
 * it first.
 */
function focusBlock(view: HTMLElement | null, id: string, frames = 30): void {
  requestAnimationFrame(() => {
    const block = view?.querySelector<HTMLElement>(`[data-block="${CSS.escape(id)}"]`)
    if (block) block.focus({ preventScroll: true })
    else if (frames > 0) focusBlock(view, id, frames - 1)
  })
}
