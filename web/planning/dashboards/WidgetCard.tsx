import { Copy, MoreHorizontal, MoveHorizontal, MoveVertical, Pencil, Trash2 } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { isTimeAxis } from '#common/planning/analytics/axes.ts'
import { gridColumns, maxWidgetHeight, minWidgetWidth } from '#common/planning/dashboards/rules.ts'
import type { DashboardRow, Widget } from '#common/planning/dashboards/schema.ts'
import { newId } from '#common/platform/ids.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { cx } from '../../platform/ui/cx.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { Menu } from '../../platform/ui/Menu.tsx'
import { MenuItem } from '../../platform/ui/MenuItem.tsx'
import { MenuSeparator } from '../../platform/ui/MenuSeparator.tsx'
import { SortableRow } from '../../platform/ui/SortableRow.tsx'
import { useIsPhone } from '../../platform/ui/use-media-query.ts'
import { ChartExportItems } from '../analytics/ChartExportItems.tsx'
import { type ChartData, colorOfAxisValue, type LegendEntry, pieSlices } from '../analytics/chart-data.ts'
import { addWidget, arrangeWidgets, removeWidget } from './actions.ts'
import { ResizeHandle } from './ResizeHandle.tsx'
import { WidgetBody, widgetTitle } from './WidgetBody.tsx'
import { chartQueryOfWidget } from './widget-query.ts'

interface WidgetCardProps {
  dashboard: DashboardRow
  widget: Widget
  canEdit: boolean
  /** True on a wall display, which shows no menus. */
  isWall: boolean
  /** If true, this user has just added the widget, so it scrolls into view and is highlighted. */
  isAdded: boolean
  onEdit: () => void
  /** Called with the id of a duplicate of the widget before it is added to the dashboard. */
  onAdd: (id: string) => void
}

/** A widget in the grid. The user changes its size with its menu or by dragging its corner. */
export function WidgetCard({ dashboard, widget, canEdit, isWall, isAdded, onEdit, onAdd }: WidgetCardProps) {
  const { t } = useTranslation()
  const title = widgetTitle(widget)
  const figures = useRef<ChartData | null>(null)
  const body = useRef<HTMLDivElement>(null)
  const card = useRef<HTMLElement>(null)
  const [preview, setPreview] = useState<WidgetSize | null>(null)
  const size = preview ?? widget
  useEffect(() => {
    if (isAdded) card.current?.scrollIntoView({ block: 'nearest' })
  }, [isAdded])
  const resize = (w: number, h: number) => {
    const next = allowedSize(w, h)
    setPreview(null)
    if (next.w === widget.w && next.h === widget.h) return
    void arrangeWidgets(
      dashboard,
      dashboard.widgets.map((one) => (one.id === widget.id ? { ...one, ...next } : one)),
      t('dashboards.resized'),
    )
  }
  return (
    <SortableRow
      row={widget.id}
      box={card}
      style={{ '--w': size.w, '--h': size.h, '--half': size.w > 6 ? 2 : 1 } as React.CSSProperties}
      className={cx(
        'group flex min-w-0 flex-col rounded-lg border bg-sheet [grid-row:span_var(--h)] md:[grid-column:span_var(--half)] lg:[grid-column:span_var(--w)]',
        isAdded || preview ? 'border-accent' : 'border-line',
      )}
    >
      <div className={cx('flex h-9 shrink-0 items-center gap-2 pe-1.5 ps-3', canEdit && 'cursor-grab')}>
        <h2
          data-widget-title
          tabIndex={canEdit ? 0 : undefined}
          className="min-w-0 flex-1 truncate rounded-sm font-strong"
        >
          {title}
        </h2>
        {!isWall && (canEdit || chartQueryOfWidget(widget) !== null) && (
          <Menu
            align="end"
            trigger={
              <IconButton
                size="sm"
                label={t('dashboards.actionsFor', { name: title })}
                icon={<MoreHorizontal />}
              />
            }
          >
            <ExportItems widget={widget} figures={figures} body={body} />
            {canEdit && chartQueryOfWidget(widget) !== null && <MenuSeparator />}
            {canEdit && <EditItems {...{ dashboard, widget, onEdit, onAdd }} onResize={resize} />}
          </Menu>
        )}
      </div>
      <div ref={body} className="scroll-quiet min-h-0 flex-1 overflow-auto px-3 pb-3">
        <WidgetBody widget={widget} figures={figures} />
      </div>
      {canEdit && (
        <ResizeHandle
          widget={widget}
          onPreview={(w, h) => setPreview(allowedSize(w, h))}
          onResize={resize}
          onCancel={() => setPreview(null)}
        />
      )}
    </SortableRow>
  )
}

