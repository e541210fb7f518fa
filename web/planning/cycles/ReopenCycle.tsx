import { useId, useState } from 'react'
import { cycleDaysProblem, cycleLengthLimit } from '#common/planning/cycles/rules.ts'
import type { CycleRow } from '#common/planning/cycles/schema.ts'
import { clockIn } from '#common/platform/clock.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Dialog } from '../../platform/ui/Dialog.tsx'
import { fieldsOf, reopenCycle, timezoneOf } from './actions.ts'
import { CycleDay } from './CycleDays.tsx'
import { useDaysTaken } from './days-taken.ts'
import { cycleDaysWords } from './words.ts'

/** Gives a completed cycle a later last day, so that it runs again. */
export function ReopenCycle({ cycle, onClose }: { cycle: CycleRow; onClose: () => void }) {
  const { t, i18n } = useTranslation()
  const { today } = clockIn(timezoneOf(cycle.project_id))
  const { first } = fieldsOf(cycle)
  const [last, setLast] = useState<string | null>(today)
  const taken = useDaysTaken(cycle.project_id, cycle.id, { first, last })
  const daysProblem = cycleDaysProblem(first, last)
  const note = useId()
  const problem =
    taken !== null
      ? t('cycles.problems.overlap', { name: taken.name, days: cycleDaysWords(taken, i18n.language) })
      : daysProblem && t(`cycles.problems.${daysProblem}`, { most: cycleLengthLimit })

  function submit(): void {
    if (last === null || problem !== null) return
    void reopenCycle(cycle, last)
    onClose()
  }

  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(open) => !open && onClose()}
      title={t('cycles.reopenTitle', { name: cycle.name })}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" variant="primary" disabled={problem !== null}>
            {t('cycles.reopen')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p>{t('cycles.reopenText')}</p>
        <CycleDay
          projectId={cycle.project_id}
          name="last"
          value={last}
          min={today}
          note={note}
          isInvalid={problem !== null}
          onChange={setLast}
        />
        <p id={note} role={problem === null ? undefined : 'alert'} className="text-sm text-danger">
          {problem}
        </p>
      </div>
    </Dialog>
  )
}
