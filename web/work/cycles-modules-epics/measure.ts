import { useAtom, useAtomValue } from 'jotai'
import { atomWithStorage } from 'jotai/utils'
import { atomFamily } from 'jotai-family'
import type { ProgressSnapshot } from '#common/planning/cycles/schema.ts'
import { formatEstimateValue } from '#common/planning/estimates/rules.ts'
import type {
  CycleOrModuleEstimateStats,
  CycleOrModuleItemStats,
  EstimateTotals,
  ItemCountsByState,
} from '#common/planning/figures/schema.ts'
import type { SummableEstimateType } from '#common/planning/figures/summable-estimate-types.ts'
import { countProgress, type DoneAndTotal, doneShare } from '#common/work/work-items/progress.ts'
import { formatDuration } from '../../locales/durations.ts'
import { formatNumber } from '../../locales/formats.ts'
import { t } from '../../locales/i18n.ts'
import { getMyId } from '../../platform/person/me.ts'
import { estimateOfProjectAtom, estimateSumUnitAtom } from '../work-items/estimates.ts'

/** The unit of statistics: number of items or sum of estimates. */
export const measures = ['issues', 'points'] as const
export type Measure = (typeof measures)[number]

export type ItemAndPointCounts = ItemCountsByState & EstimateTotals
/** Item counts that can also contain the sums of estimate points. For epics, there are no such sums. */
export type MeasuredCounts = ItemCountsByState & Partial<EstimateTotals>
export type CountedGroup = 'backlog' | 'unstarted' | 'started' | 'completed' | 'cancelled'

/**
 * The unit that the user chose for a project, stored in this browser. The key consists of the ids
 * `user|project`.
 */
const choiceAtom = atomFamily((place: string) =>
  atomWithStorage<Measure>(`figures|${place}`, 'issues', undefined, { getOnInit: true }),
)

export interface ChosenMeasure {
  measure: Measure
  /**
   * The unit of the estimates. Is null if the project has no estimates that can be summed, so that only
   * items are counted.
   */
  type: SummableEstimateType | null
  choose: (measure: Measure) => void
}

/**
 * Returns the unit that the user chose for the project: the number of items or the sum of estimates. For a
 * completed cycle, the unit of the sums is the estimate type that the project had when the cycle ended.
 */
export function useMeasure(
  projectId: string,
  frozen: Pick<ProgressSnapshot, 'estimate_type'> | null = null,
): ChosenMeasure {
  const [choice, choose] = useAtom(choiceAtom(`${getMyId()}|${projectId}`))
  const isOn = useAtomValue(estimateOfProjectAtom(projectId)) !== undefined
  const now = useAtomValue(estimateSumUnitAtom(projectId))
  const type = frozen === null ? now : isOn ? (frozen.estimate_type ?? null) : null
  return { measure: type === null ? 'issues' : choice, type, choose }
}

export function getStateGroupCount(
  counts: MeasuredCounts,
  of: CountedGroup | 'total',
  measure: Measure,
): number {
  return measure === 'issues' ? counts[`${of}_issues`] : (counts[`${of}_estimate_points`] ?? 0)
}

/** Returns the completed and total work of one person or label, without cancelled work. */
export function getDoneAndTotal(
  one:
    | CycleOrModuleItemStats['assignees' | 'labels'][number]
    | CycleOrModuleEstimateStats['assignees' | 'labels'][number],
): DoneAndTotal {
  return 'total_issues' in one
    ? { done: one.completed_issues, total: one.completed_issues + one.pending_issues }
    : { done: one.completed_estimates, total: one.completed_estimates + one.pending_estimates }
}

/** Returns an amount as text: `12`, `2.5`, `1h 30m`. */
export function formatAmount(amount: number, measure: Measure, type: SummableEstimateType | null): string {
  return measure === 'points' && type === 'time'
    ? formatEstimateValue(type, amount, formatDuration)
    : formatNumber(amount)
}

/** Returns the total with its unit: `12 items`, `30 points`, `1h 30m`. */
export function formatTotal(counts: ItemAndPointCounts, { measure, type }: ChosenMeasure): string {
  const count = getStateGroupCount(counts, 'total', measure)
  if (measure === 'issues') return t('planning.countItems', { count })
  const text = formatAmount(count, measure, type)
  return type === 'time' ? text : t('planning.countPoints', { count, text })
}

/** Returns the share of completed work. Cancelled work does not count. */
export function completedShare(counts: MeasuredCounts, measure: Measure): number {
  const of = (group: CountedGroup | 'total') => getStateGroupCount(counts, group, measure)
  return doneShare(
    countProgress({ total: of('total'), completed: of('completed'), cancelled: of('cancelled') }),
  )
}
