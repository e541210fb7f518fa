import { Copy, MoreHorizontal, MoveHorizontal, MoveVertical, Pencil, Trash2 } from 'lucide-react'
import { gridColumns, widgetHeightMost, widgetWidthLeast } from '#common/planning/dashboards/rules.ts'
import type { DashboardRow, Widget } from '#common/planning/dashboards/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { Menu } from '../../platform/ui/Menu.tsx'
import { MenuItem } from '../../platform/ui/MenuItem.tsx'
import { MenuSeparator } from '../../platform/ui/MenuSeparator.tsx'
import { SortableRow } from '../../platform/ui/SortableRow.tsx'
import { addWidget, arrangeWidgets, removeWidget } from './actions.ts'
import { widgetOf } from './first-widgets.ts'
import { ResizeHandle } from './ResizeHandle.tsx'
import { WidgetBody } from './WidgetBody.tsx'

interface WidgetCardProps {
  dashboard: DashboardRow
  widget: Widget
  canEdit: boolean
  onEdit: () => void
}

/** A widget in the grid. Its menu and its corner change the size. */
export function WidgetCard({ dashboard, widget, canEdit, onEdit }: WidgetCardProps) {
  const { t } = useTranslation()
  const title = widget.title || t(`dashboards.kinds.${widget.kind}`)
  const resize = (w: number, h: number) => {
    const size = {
      w: Math.min(gridColumns, Math.max(widgetWidthLeast, w)),
      h: Math.min(widgetHeightMost, Math.max(1, h)),
    }
    if (size.w === widget.w && size.h === widget.h) return
    void arrangeWidgets(
      dashboard,
      dashboard.widgets.map((one) => (one.id === widget.id ? { ...one, ...size } : one)),
    )
  }
  return (
    <SortableRow
      row={widget.id}
      style={{ '--w': widget.w, '--h': widget.h } as React.CSSProperties}
      className="flex min-w-0 flex-col rounded-lg border border-line bg-sheet [grid-row:span_var(--h)] md:[grid-column:span_var(--w)]"
    >
      <div className="flex h-9 shrink-0 items-center gap-2 pr-1.5 pl-3">
        <h2
          data-widget-title
          tabIndex={canEdit ? 0 : undefined}
          className="min-w-0 flex-1 truncate rounded-sm font-strong"
        >
          {title}
        </h2>
        {canEdit && (
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
            <MenuItem icon={<Pencil />} onSelect={onEdit}>
              {t('dashboards.editWidget')}
            </MenuItem>
            <MenuItem
              icon={<Copy />}
              onSelect={() => void addWidget(dashboard, widgetOf({ ...widget, id: widgetOf({}).id }))}
            >
              {t('dashboards.duplicate')}
            </MenuItem>
            <MenuItem icon={<MoveHorizontal />} onSelect={() => resize(widget.w + 1, widget.h)}>
              {t('dashboards.wider')}
            </MenuItem>
            <MenuItem icon={<MoveHorizontal />} onSelect={() => resize(widget.w - 1, widget.h)}>
              {t('dashboards.narrower')}
            </MenuItem>
            <MenuItem icon={<MoveVertical />} onSelect={() => resize(widget.w, widget.h + 1)}>
              {t('dashboards.taller')}
            </MenuItem>
            <MenuItem icon={<MoveVertical />} onSelect={() => resize(widget.w, widget.h - 1)}>
              {t('dashboards.shorter')}
            </MenuItem>
            <MenuSeparator />
            <MenuItem danger icon={<Trash2 />} onSelect={() => void removeWidget(dashboard, widget)}>
              {t('dashboards.removeWidget')}
            </MenuItem>
          </Menu>
        )}
      </div>
      <div className="scroll-quiet min-h-0 flex-1 overflow-auto px-3 pb-3">
        <WidgetBody widget={widget} />
      </div>
      {canEdit && <ResizeHandle widget={widget} onResize={resize} />}
    </SortableRow>
  )
}
