import { useId } from 'react'
import { cycleDaysProblem, cycleLengthLimit } from '#common/planning/cycles/rules.ts'
import type { CycleRow } from '#common/planning/cycles/schema.ts'
import { clockIn } from '#common/platform/clock.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { type Form, useForm } from '../../platform/ui/use-form.ts'
import { cycleDaysText } from '../../work/plans/cycle-dates.ts'
import { statusOf } from '../../work/plans/cycles.ts'
import { PlanDay, PlanDays } from '../plans/PlanDays.tsx'
import { PlanDescription, PlanForm, PlanFormDialog, type PlanFormPartProps } from '../plans/PlanForm.tsx'
import { type CycleFields, createCycle, editCycle, endCycle, fieldsOf, timezoneOf } from './actions.ts'
import { useDaysTaken } from './days-taken.ts'

/** The dialog in which a cycle is written: a new one, or one that there is. */
export function CycleForm() {
  return <PlanFormDialog table="cycles" rowAtom={tables.cycles.rowAtom} Form={CycleFormDialog} />
}

const nothing: CycleFields = { name: '', description: '', first: null, last: null }

function CycleFormDialog({ projectId, begun, onClose }: PlanFormPartProps<CycleRow>) {
  const { t, i18n } = useTranslation()
  const form: Form<CycleFields> = useForm<CycleFields>({
    saved: () => (begun === null ? nothing : fieldsOf(begun)),
    check: ({ name }) => ({ name: name.trim() === '' && t('cycles.problems.name'), first: problem }),
    send: (fields) => {
      const written = { ...fields, name: fields.name.trim() }
      void (begun === null ? createCycle(projectId, written) : editCycle(begun, written))
      onClose()
    },
  })
  const { first, last } = form.values
  const daysProblem = cycleDaysProblem(first, last)
  const taken = useDaysTaken(projectId, begun?.id ?? null, form.values)
  const { today } = clockIn(timezoneOf(projectId))
  const note = useId()
  const isOver = daysProblem === null && last !== null && last < today

  const problem =
    taken !== null
      ? t('cycles.problems.overlap', { name: taken.name, days: cycleDaysText(taken, i18n.language) })
      : daysProblem && t(`cycles.problems.${daysProblem}`, { most: cycleLengthLimit })
  // A wrong day is shown at once, a missing day only after the person has tried to send.
  const said = taken !== null || daysProblem !== 'one_missing' || form.tried ? problem : null
  const days = { note, today, isInvalid: said !== null }
  return (
    <PlanForm
      table="cycles"
      isNew={begun === null}
      name={form.text('name')}
      nameProblem={form.problem('name')}
      submitLabel={isOver ? t('cycles.saveOver') : undefined}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <PlanDays note={note} hint={t('cycles.daysHint')} problem={said}>
        <PlanDay
          {...days}
          label={t('cycles.first')}
          value={first}
          max={last}
          onChange={(day) => form.set({ first: day })}
        />
        <PlanDay
          {...days}
          label={t('cycles.last')}
          value={last}
          min={first}
          onChange={(day) => form.set({ last: day })}
        />
      </PlanDays>
      {isOver && taken === null && <OverNotice begun={begun} onEnd={onClose} />}
      <PlanDescription table="cycles" text={form.text('description')} />
    </PlanForm>
  )
}

/** Warns that a cycle whose last day is in the past is completed by saving it. */
function OverNotice({ begun, onEnd }: { begun: CycleRow | null; onEnd: () => void }) {
  const { t } = useTranslation()
  const canEnd = begun !== null && statusOf(begun) === 'CURRENT'
  return (
    <div role="status" className="flex flex-col items-start gap-2 rounded-md bg-sunken p-3 text-sm">
      <p>{t('cycles.over')}</p>
      {canEnd && (
        <>
          <p>{t('cycles.overInstead')}</p>
          <Button
            onClick={() => {
              void endCycle(begun)
              onEnd()
            }}
          >
            {t('cycles.end')}
          </Button>
        </>
      )}
    </div>
  )
}
