import { useTranslation } from '../../../../locales/i18n.ts'
import { Button } from '../../../../platform/ui/Button.tsx'
import { SegmentedControl } from '../../../../platform/ui/SegmentedControl.tsx'
import { UndatedPanelToggle } from '../UndatedPanelToggle.tsx'
import { type GanttZoom, ganttZooms } from './geometry.ts'
import type { TimeAxis } from './use-time-axis.ts'

interface GanttControlsProps {
  axis: TimeAxis
  onZoom: (zoom: GanttZoom) => void
}

/** Zoom levels and a button that scrolls to today. */
export function GanttControls({ axis, onZoom }: GanttControlsProps) {
  const { t } = useTranslation()
  return (
    <div className="flex min-w-0 flex-1 items-center justify-between gap-2 max-sm:flex-wrap max-sm:justify-end">
      <SegmentedControl
        label={t('workItems.gantt.zoom')}
        value={axis.zoom}
        onChange={onZoom}
        options={ganttZooms.map((zoom) => ({ value: zoom, label: t(`workItems.gantt.zooms.${zoom}`) }))}
      />
      <span className="flex items-center gap-1">
        <UndatedPanelToggle compact />
        <Button size="sm" onClick={() => axis.show(axis.today)}>
          {t('ui.date.today')}
        </Button>
      </span>
    </div>
  )
}
