import { useAtomValue } from 'jotai'
import { memo } from 'react'
import type { WorkItemRow } from '#common/work-items/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../sync/tables.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { cx } from '../../ui/cx.ts'
import { LabelTag } from '../../ui/LabelTag.tsx'
import { PriorityIcon } from '../../ui/PriorityIcon.tsx'
import { ProjectLogo } from '../../ui/ProjectLogo.tsx'
import { fromDate } from '../../ui/plain-date.ts'
import { StateIcon } from '../../ui/StateIcon.tsx'
import { peopleAtom } from '../../users/people.ts'
import { labelsAtom } from '../atoms.ts'
import { isOverdue, shortDate } from '../dates.ts'
import type { Column } from './columns.ts'
import { Title } from './Title.tsx'

interface CellContentProps {
  row: WorkItemRow
  column: Column
}

/** What a cell shows; nothing where there is nothing. */
export const CellContent = memo(function CellContent({ row, column: { name, hasKey } }: CellContentProps) {
  switch (name) {
    case 'title':
      return <Title row={row} hasKey={hasKey === true} />
    case 'project':
      return <Project id={row.project_id} />
    case 'state':
      return <State id={row.state_id} />
    case 'priority':
      return <PriorityValue priority={row.priority} />
    case 'assignees':
      return <People ids={row.assignee_ids} />
    case 'created_by':
      return row.created_by && <People ids={[row.created_by]} />
    case 'labels':
      return <Labels projectId={row.project_id} ids={row.label_ids} />
    case 'start_date':
      return row.start_date && <Day date={row.start_date} />
    case 'target_date':
      return row.target_date && <Day date={row.target_date} isLate={isOverdue(row)} />
    case 'created_at':
    case 'updated_at':
      return <Day date={fromDate(new Date(row[name]))} isQuiet />
    default:
      return row[name] > 0 && <span className="tabular">{row[name]}</span>
  }
})

function Project({ id }: { id: string }) {
  const project = useAtomValue(tables.projects.rowAtom(id))
  return (
    project && (
      <span className={namedClass}>
        <ProjectLogo logo={project.logo_props} name={project.name} />
        <span className="truncate">{project.name}</span>
      </span>
    )
  )
}

function State({ id }: { id: string }) {
  const state = useAtomValue(tables.states.rowAtom(id))
  return (
    state && (
      <span className={namedClass}>
        <StateIcon group={state.group} color={state.color} />
        <span className="truncate">{state.name}</span>
      </span>
    )
  )
}

function PriorityValue({ priority }: Pick<WorkItemRow, 'priority'>) {
  const { t } = useTranslation()
  const isNone = priority === 'none'
  return (
    <span className={namedClass}>
      <PriorityIcon priority={priority} />
      <span className={cx('truncate', isNone && 'sr-only')}>{t(`ui.priority.${priority}`)}</span>
    </span>
  )
}

const avatars = 3

function People({ ids }: { ids: readonly string[] }) {
  const people = useAtomValue(peopleAtom(ids.join(',')))
  if (people.length === 0) return null
  return (
    <span className={namedClass}>
      <span className="flex shrink-0">
        {people.slice(0, avatars).map((person, at) => (
          <Avatar
            key={person.id}
            id={person.id}
            name={person.display_name}
            src={person.avatar_url}
            size="xs"
            decorative
            className={cx('ring-[1.5px] ring-sheet', at > 0 && '-ml-1')}
          />
        ))}
      </span>
      <span className="truncate">{people.map((person) => person.display_name).join(', ')}</span>
    </span>
  )
}

const tags = 2

function Labels({ projectId, ids }: { projectId: string; ids: readonly string[] }) {
  const { t } = useTranslation()
  const labels = useAtomValue(labelsAtom(projectId)).filter((label) => ids.includes(label.id))
  const hidden = labels.slice(labels.length > tags ? tags - 1 : tags)
  return (
    <span className="flex min-w-0 items-center gap-1">
      {labels.slice(0, labels.length - hidden.length).map((label) => (
        <LabelTag key={label.id} name={label.name} color={label.color} />
      ))}
      {hidden.length > 0 && (
        <span className="shrink-0 text-xs text-faint" title={hidden.map((label) => label.name).join(', ')}>
          <span aria-hidden>+{hidden.length}</span>
          <span className="sr-only">{t('ui.more', { count: hidden.length })}</span>
        </span>
      )}
    </span>
  )
}

interface DayProps {
  date: string
  isLate?: boolean
  isQuiet?: boolean
}

function Day({ date, isLate, isQuiet }: DayProps) {
  const { t, i18n } = useTranslation()
  return (
    <span className={cx('truncate tabular', isLate && 'text-danger', isQuiet && 'text-soft')}>
      {shortDate(date, i18n.language)}
      {isLate && <span className="sr-only">{t('workItems.due.overdue')}</span>}
    </span>
  )
}

const namedClass = 'flex min-w-0 items-center gap-1.75'
