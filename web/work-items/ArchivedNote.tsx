import { Archive } from 'lucide-react'
import type { WorkItemRow } from '#common/work-items/schema.ts'
import { useTranslation } from '../locales/i18n.ts'
import { Button } from '../ui/Button.tsx'
import { restoreFromArchive } from './archive.ts'
import { useCanArchive } from './may.ts'

/** Why an item cannot be changed, and the way back. */
export function ArchivedNote({ row }: { row: WorkItemRow }) {
  const { t } = useTranslation()
  const canRestore = useCanArchive(row)
  return (
    <p className="flex min-h-10 items-center gap-2 rounded-md bg-sunken py-1.5 pr-1.5 pl-3 text-soft">
      <Archive className="text-icon-faint" aria-hidden />
      <span className="min-w-0 flex-1">{t('workItems.isArchived')}</span>
      {canRestore && (
        <Button size="sm" onClick={() => void restoreFromArchive(row.id)}>
          {t('workItems.restore')}
        </Button>
      )}
    </p>
  )
}
