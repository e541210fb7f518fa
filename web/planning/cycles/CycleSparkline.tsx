import type { CycleRow } from '#common/planning/cycles/schema.ts'
import { type ChosenMeasure, formatAmount } from '../../work/cycles-modules-epics/measure.ts'
import { BurndownSparkline } from '../figures/BurndownSparkline.tsx'
import { useAutoReloadedValue } from '../figures/use-auto-reloaded-value.ts'
import { useCycleStats } from './use-figures.ts'

/**
 * The burndown chart of a running cycle in the list of cycles. Its width is reserved while the data of the chart is
 * loading.
 */
export function CycleSparkline({ cycle, measuring }: { cycle: CycleRow; measuring: ChosenMeasure }) {
  const { read, isAffectedBy } = useCycleStats(cycle.project_id, cycle.id, true, measuring.measure)
  const { value } = useAutoReloadedValue(read, isAffectedBy)
  return (
    <span className="h-6 w-24 shrink-0 max-sm:hidden">
      {value?.analytics && (
        <BurndownSparkline
          figures={value.analytics}
          text={(amount) => formatAmount(amount, value.measure, measuring.type)}
        />
      )}
    </span>
  )
}
