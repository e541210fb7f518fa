import type { LabelRow } from '#common/work/labels/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { LoadError } from '../../platform/shell/LoadError.tsx'
import { FormDialog } from '../../platform/ui/FormDialog.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { deleteLabel } from './settings.ts'
import { useLabelCounts } from './use-label-counts.ts'

/** Says what loses a label. */
export function DeleteLabel({ row, onClose }: { row: LabelRow; onClose: () => void }) {
  const { t } = useTranslation()
  const { counts, status, retry } = useLabelCounts(row.project_id)
  const count = counts[row.id] ?? 0

  function submit(): void {
    if (status !== 'ready') return
    void deleteLabel(row)
    onClose()
  }

  return (
    <FormDialog
      title={t('labels.deleteTitle', { name: row.name })}
      size="sm"
      onSubmit={submit}
      submit={t('labels.delete')}
      danger
      disabled={status !== 'ready'}
      onClose={onClose}
    >
      {status === 'loading' && <Skeleton className="w-4/5" />}
      {(status === 'error' || status === 'no_access') && <LoadError compact onRetry={retry} />}
      {status === 'ready' && <p>{count === 0 ? t('labels.noItems') : t('labels.itemsLose', { count })}</p>}
    </FormDialog>
  )
}
