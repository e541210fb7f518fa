import { useAtom, useAtomValue } from 'jotai'
import { CalendarDays } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import {
  cycleDays,
  cycleDaysProblem,
  cycleLengthLimit,
  cycleNameLength,
  overlap,
} from '#common/cycles/rules.ts'
import type { CycleRow } from '#common/cycles/schema.ts'
import { clockIn } from '#common/listing/clock.ts'
import { tables } from '../app/sync.ts'
import { useTranslation } from '../locales/i18n.ts'
import { Button } from '../ui/Button.tsx'
import { DatePicker } from '../ui/DatePicker.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { Input } from '../ui/Input.tsx'
import { Textarea } from '../ui/Textarea.tsx'
import { weekStartAtom } from '../users/me.ts'
import { shortDate } from '../work-items/dates.ts'
import { type CycleFields, createCycle, cycleDialogAtom, editCycle, fieldsOf, timezoneOf } from './actions.ts'
import { cyclesAtom } from './atoms.ts'
import { cycleDaysWords } from './words.ts'

/** The dialog in which a cycle is written: a new one, or one that there is. */
export function CycleForm() {
  const [asked, setAsked] = useAtom(cycleDialogAtom)
  const row = useAtomValue(tables.cycles.rowAtom(asked?.id ?? ''))
  if (asked === null || (asked.id !== null && row === undefined)) return null
  return (
    <Form
      key={asked.id ?? ''}
      projectId={asked.project_id}
      begun={row ?? null}
      onClose={() => setAsked(null)}
    />
  )
}

interface FormProps {
  projectId: string
  begun: CycleRow | null
  onClose: () => void
}

const nothing: CycleFields = { name: '', description: '', first: null, last: null }

function Form({ projectId, begun, onClose }: FormProps) {
  const { t, i18n } = useTranslation()
  const [fields, setFields] = useState(() => (begun === null ? nothing : fieldsOf(begun)))
  const [tried, setTried] = useState(false)
  const name = useRef<HTMLInputElement>(null)
  const set = (change: Partial<CycleFields>) => setFields((now) => ({ ...now, ...change }))
  const { first, last } = fields
  const daysProblem = cycleDaysProblem(first, last)
  const taken = useTaken(projectId, begun?.id ?? null, fields)
  const isNameless = fields.name.trim() === ''

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
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(begun === null ? 'cycles.new' : 'cycles.edit')}
      initialFocus={name}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" variant="primary">
            {t(begun === null ? 'cycles.create' : 'cycles.save')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label={t('cycles.name')} error={tried && isNameless ? t('cycles.problems.name') : undefined}>
          <Input
            ref={name}
            autoComplete="off"
            maxLength={cycleNameLength}
            placeholder={t('cycles.namePlaceholder')}
            value={fields.name}
            onChange={(event) => set({ name: event.target.value })}
          />
        </Field>
        <Days projectId={projectId} fields={fields} onChange={set} problem={said} />
        <Field label={t('cycles.description')} optional>
          <Textarea
            rows={3}
            placeholder={t('cycles.descriptionPlaceholder')}
            value={fields.description}
            onChange={(event) => set({ description: event.target.value })}
          />
        </Field>
      </div>
    </Dialog>
  )
}

interface DaysProps {
  projectId: string
  fields: CycleFields
  onChange: (days: Partial<Pick<CycleFields, 'first' | 'last'>>) => void
  problem: string | null
}

function Days({ projectId, fields: { first, last }, onChange, problem }: DaysProps) {
  const { t, i18n } = useTranslation()
  const weekStartsOn = useAtomValue(weekStartAtom)
  const { today } = clockIn(timezoneOf(projectId))
  const note = useId()
  const choices = [
    { name: 'first' as const, value: first, min: null, max: last },
    { name: 'last' as const, value: last, min: first, max: null },
  ]
  return (
    <div className="flex flex-col gap-1.5">
      <div className="grid grid-cols-2 gap-3">
        {choices.map((choice) => (
          <div key={choice.name} className="flex flex-col gap-1.5">
            <span className="text-sm font-medium text-soft">{t(`cycles.${choice.name}`)}</span>
            <DatePicker
              label={t(`cycles.${choice.name}`)}
              value={choice.value}
              onChange={(day) => onChange({ [choice.name]: day })}
              weekStartsOn={weekStartsOn}
              today={today}
              min={choice.min}
              max={choice.max}
              trigger={
                <Button
                  className="justify-start"
                  icon={<CalendarDays />}
                  aria-describedby={note}
                  aria-invalid={problem !== null}
                  aria-label={`${t(`cycles.${choice.name}`)}: ${
                    choice.value === null ? t('cycles.noDay') : shortDate(choice.value, i18n.language)
                  }`}
                >
                  {choice.value === null ? t('cycles.noDay') : shortDate(choice.value, i18n.language)}
                </Button>
              }
            />
          </div>
        ))}
      </div>
      <p
        id={note}
        role={problem === null ? undefined : 'alert'}
        className={problem === null ? 'text-sm text-faint' : 'text-sm text-danger'}
      >
        {problem ?? t('cycles.daysHint')}
      </p>
    </div>
  )
}

/** Another cycle of the project that has one of these days, the archived ones too as far as they are known here. */
function useTaken(projectId: string, own: string | null, { first, last }: CycleFields): CycleRow | null {
  const cycles = useAtomValue(cyclesAtom(projectId))
  if (first === null || last === null || first > last) return null
  const timezone = timezoneOf(projectId)
  const isTaken = (other: CycleRow) => {
    const days = other.id === own ? null : cycleDays(other, timezone)
    return days !== null && overlap(days, { first, last })
  }
  return cycles.find(isTaken) ?? null
}
