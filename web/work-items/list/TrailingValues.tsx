import { CalendarPlus, History, Link2, Paperclip } from 'lucide-react'
import { useTranslation } from '../../locales/i18n.ts'
import { shortDate } from '../dates.ts'
import { Fact } from './Fact.tsx'
import { RowAssignees } from './RowAssignees.tsx'
import { RowDay } from './RowDay.tsx'
import { RowLabels } from './RowLabels.tsx'
import type { RowValueProps, ShownProperties } from './row-values.ts'

/** What stands after the title, each where it is in every row, so that values can be read downwards. */
export function TrailingValues({ row, shown, canEdit }: RowValueProps & { shown: ShownProperties }) {
  const { t, i18n } = useTranslation()
  const day = (date: string) => shortDate(date, i18n.language)
  return (
    <>
      {shown.labels && <RowLabels row={row} canEdit={canEdit} />}
      {shown.link && row.link_count > 0 && (
        <Fact icon={<Link2 />} label={t('workItems.linkCount', { count: row.link_count })}>
          {row.link_count}
        </Fact>
      )}
      {shown.attachment_count && row.attachment_count > 0 && (
        <Fact icon={<Paperclip />} label={t('workItems.attachmentCount', { count: row.attachment_count })}>
          {row.attachment_count}
        </Fact>
      )}
      {shown.start_date && (
        <RowDay row={row} column="start_date" canEdit={canEdit} className="hidden lg:flex" />
      )}
      {shown.due_date && (
        <RowDay row={row} column="target_date" canEdit={canEdit} className="hidden sm:flex" />
      )}
      {shown.created_on && (
        <Fact
          icon={<CalendarPlus />}
          label={t('workItems.createdOn', { date: day(row.created_at.slice(0, 10)) })}
          className="hidden w-26 xl:flex"
        >
          {day(row.created_at.slice(0, 10))}
        </Fact>
      )}
      {shown.updated_on && (
        <Fact
          icon={<History />}
          label={t('workItems.updatedOn', { date: day(row.updated_at.slice(0, 10)) })}
          className="hidden w-26 xl:flex"
        >
          {day(row.updated_at.slice(0, 10))}
        </Fact>
      )}
      {shown.assignee && <RowAssignees row={row} canEdit={canEdit} />}
    </>
  )
}