type WidgetSize = Pick<Widget, 'w' | 'h'>

function allowedSize(w: number, h: number): WidgetSize {
  return {
    w: Math.min(gridColumns, Math.max(minWidgetWidth, w)),
    h: Math.min(maxWidgetHeight, Math.max(1, h)),
  }
}

interface EditItemsProps extends Pick<WidgetCardProps, 'dashboard' | 'widget' | 'onEdit' | 'onAdd'> {
  onResize: (w: number, h: number) => void
}

function EditItems({ dashboard, widget, onEdit, onAdd, onResize }: EditItemsProps) {
  const { t } = useTranslation()
  const { w, h } = widget
  // On a phone, every widget has the whole width, so the menu does not offer other widths.
  const isPhone = useIsPhone()
  return (
    <>
      <MenuItem icon={<Pencil />} onSelect={onEdit}>
        {t('dashboards.editWidget')}
      </MenuItem>
      <MenuItem
        icon={<Copy />}
        onSelect={() => {
          const copy = { ...widget, id: newId() }
          onAdd(copy.id)
          void addWidget(dashboard, copy, widget.id)
        }}
      >
        {t('dashboards.duplicate')}
      </MenuItem>
      {!isPhone && (
        <>
          <MenuItem icon={<MoveHorizontal />} onSelect={() => onResize(w + 1, h)}>
            {t('dashboards.wider')}
          </MenuItem>
          <MenuItem icon={<MoveHorizontal />} onSelect={() => onResize(w - 1, h)}>
            {t('dashboards.narrower')}
          </MenuItem>
        </>
      )}
      <MenuItem icon={<MoveVertical />} onSelect={() => onResize(w, h + 1)}>
        {t('dashboards.taller')}
      </MenuItem>
      <MenuItem icon={<MoveVertical />} onSelect={() => onResize(w, h - 1)}>
        {t('dashboards.shorter')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem danger icon={<Trash2 />} onSelect={() => void removeWidget(dashboard, widget)}>
        {t('dashboards.removeWidget')}
      </MenuItem>
    </>
  )
}

interface ExportItemsProps {
  widget: Widget
  figures: RefObject<ChartData | null>
  body: RefObject<HTMLElement | null>
}

/** Menu items that export the data of a widget. Renders nothing for widgets without data. */
function ExportItems({ widget, figures, body }: ExportItemsProps) {
  const { t } = useTranslation()
  const chart = chartQueryOfWidget(widget)
  if (chart === null) return null
  const isDrawn = widget.kind !== 'number' && widget.kind !== 'table'
  return (
    <ChartExportItems
      title={widgetTitle(widget)}
      axisName={t(isTimeAxis(chart.axis) ? 'analytics.period' : `analytics.axes.${chart.axis}`)}
      getData={() => figures.current}
      getPlot={isDrawn ? () => body.current : undefined}
      legendOf={(data) => legendOf(widget, data)}
    />
  )
}

/** Returns the colors of the chart of a widget with their names. A chart with only one color has no legend. */
function legendOf(widget: Widget, { points, series }: ChartData): readonly LegendEntry[] {
  const axis = chartQueryOfWidget(widget)?.axis
  if (widget.kind === 'pie' && axis) return pieSlices(points, (key) => colorOfAxisValue(axis, key))
  return series.length > 1 ? series : []
}
