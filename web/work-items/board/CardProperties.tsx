import { useAtomValue } from 'jotai'
import {
  CalendarClock,
  CalendarDays,
  CalendarPlus,
  CalendarSync,
  GitFork,
  Link2,
  Paperclip,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { DisplayPropertyName } from '#common/user-properties/rules.ts'
import type { WorkItemRow } from '#common/work-items/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../sync/tables.ts'
import { cx } from '../../ui/cx.ts'
import { LabelTag } from '../../ui/LabelTag.tsx'
import { PriorityIcon } from '../../ui/PriorityIcon.tsx'
import { StateIcon } from '../../ui/StateIcon.tsx'
import { updateWorkItem } from '../actions.ts'
import { labelsAtom } from '../atoms.ts'
import { dueWords, isOverdue, shortDate } from '../dates.ts'
import { useCanEdit } from '../may.ts'
import { PriorityProperty } from '../properties/PriorityProperty.tsx'
import { StateProperty } from '../properties/StateProperty.tsx'

interface CardPropertiesProps {
  row: WorkItemRow
  /** What the person wants to see; what has no value is left out all the same. */
  shown: Record<DisplayPropertyName, boolean>
}

/** What a card says besides its key, title and people; state and priority are changed where they stand. */
export function CardProperties({ row, shown }: CardPropertiesProps) {
  const { t, i18n } = useTranslation()
  const canEdit = useCanEdit(row)
  const state = useAtomValue(tables.states.rowAtom(row.state_id))
  const labels = useAtomValue(labelsAtom(row.project_id)).filter((label) => row.label_ids.includes(label.id))
  const day = (moment: string) => shortDate(moment.slice(0, 10), i18n.language)
  const facts: ReactNode[] = [
    shown.state && state && (
      <StateProperty
        key="state"
        projectId={row.project_id}
        value={row.state_id}
        disabled={!canEdit}
        onChange={(state_id) => void updateWorkItem(row.id, { state_id })}
        trigger={
          <button
            type="button"
            className={propertyClass}
            aria-label={t('workItems.stateIs', { state: state.name })}
          >
            <StateIcon group={state.group} color={state.color} size={13} />
          </button>
        }
      />
    ),
    shown.priority && row.priority !== 'none' && (
      <PriorityProperty
        key="priority"
        value={row.priority}
        disabled={!canEdit}
        onChange={(priority) => void updateWorkItem(row.id, { priority })}
        trigger={
          <button
            type="button"
            className={propertyClass}
            aria-label={t('workItems.priorityIs', { priority: t(`ui.priority.${row.priority}`) })}
          >
            <PriorityIcon priority={row.priority} size={14} />
          </button>
        }
      />
    ),
    shown.start_date && row.start_date !== null && (
      <Fact key="start" icon={<CalendarClock />} name={t('workItems.startDate')}>
        {shortDate(row.start_date, i18n.language)}
      </Fact>
    ),
    shown.due_date && row.target_date !== null && (
      <Fact
        key="due"
        icon={<CalendarDays />}
        name={t('workItems.due.title', { when: dueWords(row.target_date) })}
        late={isOverdue(row)}
      >
        {shortDate(row.target_date, i18n.language)}
      </Fact>
    ),
    shown.sub_issue_count && row.sub_issues_count > 0 && (
      <Fact key="subs" icon={<GitFork />} name={t('display.property.sub_issue_count')}>
        {row.sub_issues_count}
      </Fact>
    ),
    shown.link && row.link_count > 0 && (
      <Fact key="links" icon={<Link2 />} name={t('display.property.link')}>
        {row.link_count}
      </Fact>
    ),
    shown.attachment_count && row.attachment_count > 0 && (
      <Fact key="attachments" icon={<Paperclip />} name={t('display.property.attachment_count')}>
        {row.attachment_count}
      </Fact>
    ),
    shown.labels && labels.map((label) => <LabelTag key={label.id} name={label.name} color={label.color} />),
    shown.created_on && (
      <Fact key="created" icon={<CalendarPlus />} name={t('display.property.created_on')}>
        {day(row.created_at)}
      </Fact>
    ),
    shown.updated_on && (
      <Fact key="updated" icon={<CalendarSync />} name={t('display.property.updated_on')}>
        {day(row.updated_at)}
      </Fact>
    ),
  ]
  const present = facts.filter((fact) => fact !== false && fact !== undefined)
  if (present.length === 0) return null
  return <div className="flex flex-wrap items-center gap-1.25 text-xs text-soft">{present}</div>
}

interface FactProps {
  icon: ReactNode
  name: string
  late?: boolean
  children: ReactNode
}

function Fact({ icon, name, late, children }: FactProps) {
  return (
    <span title={name} className={cx(propertyClass, '[&>svg]:size-3.5', late && 'text-danger')}>
      {icon}
      <span className="sr-only">{name} </span>
      {children}
    </span>
  )
}

const propertyClass =
  'touch-target relative z-1 inline-flex h-5 items-center gap-1 rounded-sm border border-line px-1.25 tabular'
