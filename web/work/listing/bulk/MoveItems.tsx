import { useCallback, useRef, useState } from 'react'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { LoadError } from '../../../platform/shell/LoadError.tsx'
import { useLoadState } from '../../../platform/shell/use-load-state.ts'
import type { Project } from '../../../platform/sync/tables.ts'
import { FormDialog } from '../../../platform/ui/FormDialog.tsx'
import { Skeleton } from '../../../platform/ui/Skeleton.tsx'
import { formatItemKey } from '../../work-items/actions.ts'
import { MovePreviewList } from './MovePreviewList.tsx'
import { moveItems } from './move-many.ts'
import { type MovePreview, readMovePreview } from './move-preview.ts'

interface MoveItemsProps {
  rows: readonly WorkItemRow[]
  to: Project
  onClose: () => void
}

/**
 * Shows what would change in the items if they were moved to another project. The user can move the items even if this
 * preview cannot be loaded.
 */
export function MoveItems({ rows, to, onClose }: MoveItemsProps) {
  const { t } = useTranslation()
  const move = useRef<HTMLButtonElement>(null)
  // The preview shows the rows as they were when the dialog opened. Later changes of the rows do not reload
  // the preview.
  const [initialRows] = useState(rows)
  const [preview, setPreview] = useState<MovePreview | null>(null)
  const { status, retry } = useLoadState(
    useCallback(async () => setPreview(await readMovePreview(initialRows, to)), [initialRows, to]),
  )
  const [only] = initialRows.length === 1 ? initialRows : []
  return (
    <FormDialog
      title={
        only
          ? t('move.titleOne', { key: formatItemKey(only), project: to.name })
          : t('move.title', { count: initialRows.length, project: to.name })
      }
      initialFocus={move}
      onSubmit={() => {
        onClose()
        void moveItems(
          initialRows.map(({ id }) => id),
          to,
        )
      }}
      submit={t('move.confirm')}
      loading={status === 'loading'}
      submitRef={move}
      onClose={onClose}
    >
      {status === 'loading' ? (
        <div aria-busy className="flex min-h-32 flex-col gap-4 pt-1">
          <Skeleton className="w-2/5" />
          <Skeleton className="w-3/5" />
          <Skeleton className="w-1/2" />
        </div>
      ) : preview === null ? (
        <LoadError compact onRetry={retry} />
      ) : (
        <MovePreviewList preview={preview} only={only} to={to} />
      )}
    </FormDialog>
  )
}
