import { useAtomValue } from 'jotai'
import { Maximize2, X } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { WorkItemRow } from '#common/work-items/schema.ts'
import { tables } from '../app/sync.ts'
import { DocumentSaveStatus } from '../editor/DocumentSaveStatus.tsx'
import type { DocumentState } from '../editor/status.ts'
import { ItemMenu } from '../listing/bulk/ItemMenu.tsx'
import type { PeekProps } from '../listing/ItemsScreen.tsx'
import { useTranslation } from '../locales/i18n.ts'
import { Here } from '../shell/Here.tsx'
import { LoadError } from '../shell/LoadError.tsx'
import { NotLoaded } from '../shell/NotLoaded.tsx'
import { usePresence } from '../shell/presence.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { useHotkey } from '../ui/hotkeys.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { LazyPart } from '../ui/LazyPart.tsx'
import { loadable } from '../ui/loadable.ts'
import { Sheet } from '../ui/Sheet.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { usePreload } from '../ui/use-preload.ts'
import { keyOf, pathOf } from '../work-items/actions.ts'
import { useMissingRow } from './use-missing-row.ts'

const detail = loadable(() => import('./WorkItemDetail.tsx').then(({ WorkItemDetail }) => WorkItemDetail))

/** An item beside its list. The list stays usable: another click shows another item. */
export function Peek({ id, projectId, within, onOpen, onClose }: PeekProps) {
  const { t } = useTranslation()
  const row = useAtomValue(tables.work_items.rowAtom(id ?? ''))
  const missing = useMissingRow(id, projectId, row)
  const [status, setStatus] = useState<DocumentState>({ status: 'connecting', reason: null })
  useHotkey('escape', onClose, { enabled: id !== null })
  usePreload(detail)
  return (
    <Sheet
      open={id !== null}
      onOpenChange={(open) => !open && onClose()}
      within={within}
      initialFocus={false}
      label={row ? t('workItems.cardLabel', { key: keyOf(row), name: row.name }) : t('workItems.item')}
      header={<PeekHeader row={row} status={status} onClose={onClose} />}
    >
      <div className="flex flex-1 flex-col px-5 py-5 sm:px-7">
        {row ? (
          <LazyPart
            key={row.id}
            part={detail}
            props={{ row, onStatus: setStatus, onOpen }}
            fallback={<PeekSkeleton />}
            failure={(retry) => <LoadError onRetry={retry} />}
          />
        ) : missing.status === 'error' ? (
          <NotLoaded onRetry={missing.retry} />
        ) : missing.status === 'gone' ? (
          <EmptyState title={t('workItems.goneTitle')} text={t('workItems.goneText')} />
        ) : (
          <PeekSkeleton />
        )}
      </div>
    </Sheet>
  )
}

function PeekHeader({
  row,
  status,
  onClose,
}: {
  row: WorkItemRow | undefined
  status: DocumentState
  onClose: () => void
}) {
  const { t } = useTranslation()
  const here = usePresence(row === undefined ? null : `work_item:${row.id}`)
  return (
    <>
      {row && (
        <>
          <OpenFully row={row} />
          <span className="text-faint tabular">{keyOf(row)}</span>
        </>
      )}
      <span className="ml-auto flex min-w-0 items-center gap-2.5">
        <DocumentSaveStatus {...status} />
        <Here people={here} />
        {row && <ItemMenu row={row} onDeleted={onClose} />}
        <IconButton label={t('ui.close')} keys="escape" icon={<X />} onClick={onClose} />
      </span>
    </>
  )
}

function OpenFully({ row }: { row: WorkItemRow }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <IconButton
      label={t('workItems.openFully')}
      icon={<Maximize2 />}
      onClick={() => void navigate(pathOf(row))}
    />
  )
}

export function PeekSkeleton() {
  const { t } = useTranslation()
  return (
    <section aria-busy aria-label={t('ui.loading')} className="flex flex-col gap-4">
      <Skeleton className="h-5 w-4/5" />
      {['w-28', 'w-20', 'w-36', 'w-24'].map((width) => (
        <div key={width} className="flex gap-8">
          <Skeleton className="w-18" />
          <Skeleton className={width} />
        </div>
      ))}
      <Skeleton className="mt-4 h-3 w-full" />
      <Skeleton className="h-3 w-11/12" />
    </section>
  )
}
