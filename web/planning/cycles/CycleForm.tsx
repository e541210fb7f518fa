import { useId, useState } from 'react'
import { cycleDaysProblem, maxCycleDays } from '#common/planning/cycles/rules.ts'
import type { CycleRow } from '#common/planning/cycles/schema.ts'
import { createClock } from '#common/platform/clock.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { type Form, useForm } from '../../platform/ui/use-form.ts'
import { cycleDaysText } from '../../work/cycles-modules-epics/cycle-dates.ts'
import { statusOfCycle } from '../../work/cycles-modules-epics/cycles.ts'
import {
  CycleOrModuleDateField,
  CycleOrModuleDateFields,
} from '../cycles-and-modules/CycleOrModuleDateFields.tsx'
import {
  CycleOrModuleDescriptionField,
  CycleOrModuleForm,
  CycleOrModuleFormDialog,
  type CycleOrModuleFormFieldsProps,
} from '../cycles-and-modules/CycleOrModuleForm.tsx'
import {
  type CycleFields,
  createCycle,
  cycleFieldsOf,
  editCycle,
  endCycle,
  newCycleRow,
  timezoneOfProject,
} from './actions.ts'
import { OpenItemsChoice } from './OpenItemsChoice.tsx'
import type { OpenItemsDestination } from './open-items-destination.ts'
import { useOverlappingCycle } from './overlapping-cycle.ts'
import { useShowInList } from './use-show-in-list.ts'

/** The dialog for creating or editing a cycle. */
export function CycleForm() {
  return <CycleOrModuleFormDialog table="cycles" rowAtom={tables.cycles.rowAtom} Form={CycleFormDialog} />
}

const emptyFields: CycleFields = { name: '', description: '', first: null, last: null }

function CycleFormDialog({ projectId, existing, onClose }: CycleOrModuleFormFieldsProps<CycleRow>) {
  const { t, i18n } = useTranslation()
  const [destination, setDestination] = useState<OpenItemsDestination | null>(null)
  const form: Form<CycleFields> = useForm<CycleFields>({
    saved: () => (existing === null ? emptyFields : cycleFieldsOf(existing)),
    check: ({ name }) => ({ name: name.trim() === '' && t('cycles.problems.name'), first: problem }),
    send: (fields) => {
      // Ctrl or ⌘ with Enter also submits the form while its button is disabled.
      if (isChoiceMissing) return
      const trimmed = { ...fields, name: fields.name.trim() }
      if (existing === null) {
        const cycle = newCycleRow(projectId, trimmed)
        void createCycle(cycle)
        showInList(cycle)
      } else {
        void editCycle(existing, trimmed, isOver ? destination?.to : undefined)
        showInList(existing)
      }
      onClose()
    },
  })
  const showInList = useShowInList(projectId)
  const { first, last } = form.values
  const daysProblem = cycleDaysProblem(first, last)
  const taken = useOverlappingCycle(projectId, existing?.id ?? null, form.values)
  const { today } = createClock(timezoneOfProject(projectId))
  const note = useId()
  const isOver = daysProblem === null && last !== null && last < today

  const problem =
    taken !== null
      ? t('cycles.problems.overlap', { name: taken.name, days: cycleDaysText(taken, i18n.language) })
      : daysProblem && t(`cycles.problems.${daysProblem}`, { most: maxCycleDays })
  // An invalid day is reported immediately, a missing day only after the first attempt to submit.
  const shownProblem = taken !== null || daysProblem !== 'one_missing' || form.tried ? problem : null
  const isChoiceMissing = isOver && taken === null && existing !== null && destination === null
  const days = { note, today, isInvalid: shownProblem !== null }
  return (
    <CycleOrModuleForm
      table="cycles"
      isNew={existing === null}
      name={form.text('name')}
      nameProblem={form.problem('name')}
      submitLabel={isOver ? t('cycles.saveOver') : undefined}
      disabled={isChoiceMissing}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <CycleOrModuleDateFields note={note} hint={t('cycles.daysHint')} problem={shownProblem}>
        <CycleOrModuleDateField
          {...days}
          label={t('cycles.first')}
          value={first}
          max={last}
          onChange={(day) => form.set({ first: day })}
        />
        <CycleOrModuleDateField
          {...days}
          label={t('cycles.last')}
          value={last}
          min={first}
          onChange={(day) => form.set({ last: day })}
        />
      </CycleOrModuleDateFields>
      {isOver && taken === null && (
        <OverNotice existing={existing} destination={destination} onChange={setDestination} onEnd={onClose} />
      )}
      <CycleOrModuleDescriptionField table="cycles" text={form.text('description')} />
    </CycleOrModuleForm>
  )
}

interface OverNoticeProps {
  existing: CycleRow | null
  destination: OpenItemsDestination | null
  onChange: (destination: OpenItemsDestination | null) => void
  onEnd: () => void
}

/**
 * Warns that saving completes the cycle, because its last day is in the past. The user chooses where its unfinished
 * items move.
 */
function OverNotice({ existing, destination, onChange, onEnd }: OverNoticeProps) {
  const { t } = useTranslation()
  const canEnd = existing !== null && statusOfCycle(existing) === 'CURRENT'
  return (
    <div className="flex flex-col items-start gap-3 rounded-md bg-sunken p-3 text-sm">
      <p role="status">{t('cycles.over')}</p>
      {existing !== null && <OpenItemsChoice cycle={existing} canStay onChange={onChange} />}
      {canEnd && (
        <>
          <p>{t('cycles.overInstead')}</p>
          <Button
            disabled={destination === null}
            onClick={() => {
              void endCycle(existing, destination?.to)
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
