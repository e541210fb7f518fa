import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { useTranslation } from '../../../../locales/i18n.ts'
import { dueUrgencyOf } from '../../../../platform/person/dates.ts'
import { cx } from '../../../../platform/ui/cx.ts'

/** The title of an item: highlighted if it is overdue, muted if it is completed or cancelled. */
export function ItemName({ row, className }: { row: WorkItemRow; className: string }) {
  const { t } = useTranslation()
  const late = dueUrgencyOf(row) === 'late'
  const isOver = row.state__group === 'completed' || row.state__group === 'cancelled'
  return (
    <>
      <span
        dir="auto"
        className={cx(className, 'text-ui-start', late ? 'text-danger' : isOver && 'text-soft')}
      >
        {row.name}
      </span>
      {late && <span className="sr-only">{t('workItems.due.overdue')}</span>}
    </>
  )
}
