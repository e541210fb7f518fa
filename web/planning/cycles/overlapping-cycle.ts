import { useAtomValue } from 'jotai'
import { doCyclesOverlap } from '#common/planning/cycles/rules.ts'
import type { CycleRow } from '#common/planning/cycles/schema.ts'
import { cycleDatesForDays } from '#common/planning/cycles/timestamps.ts'
import { cyclesAtom } from '../../work/cycles-modules-epics/cycles.ts'
import { type CycleFields, timezoneOfProject } from './actions.ts'

/**
 * Returns another cycle of the project that overlaps the period from `first` to `last`, or null. Archived cycles are
 * included if this client has loaded them.
 */
export function useOverlappingCycle(
  projectId: string,
  own: string | null,
  { first, last }: Pick<CycleFields, 'first' | 'last'>,
): CycleRow | null {
  const cycles = useAtomValue(cyclesAtom(projectId))
  if (first === null || last === null || first > last) return null
  const current = cycles.find(({ id }) => id === own) ?? null
  const dates = cycleDatesForDays({ first, last }, timezoneOfProject(projectId), current)
  return cycles.find((other) => other.id !== own && doCyclesOverlap(dates, other)) ?? null
}
