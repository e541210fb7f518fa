import { useTranslation } from '../../locales/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { zooms } from './geometry.ts'
import type { TimeAxis } from './use-time-axis.ts'

export function GanttToolbar({ axis }: { axis: TimeAxis }) {
  const { t } = useTranslation()
  return (
    <div className="flex h-10 shrink-0 items-center justify-end gap-2 border-b border-line px-3 coarse:h-12">
      <Button size="sm" onClick={() => axis.show(axis.today)}>
        {t('ui.date.today')}
      </Button>
      <SegmentedControl
        label={t('workItems.gantt.zoom')}
        value={axis.zoom}
        onChange={axis.setZoom}
        options={zooms.map((zoom) => ({ value: zoom, label: t(`workItems.gantt.zooms.${zoom}`) }))}
      />
    </div>
  )
}
