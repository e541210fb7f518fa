import type { LabelRow } from '#common/work/labels/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { LoadedContent } from '../../platform/shell/LoadedContent.tsx'
import { FormDialog } from '../../platform/ui/FormDialog.tsx'
import { deleteLabel } from './settings.ts'
import { useLabelCounts } from './use-label-counts.ts'

/** Asks for confirmation and shows how many items lose the label. */
export function DeleteLabel({ row, onClose }: { row: LabelRow; onClose: () => void }) {
  const { t } = useTranslation()
  const { counts, ...loaded } = useLabelCounts(row.project_id)
  const count = counts[row.id] ?? 0

  function submit(): void {
    if (loaded.status !== 'ready') return
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
      disabled={loaded.status !== 'ready'}
      onClose={onClose}
    >
      <LoadedContent compact of={loaded}>
        <p>{count === 0 ? t('labels.noItems') : t('labels.itemsLose', { count })}</p>
      </LoadedContent>
    </FormDialog>
  )
}
