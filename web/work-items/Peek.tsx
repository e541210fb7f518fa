import { useAtomValue } from 'jotai'
import { Link2, Maximize2, MoreHorizontal, Trash2, X } from 'lucide-react'
import { type RefObject, useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { WorkItemRow } from '#common/work-items/schema.ts'
import { DocumentSaveStatus } from '../editor/DocumentSaveStatus.tsx'
import type { DocumentState } from '../editor/status.ts'
import { useTranslation } from '../locales/i18n.ts'
import { Here } from '../shell/Here.tsx'
import { usePresence } from '../shell/presence.ts'
import { currentSlug } from '../shell/workspace.ts'
import { RequestError } from '../sync/http.ts'
import { tables } from '../sync/tables.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { useHotkey } from '../ui/hotkeys.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { Menu } from '../ui/Menu.tsx'
import { MenuItem } from '../ui/MenuItem.tsx'
import { Sheet } from '../ui/Sheet.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { toast } from '../ui/toast.ts'
import { deleteWorkItem, keyOf } from './actions.ts'
import { useCanDelete } from './may.ts'
import { readWorkItem } from './read-item.ts'
import { WorkItemDetail } from './WorkItemDetail.tsx'

interface PeekProps {
  id: string | null
  projectId: string
  within: RefObject<HTMLElement | null>
  onClose: () => void
}

/** An item beside its list. The list stays usable: another click shows another item. */
export function Peek({ id, projectId, within, onClose }: PeekProps) {
  const { t } = useTranslation()
  const row = useAtomValue(tables.work_items.rowAtom(id ?? ''))
  const missing = useMissingRow(id, projectId, row)
  const [status, setStatus] = useState<DocumentState>({ status: 'connecting', reason: null })
  useHotkey('escape', onClose, { enabled: id !== null })
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
          <WorkItemDetail key={row.id} row={row} onStatus={setStatus} />
        ) : missing ? (
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
      <span className="ml-auto flex min-w-0 items-center gap-2">
        <DocumentSaveStatus {...status} />
        <Here people={here} />
        {row && <PeekMenu row={row} onGone={onClose} />}
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

/** Copy link and delete; also on the item's own page. */
export function PeekMenu({ row, onGone }: { row: WorkItemRow; onGone: () => void }) {
  const { t } = useTranslation()
  const canDelete = useCanDelete(row)
  const copy = async () => {
    await navigator.clipboard.writeText(new URL(pathOf(row), location.origin).href)
    toast.ok(t('workItems.linkCopied'))
  }
  return (
    <Menu align="end" trigger={<IconButton label={t('workItems.actions')} icon={<MoreHorizontal />} />}>
      <MenuItem icon={<Link2 />} onSelect={() => void copy()}>
        {t('workItems.copyLink')}
      </MenuItem>
      <MenuItem icon={<Maximize2 />} link={<Link to={pathOf(row)} />}>
        {t('workItems.openFully')}
      </MenuItem>
      {canDelete && (
        <MenuItem
          danger
          icon={<Trash2 />}
          onSelect={() => {
            onGone()
            void deleteWorkItem(row.id)
          }}
        >
          {t('workItems.delete')}
        </MenuItem>
      )}
    </Menu>
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

function pathOf(row: WorkItemRow): string {
  return `/${currentSlug()}/browse/${keyOf(row)}`
}

/** Loads an item that no list has loaded. True when there is none that this person may see. */
function useMissingRow(id: string | null, project_id: string, row: WorkItemRow | undefined): boolean {
  const [missing, setMissing] = useState(false)
  const known = row !== undefined
  useEffect(() => {
    setMissing(false)
    if (id === null || known) return
    let wanted = true
    readWorkItem(project_id, id).catch((error: unknown) => {
      if (!(error instanceof RequestError)) throw error
      if (wanted) setMissing(true)
    })
    return () => {
      wanted = false
    }
  }, [id, project_id, known])
  return missing
}
