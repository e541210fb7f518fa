import { useId, useState } from 'react'
import { cycleDaysProblem, maxCycleDays } from '#common/planning/cycles/rules.ts'
import type { CycleRow } from '#common/planning/cycles/schema.ts'
import { addDays, createClock } from '#common/platform/clock.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { formatShortDate } from '../../platform/person/dates.ts'
import { FormDialog } from '../../platform/ui/FormDialog.tsx'
import { RadioGroup } from '../../platform/ui/RadioGroup.tsx'
import { cycleDaysText, daysBetween } from '../../work/cycles-modules-epics/cycle-dates.ts'
import { statusOfCycle } from '../../work/cycles-modules-epics/cycles.ts'
import { CycleOrModuleDateField } from '../cycles-and-modules/CycleOrModuleDateFields.tsx'
import { cycleFieldsOf, startCycle, timezoneOfProject } from './actions.ts'
import { useOverlappingCycle } from './overlapping-cycle.ts'
import { useShowInList } from './use-show-in-list.ts'

/** The number of days of a draft that starts today, until the user chooses another last day. */
const daysOfDraft = 14

/**
 * The dialog that starts a cycle today. For an upcoming cycle, the user chooses whether its end date or its length stays
 * the same. For a draft, the user chooses the last day.
 */
export function StartCycle({ cycle, onClose }: { cycle: CycleRow; onClose: () => void }) {
  const { t, i18n } = useTranslation()
  const { name, project_id } = cycle
  const { today } = createClock(timezoneOfProject(project_id))
  const { first: planned, last: end } = cycleFieldsOf(cycle)
  const [kept, setKept] = useState<'end' | 'length'>('end')
  const lastDays = {
    end: end ?? today,
    length: addDays(today, daysBetween(planned ?? today, end ?? today)),
  }
  const isDraft = planned === null
  const [lastOfDraft, setLastOfDraft] = useState<string | null>(addDays(today, daysOfDraft - 1))
  const days = { first: today, last: isDraft ? lastOfDraft : lastDays[kept] }
  const note = useId()
  const showInList = useShowInList(project_id)
  const taken = useOverlappingCycle(project_id, cycle.id, days)
  const daysProblem = cycleDaysProblem(days.first, days.last)
  const formatDay = (day: string) => formatShortDate(day, i18n.language)
  const problem =
    taken !== null
      ? t('cycles.problems.overlap', { name: taken.name, days: cycleDaysText(taken, i18n.language) })
      : daysProblem && t(`cycles.problems.${daysProblem}`, { most: maxCycleDays })

  function submit(): void {
    if (problem !== null || days.last === null) return
    void startCycle(cycle, days.last)
    showInList(cycle)
    onClose()
  }

  return (
    <FormDialog
      size="sm"
      title={t('cycles.startTitle', { name })}
      onSubmit={submit}
      submit={t('cycles.start')}
      disabled={problem !== null}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <p>
          {isDraft
            ? t('cycles.startDraftText', { name })
            : t('cycles.startText', { name, day: formatDay(planned) })}
        </p>
        {isDraft ? (
          <CycleOrModuleDateField
            label={t('cycles.last')}
            today={today}
            value={lastOfDraft}
            required
            min={today}
            note={note}
            isInvalid={problem !== null}
            onChange={setLastOfDraft}
          />
        ) : (
          <RadioGroup
            label={t('cycles.last')}
            value={kept}
            onChange={setKept}
            options={(['end', 'length'] as const).map((value) => ({
              value,
              label: t(`cycles.startKeeps.${value}`),
              hint: t('cycles.endsOn', { day: formatDay(lastDays[value]) }),
            }))}
          />
        )}
        {problem !== null && (
          <p id={note} role="alert" className="text-sm text-danger">
            {problem}
            {taken !== null && statusOfCycle(taken) === 'CURRENT' && (
              <> {t('cycles.endFirst', { name: taken.name })}</>
            )}
          </p>
        )}
      </div>
    </FormDialog>
  )
}
