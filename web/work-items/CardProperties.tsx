import { useAtomValue } from 'jotai'
import { CalendarDays } from 'lucide-react'
import type { WorkItemRow } from '#common/work-items/schema.ts'
import { useTranslation } from '../locales/i18n.ts'
import { cx } from '../ui/cx.ts'
import { LabelTag } from '../ui/LabelTag.tsx'
import { PriorityIcon } from '../ui/PriorityIcon.tsx'
import { updateWorkItem } from './actions.ts'
import { labelsAtom } from './atoms.ts'
import { dueWords, isOverdue, shortDate } from './dates.ts'
import { useCanEdit } from './may.ts'
import { PriorityProperty } from './properties/PriorityProperty.tsx'

/** What a card or row says besides its title; the priority is changed where it stands. */
export function CardProperties({ row }: { row: WorkItemRow }) {
  const { t, i18n } = useTranslation()
  const labels = useAtomValue(labelsAtom(row.project_id))
  const canEdit = useCanEdit(row)
  const shown = labels.filter((label) => row.label_ids.includes(label.id))
  if (row.priority === 'none' && row.target_date === null && shown.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-1.25 text-xs text-soft">
      {row.priority !== 'none' && (
        <PriorityProperty
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
      )}
      {row.target_date !== null && (
        <span
          title={t('workItems.due.title', { when: dueWords(row.target_date) })}
          className={cx(propertyClass, isOverdue(row) && 'text-danger')}
        >
          <CalendarDays className="size-3.5" aria-hidden />
          {shortDate(row.target_date, i18n.language)}
        </span>
      )}
      {shown.map((label) => (
        <LabelTag key={label.id} name={label.name} color={label.color} />
      ))}
    </div>
  )
}

const propertyClass =
  'touch-target relative z-1 inline-flex h-5 items-center gap-1 rounded-sm border border-line px-1.25 tabular'
