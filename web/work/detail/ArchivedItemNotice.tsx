import { Archive } from 'lucide-react'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { bulkPermissions } from '../../platform/person/roles.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { unarchiveItems } from '../listing/bulk/archive-many.ts'

/** Explains why an archived item cannot be changed, and offers to unarchive it. */
export function ArchivedItemNotice({ row }: { row: WorkItemRow }) {
  const { t } = useTranslation()
  return (
    <p className="flex min-h-10 flex-wrap items-center gap-2 rounded-md bg-sunken py-1.5 pe-1.5 ps-3 text-soft">
      <Archive className="text-icon-faint" aria-hidden />
      <span className="me-auto">{t('workItems.isArchived')}</span>
      {bulkPermissions([row]).archive && (
        <Button size="sm" onClick={() => void unarchiveItems([row.id])}>
          {t('bulk.unarchive')}
        </Button>
      )}
    </p>
  )
}
