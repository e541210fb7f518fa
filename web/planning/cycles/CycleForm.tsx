import { useId, useRef, useState } from 'react'
import { cycleDaysProblem, cycleLengthLimit } from '#common/planning/cycles/rules.ts'
import type { CycleRow } from '#common/planning/cycles/schema.ts'
import { clockIn } from '#common/platform/clock.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { cycleDaysWords } from '../../work/plans/cycle-words.ts'
import { statusOf } from '../../work/plans/cycles.ts'
import { PlanDay, PlanDays } from '../plans/PlanDays.tsx'
import { PlanDescription, PlanForm, PlanFormDialog, type PlanFormPartProps } from '../plans/PlanForm.tsx'
import { type CycleFields, createCycle, editCycle, endCycle, fieldsOf, timezoneOf } from './actions.ts'
import { useDaysTaken } from './days-taken.ts'

/** The dialog in which a cycle is written: a new one, or one that there is. */
export function CycleForm() {
  return <PlanFormDialog table="cycles" rowAtom={tables.cycles.rowAtom} Form={Form} />
}

const nothing: CycleFields = { name: '', description: '', first: null, last: null }

function Form({ projectId, begun, onClose }: PlanFormPartProps<CycleRow>) {
  const { t, i18n } = useTranslation()
  const [fields, setFields] = useState(() => (begun === null ? nothing : fieldsOf(begun)))
  const [tried, setTried] = useState(false)
  const name = useRef<HTMLInputElement>(null)
  const set = (change: Partial<CycleFields>) => setFields((now) => ({ ...now, ...change }))
  const { first, last } = fields
  const daysProblem = cycleDaysProblem(first, last)
  const taken = useDaysTaken(projectId, begun?.id ?? null, fields)
  const isNameless = fields.name.trim() === ''
  const { today } = clockIn(timezoneOf(projectId))
  const note = useId()
  const isOver = daysProblem === null && last !== null && last < today

  function submit(): void {
    setTried(true)
    if (isNameless) name.current?.focus()
    if (isNameless || daysProblem !== null || taken !== null) return
    const written = { ...fields, name: fields.name.trim() }
    void (begun === null ? createCycle(projectId, written) : editCycle(begun, written))
    onClose()
  }

  // What is wrong with the days is said as they are chosen, what is missing once one goes on.
  const said =
    taken !== null
      ? t('cycles.problems.overlap', { name: taken.name, days: cycleDaysWords(taken, i18n.language) })
      : daysProblem !== null && (tried || daysProblem !== 'one_missing')
        ? t(`cycles.problems.${daysProblem}`, { most: cycleLengthLimit })
        : null
  const days = { note, today, isInvalid: said !== null }
  return (
    <PlanForm
      table="cycles"
      isNew={begun === null}
      name={fields.name}
      nameField={name}
      nameProblem={tried && isNameless ? t('cycles.problems.name') : undefined}
      onName={(typed) => set({ name: typed })}
      submitLabel={isOver ? t('cycles.saveOver') : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <PlanDays note={note} hint={t('cycles.daysHint')} problem={said}>
        <PlanDay
          {...days}
          label={t('cycles.first')}
          value={first}
          max={last}
          onChange={(day) => set({ first: day })}
        />
        <PlanDay
          {...days}
          label={t('cycles.last')}
          value={last}
          min={first}
          onChange={(day) => set({ last: day })}
        />
      </PlanDays>
      {isOver && taken === null && <OverNotice begun={begun} onEnd={onClose} />}
      <PlanDescription table="cycles" value={fields.description} onChange={set} />
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
