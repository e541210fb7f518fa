import { ChartNoAxesGantt, LayoutGrid, Rows3 } from 'lucide-react'
import { useTranslation } from '../../locales/i18n.ts'
import { SegmentedControl } from '../../platform/ui/SegmentedControl.tsx'
import { type CycleOrModuleLayout, cycleOrModuleLayouts } from './layouts.ts'

const icons = { list: <Rows3 />, board: <LayoutGrid />, gantt: <ChartNoAxesGantt /> }

interface LayoutSwitchProps {
  value: CycleOrModuleLayout
  onChange: (layout: CycleOrModuleLayout) => void
}

/** Selects the layout of a list of cycles or modules: list, gallery or timeline. */
export function LayoutSwitch({ value, onChange }: LayoutSwitchProps) {
  const { t } = useTranslation()
  return (
    <SegmentedControl
      label={t('planning.layout')}
      value={value}
      onChange={onChange}
      options={cycleOrModuleLayouts.map((layout) => ({
        value: layout,
        label: t(`planning.layouts.${layout}`),
        icon: icons[layout],
      }))}
    />
  )
}
