import { useAtom, useAtomValue } from 'jotai'
import { useRef, useState } from 'react'
import { cycleDaysProblem, cycleLengthLimit } from '#common/planning/cycles/rules.ts'
import type { CycleRow } from '#common/planning/cycles/schema.ts'
import { planNameLength } from '#common/planning/plans/rules.ts'
import { clockIn } from '#common/platform/clock.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Dialog } from '../../platform/ui/Dialog.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { Textarea } from '../../platform/ui/Textarea.tsx'
import { cycleDaysWords } from '../../work/plans/cycle-words.ts'
import { statusOf } from '../../work/plans/cycles.ts'
import {
  type CycleFields,
  createCycle,
  cycleDialogAtom,
  editCycle,
  endCycle,
  fieldsOf,
  timezoneOf,
} from './actions.ts'
import { CycleDays } from './CycleDays.tsx'
import { useDaysTaken } from './days-taken.ts'

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
  const taken = useDaysTaken(projectId, begun?.id ?? null, fields)
  const isNameless = fields.name.trim() === ''
  const isOver = daysProblem === null && last !== null && last < clockIn(timezoneOf(projectId)).today

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
            {t(isOver ? 'cycles.saveOver' : begun === null ? 'cycles.create' : 'cycles.save')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label={t('cycles.name')} error={tried && isNameless ? t('cycles.problems.name') : undefined}>
          <Input
            ref={name}
            autoComplete="off"
            maxLength={planNameLength}
            placeholder={t('cycles.namePlaceholder')}
            value={fields.name}
            onChange={(event) => set({ name: event.target.value })}
          />
        </Field>
        <CycleDays projectId={projectId} fields={fields} onChange={set} problem={said} />
        {isOver && taken === null && <OverNotice begun={begun} onEnd={onClose} />}
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
