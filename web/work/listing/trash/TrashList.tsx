import { Trash2, Undo2 } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { trashDays } from '#common/work/work-items/rules.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { LoadError } from '../../../platform/shell/LoadError.tsx'
import type { Loaded } from '../../../platform/shell/use-loaded.ts'
import { AlertDialog } from '../../../platform/ui/AlertDialog.tsx'
import { Button } from '../../../platform/ui/Button.tsx'
import { Checkbox } from '../../../platform/ui/Checkbox.tsx'
import { cx } from '../../../platform/ui/cx.ts'
import { EmptyState } from '../../../platform/ui/EmptyState.tsx'
import { NoAccess } from '../../../platform/ui/NoAccess.tsx'
import { ListSkeleton } from '../layouts/skeletons.tsx'
import { TrashLine } from './TrashLine.tsx'

/** A line of the trash shows this much of a work item or a page. */
export interface TrashRow {
  id: string
  icon: ReactNode
  /** Only work items have one. */
  key?: string
  name: string
  /** Says how much was deleted with it. */
  below?: string
  deleted_at: string
  deleted_by: string | null
  canRestore: boolean
  canPurge: boolean
}

interface TrashListProps {
  status: Loaded['status']
  retry: () => void
  rows: readonly TrashRow[]
  /** Loads more rows; null when all are loaded. */
  more: (() => void) | null
  noAccessText: string
  /** The way out of an empty trash. */
  way: ReactNode
  onRestore: (ids: readonly string[]) => unknown
  onPurge: (ids: readonly string[]) => Promise<void>
  purgeTitle: (count: number) => string
  purgeText: (count: number) => string
}

/** Deleted things of one kind, which can be selected, restored and deleted forever. */
export function TrashList(props: TrashListProps) {
  const { status, retry, rows, more, way, onRestore, onPurge } = props
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [purged, setPurged] = useState<readonly string[]>([])
  const selectable = rows.filter(({ canRestore }) => canRestore)
  if (status === 'loading') return <ListSkeleton />
  if (status === 'error') return <LoadError onRetry={retry} />
  if (status === 'no_access') return <NoAccess title={t('trash.noAccessTitle')} text={props.noAccessText} />
  if (rows.length === 0 && more === null)
    return (
      <EmptyState
        icon={<Trash2 />}
        title={t('trash.emptyTitle')}
        text={t('trash.emptyText', { days: trashDays })}
        action={way}
      />
    )
  const select = (ids: readonly string[], isChosen: boolean) =>
    setChosen((now) => new Set(isChosen ? [...now, ...ids] : [...now].filter((id) => !ids.includes(id))))
  return (
    <>
      <TrashBar
        selectable={selectable}
        selected={selectable.filter(({ id }) => chosen.has(id))}
        onSelectAll={(isChosen) =>
          select(
            selectable.map(({ id }) => id),
            isChosen,
          )
        }
        onRestore={onRestore}
        onPurge={setPurged}
      />
      <div className="scroll-quiet min-h-0 flex-1 overflow-y-auto">
        <ul aria-label={t('trash.list')} onKeyDown={alongList}>
          {rows.map((row) => (
            <TrashLine
              key={row.id}
              row={row}
              isChosen={chosen.has(row.id)}
              onChoose={row.canRestore ? (isChosen) => select([row.id], isChosen) : null}
              onRestore={() => void onRestore([row.id])}
              onPurge={row.canPurge ? () => setPurged([row.id]) : null}
            />
          ))}
        </ul>
        {more && (
          <div className="flex justify-center p-4">
            <Button onClick={more}>{t('trash.more')}</Button>
          </div>
        )}
      </div>
      <AlertDialog
        open={purged.length > 0}
        danger
        onOpenChange={(open) => !open && setPurged([])}
        title={props.purgeTitle(purged.length)}
        text={props.purgeText(purged.length)}
        confirmLabel={t('trash.purge')}
        onConfirm={() => onPurge(purged).then(retry)}
      />
    </>
  )
}

interface TrashBarProps {
  selectable: readonly TrashRow[]
  selected: readonly TrashRow[]
  onSelectAll: (isChosen: boolean) => void
  onRestore: (ids: readonly string[]) => unknown
  onPurge: (ids: readonly string[]) => void
}

function TrashBar({ selectable, selected, onSelectAll, onRestore, onPurge }: TrashBarProps) {
  const { t } = useTranslation()
  const ids = selected.map(({ id }) => id)
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-2.5 border-b border-line px-4 py-1.5">
      {selectable.length > 0 && (
        <Checkbox
          checked={selected.length === 0 ? false : selected.length === selectable.length || 'some'}
          onChange={onSelectAll}
        >
          {/* On a phone how many there are and what is done with them need the room. */}
          <span className={cx(selected.length > 0 && 'max-sm:sr-only')}>{t('trash.selectAll')}</span>
        </Checkbox>
      )}
      {selected.length === 0 ? (
        <p className="ml-auto text-sm text-faint">{t('trash.hint', { days: trashDays })}</p>
      ) : (
        <>
          <span aria-live="polite" className="mr-auto text-soft">
            {t('trash.selected', { count: selected.length })}
          </span>
          <Button size="sm" icon={<Undo2 />} onClick={() => void onRestore(ids)}>
            {t('trash.restore')}
          </Button>
          {selected.every(({ canPurge }) => canPurge) && (
            <Button size="sm" variant="danger" icon={<Trash2 />} onClick={() => onPurge(ids)}>
              {t('trash.purge')}
            </Button>
          )}
        </>
      )}
    </div>
  )
}

function alongList(event: KeyboardEvent): void {
  const { key, target } = event
  const line = target instanceof Element ? target.closest('li') : null
  const next = { ArrowDown: line?.nextElementSibling, ArrowUp: line?.previousElementSibling }[key]
  if (!next || (target instanceof Element && target.ariaExpanded === 'true')) return
  event.preventDefault()
  next.querySelector<HTMLElement>('[role=checkbox]')?.focus()
}
