import { useAtomValue } from 'jotai'
import { UserRound } from 'lucide-react'
import { memo } from 'react'
import { useTranslation } from '../locales/i18n.ts'
import { tables } from '../sync/tables.ts'
import { AvatarStack } from '../ui/AvatarStack.tsx'
import { cx } from '../ui/cx.ts'
import { LabelTag } from '../ui/LabelTag.tsx'
import { PriorityIcon } from '../ui/PriorityIcon.tsx'
import { StateIcon } from '../ui/StateIcon.tsx'
import { peopleAtom } from '../users/people.ts'
import { keyOf, updateWorkItem } from './actions.ts'
import { labelsAtom } from './atoms.ts'
import { isOverdue, shortDate } from './dates.ts'
import { ItemMenu } from './ItemMenu.tsx'
import { useCanEdit } from './may.ts'
import { AssigneesProperty } from './properties/AssigneesProperty.tsx'
import { PriorityProperty } from './properties/PriorityProperty.tsx'
import { StateProperty } from './properties/StateProperty.tsx'

interface ListRowProps {
  id: string
  selected: boolean
  onOpen: (id: string) => void
}

/** One work item as a line; every value is changed where it stands. */
export const ListRow = memo(function ListRow({ id, selected, onOpen }: ListRowProps) {
  const { t, i18n } = useTranslation()
  const row = useAtomValue(tables.work_items.rowAtom(id))
  const state = useAtomValue(tables.states.rowAtom(row?.state_id ?? ''))
  const labels = useAtomValue(labelsAtom(row?.project_id ?? ''))
  const people = useAtomValue(peopleAtom(row?.assignee_ids.join(',') ?? ''))
  if (row === undefined) return null
  return (
    <div
      className={cx(
        'group/row relative flex h-row items-center gap-2 border-b border-line px-4 hover:bg-hover coarse:h-11',
        selected && 'bg-hover shadow-[inset_2px_0_var(--accent)]',
      )}
    >
      <RowProperties row={row} state={state} />
      <button
        type="button"
        data-row={id}
        onClick={() => onOpen(id)}
        className="flex h-full min-w-0 flex-1 items-center text-left font-medium -outline-offset-2"
      >
        <span className="truncate">{row.name}</span>
      </button>
      <span className="hidden shrink-0 items-center gap-1.25 md:flex">
        {labels
          .filter((label) => row.label_ids.includes(label.id))
          .slice(0, 3)
          .map((label) => (
            <LabelTag key={label.id} name={label.name} color={label.color} />
          ))}
      </span>
      <RowAssignees row={row} people={people} />
      <span
        className={cx(
          'hidden w-14 shrink-0 text-right text-sm tabular sm:block',
          isOverdue(row) ? 'text-danger' : 'text-faint',
        )}
      >
        {row.target_date && shortDate(row.target_date, i18n.language)}
        {row.target_date && isOverdue(row) && <span className="sr-only">{t('workItems.due.overdue')}</span>}
      </span>
      {row.archived_at !== null && <ItemMenu row={row} className="-mr-1.5" />}
    </div>
  )
})

type Row = NonNullable<ReturnType<typeof tables.work_items.get>>
type State = ReturnType<typeof tables.states.get>

function RowProperties({ row, state }: { row: Row; state: State }) {
  const { t } = useTranslation()
  const canEdit = useCanEdit(row)
  return (
    <>
      <PriorityProperty
        value={row.priority}
        disabled={!canEdit}
        onChange={(priority) => void updateWorkItem(row.id, { priority })}
        trigger={
          <button
            type="button"
            className={cellClass}
            aria-label={t('workItems.priorityIs', { priority: t(`ui.priority.${row.priority}`) })}
          >
            <PriorityIcon priority={row.priority} />
          </button>
        }
      />
      <span className="hidden w-16 shrink-0 truncate text-sm text-faint tabular sm:block">{keyOf(row)}</span>
      <StateProperty
        projectId={row.project_id}
        value={row.state_id}
        disabled={!canEdit}
        onChange={(state_id) => void updateWorkItem(row.id, { state_id })}
        trigger={
          <button
            type="button"
            className={cellClass}
            aria-label={t('workItems.stateIs', { state: state?.name ?? '' })}
          >
            {state && <StateIcon group={state.group} color={state.color} />}
          </button>
        }
      />
    </>
  )
}

function RowAssignees({
  row,
  people,
}: {
  row: Row
  people: { id: string; display_name: string; avatar_url: string | null }[]
}) {
  const { t } = useTranslation()
  const canEdit = useCanEdit(row)
  const names = people.map((person) => person.display_name).join(', ')
  return (
    <AssigneesProperty
      projectId={row.project_id}
      value={row.assignee_ids}
      disabled={!canEdit}
      align="end"
      onChange={(assignee_ids) => void updateWorkItem(row.id, { assignee_ids })}
      trigger={
        <button
          type="button"
          aria-label={names === '' ? t('workItems.assign') : t('workItems.assignedTo', { names })}
          className="touch-target flex h-6 min-w-6 shrink-0 items-center justify-end rounded-sm px-0.5 hover:bg-active"
        >
          {people.length === 0 ? (
            <UserRound className="text-icon-faint opacity-0 group-focus-within/row:opacity-100 group-hover/row:opacity-100 coarse:opacity-100" />
          ) : (
            <AvatarStack
              size="xs"
              max={3}
              label={t('workItems.assignees')}
              people={people.map((person) => ({
                id: person.id,
                name: person.display_name,
                src: person.avatar_url,
              }))}
            />
          )}
        </button>
      }
    />
  )
}

const cellClass =
  'touch-target grid size-6 shrink-0 place-items-center rounded-sm hover:bg-active disabled:hover:bg-transparent'
