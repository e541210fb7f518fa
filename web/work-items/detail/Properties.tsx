import { useAtomValue } from 'jotai'
import { CalendarDays, CalendarPlus, Tag, UserRound, UserRoundPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { WorkItemRow } from '#common/work-items/schema.ts'
import { wordsOf } from '../../listing/properties/words.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../sync/tables.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { cx } from '../../ui/cx.ts'
import { DatePicker } from '../../ui/DatePicker.tsx'
import { LabelTag } from '../../ui/LabelTag.tsx'
import { PriorityIcon } from '../../ui/PriorityIcon.tsx'
import { StateIcon } from '../../ui/StateIcon.tsx'
import { weekStartAtom } from '../../users/me.ts'
import { peopleAtom } from '../../users/people.ts'
import { updateWorkItem, type WorkItemPatch } from '../actions.ts'
import { labelsAtom } from '../atoms.ts'
import { dueWords, isOverdue, shortDate } from '../dates.ts'
import { useCanEdit } from '../may.ts'
import { AssigneesProperty } from '../properties/AssigneesProperty.tsx'
import { LabelsProperty } from '../properties/LabelsProperty.tsx'
import { PriorityProperty } from '../properties/PriorityProperty.tsx'
import { StateProperty } from '../properties/StateProperty.tsx'

/** State, priority, people, labels and dates of an item, each changed where it is shown. */
export function Properties({ row }: { row: WorkItemRow }) {
  const { t } = useTranslation()
  const canEdit = useCanEdit(row)
  const change = (patch: WorkItemPatch) => void updateWorkItem(row.id, patch)
  const state = useAtomValue(tables.states.rowAtom(row.state_id))
  return (
    <dl className="grid grid-cols-[104px_minmax(0,1fr)] items-start gap-y-0.5">
      <Line name={t('properties.state')}>
        <StateProperty
          projectId={row.project_id}
          value={row.state_id}
          disabled={!canEdit}
          onChange={(state_id) => change({ state_id })}
          trigger={
            <button type="button" className={valueClass} aria-label={wordsOf('state', state?.name ?? '')}>
              {state && <StateIcon group={state.group} color={state.color} />}
              {state?.name}
            </button>
          }
        />
      </Line>
      <Line name={t('properties.priority')}>
        <PriorityProperty
          value={row.priority}
          disabled={!canEdit}
          onChange={(priority) => change({ priority })}
          trigger={
            <button
              type="button"
              className={cx(valueClass, row.priority === 'none' && 'text-faint')}
              aria-label={wordsOf('priority', t(`ui.priority.${row.priority}`))}
            >
              <PriorityIcon priority={row.priority} />
              {t(`ui.priority.${row.priority}`)}
            </button>
          }
        />
      </Line>
      <Line name={t('properties.assignees')}>
        <Assignees row={row} disabled={!canEdit} onChange={(assignee_ids) => change({ assignee_ids })} />
      </Line>
      <Line name={t('properties.labels')}>
        <Labels row={row} disabled={!canEdit} onChange={(label_ids) => change({ label_ids })} />
      </Line>
      <Line name={t('properties.start_date')}>
        <Day
          label={t('properties.start_date')}
          value={row.start_date}
          max={row.target_date}
          disabled={!canEdit}
          onChange={(start_date) => change({ start_date })}
        />
      </Line>
      <Line name={t('properties.target_date')}>
        <Day
          label={t('properties.target_date')}
          value={row.target_date}
          min={row.start_date}
          late={isOverdue(row)}
          disabled={!canEdit}
          onChange={(target_date) => change({ target_date })}
        />
      </Line>
    </dl>
  )
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="flex h-7 items-center text-faint coarse:h-touch">{name}</dt>
      <dd className="-ml-1.5 min-w-0">{children}</dd>
    </>
  )
}

interface Editing<Value> {
  row: WorkItemRow
  disabled: boolean
  onChange: (value: Value) => void
}

function Assignees({ row, disabled, onChange }: Editing<string[]>) {
  const { t } = useTranslation()
  const people = useAtomValue(peopleAtom(row.assignee_ids.join(',')))
  const names = people.map((person) => person.display_name).join(', ')
  const nobody = disabled ? t('workItems.none.assignees') : t('workItems.assign')
  return (
    <AssigneesProperty
      projectId={row.project_id}
      value={row.assignee_ids}
      disabled={disabled}
      onChange={onChange}
      trigger={
        <button
          type="button"
          className={cx(valueClass, 'h-auto min-h-7 flex-wrap py-0.5', people.length === 0 && 'text-faint')}
          aria-label={people.length === 0 ? nobody : t('workItems.assignedTo', { names })}
        >
          {people.length === 0 && (
            <>
              {disabled ? <UserRound /> : <UserRoundPlus />} {nobody}
            </>
          )}
          {people.map((person) => (
            <span key={person.id} className="inline-flex items-center gap-1.5 pr-1">
              <Avatar
                id={person.id}
                name={person.display_name}
                src={person.avatar_url}
                size="xs"
                decorative
              />
              {person.display_name}
            </span>
          ))}
        </button>
      }
    />
  )
}

function Labels({ row, disabled, onChange }: Editing<string[]>) {
  const { t } = useTranslation()
  const labels = useAtomValue(labelsAtom(row.project_id)).filter((label) => row.label_ids.includes(label.id))
  const names = labels.map((label) => label.name).join(', ')
  const none = disabled ? t('workItems.none.labels') : t('workItems.addLabels')
  return (
    <LabelsProperty
      projectId={row.project_id}
      value={row.label_ids}
      disabled={disabled}
      onChange={onChange}
      trigger={
        <button
          type="button"
          className={cx(valueClass, 'h-auto min-h-7 flex-wrap py-0.75', labels.length === 0 && 'text-faint')}
          aria-label={labels.length === 0 ? none : wordsOf('labels', names)}
        >
          {labels.length === 0 && (
            <>
              <Tag /> {none}
            </>
          )}
          {labels.map((label) => (
            <LabelTag key={label.id} name={label.name} color={label.color} />
          ))}
        </button>
      }
    />
  )
}

interface DayProps {
  label: string
  value: string | null
  onChange: (value: string | null) => void
  disabled: boolean
  min?: string | null
  max?: string | null
  late?: boolean
}

function Day({ label, value, onChange, disabled, min, max, late }: DayProps) {
  const { t, i18n } = useTranslation()
  const weekStartsOn = useAtomValue(weekStartAtom)
  return (
    <DatePicker
      label={label}
      value={value}
      onChange={onChange}
      weekStartsOn={weekStartsOn}
      min={min ?? null}
      max={max ?? null}
      trigger={
        <button
          type="button"
          disabled={disabled}
          aria-label={t('workItems.valueIs', {
            name: label,
            value: value === null ? t('workItems.noDate') : shortDate(value, i18n.language),
          })}
          className={cx(valueClass, value === null && 'text-faint', late && 'text-danger')}
        >
          {value === null && !disabled ? <CalendarPlus /> : <CalendarDays />}
          {value === null ? t('workItems.noDate') : shortDate(value, i18n.language)}
          {late && value !== null && ` · ${dueWords(value)}`}
        </button>
      }
    />
  )
}

const valueClass =
  'inline-flex h-7 max-w-full items-center gap-1.75 rounded-sm px-1.5 text-left font-medium hover:bg-hover data-popup-open:bg-hover disabled:hover:bg-transparent coarse:min-h-touch'
