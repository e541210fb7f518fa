import { useAtomValue } from 'jotai'
import { useId, useState } from 'react'
import { cycleDaysProblem, maxCycleDays } from '#common/planning/cycles/rules.ts'
import type { CycleRow } from '#common/planning/cycles/schema.ts'
import { addDays, createClock } from '#common/platform/clock.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { FormDialog } from '../../platform/ui/FormDialog.tsx'
import { cycleDaysText } from '../../work/cycles-modules-epics/cycle-dates.ts'
import { CycleOrModuleDateField } from '../cycles-and-modules/CycleOrModuleDateFields.tsx'
import { correctLastDay, cycleFieldsOf, reopenCycle, timezoneOfProject } from './actions.ts'
import { useOverlappingCycle } from './overlapping-cycle.ts'
import { useShowInList } from './use-show-in-list.ts'

interface Props {
  cycle: CycleRow
  action: 'reopen' | 'correct'
  onClose: () => void
}

/**
 * The dialog that changes the last day of a completed cycle. A day in the future reopens the cycle. A day in
 * the past corrects the day on which the cycle ended.
 */
export function CycleLastDayDialog({ cycle, action, onClose }: Props) {
  const { t, i18n } = useTranslation()
  const { today } = createClock(timezoneOfProject(cycle.project_id))
  const isReopening = action === 'reopen'
  const { first, last: ended } = cycleFieldsOf(cycle)
  const rollsOver = useAtomValue(tables.projects.rowAtom(cycle.project_id))?.automatic_cycles?.rolls_over
  const [last, setLast] = useState<string | null>(isReopening ? today : ended)
  const taken = useOverlappingCycle(cycle.project_id, cycle.id, { first, last })
  const daysProblem = cycleDaysProblem(first, last)
  const note = useId()
  const showInList = useShowInList(cycle.project_id)
  const problem =
    taken !== null
      ? t('cycles.problems.overlap', { name: taken.name, days: cycleDaysText(taken, i18n.language) })
      : daysProblem && t(`cycles.problems.${daysProblem}`, { most: maxCycleDays })

  function submit(): void {
    if (last === null || problem !== null) return
    if (isReopening) {
      void reopenCycle(cycle, last)
      showInList(cycle)
    } else if (last !== ended) void correctLastDay(cycle, last)
    onClose()
  }

  return (
    <FormDialog
      size="sm"
      title={t(isReopening ? 'cycles.reopenTitle' : 'cycles.correctTitle', { name: cycle.name })}
      onSubmit={submit}
      submit={t(isReopening ? 'cycles.reopen' : 'cycles.save')}
      disabled={problem !== null}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <p>{t(isReopening ? 'cycles.reopenText' : 'cycles.correctText')}</p>
        {isReopening && rollsOver === true && <p>{t('cycles.reopenItems')}</p>}
        <CycleOrModuleDateField
          label={t('cycles.last')}
          today={today}
          value={last}
          required
          {...(isReopening ? { min: today } : { min: first, max: addDays(today, -1) })}
          note={note}
          isInvalid={problem !== null}
          onChange={setLast}
        />
        <p id={note} role={problem === null ? undefined : 'alert'} className="text-sm text-danger">
          {problem}
        </p>
      </div>
    </FormDialog>
  )
}
