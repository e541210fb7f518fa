import { useTranslation } from '../../locales/i18n.ts'
import { SegmentedControl } from '../../platform/ui/SegmentedControl.tsx'
import type { ChosenMeasure } from '../../work/cycles-modules-epics/measure.ts'

/**
 * A switch between counting items and summing estimates. Renders nothing if the values of the estimate cannot
 * be summed.
 */
export function MeasureSwitch({ measuring: { measure, type, choose } }: { measuring: ChosenMeasure }) {
  const { t } = useTranslation()
  if (type === null) return null
  return (
    <SegmentedControl
      label={t('planning.measure')}
      value={measure}
      onChange={choose}
      options={[
        { value: 'issues', label: t('planning.items') },
        { value: 'points', label: t(`estimates.types.${type}`) },
      ]}
    />
  )
}
