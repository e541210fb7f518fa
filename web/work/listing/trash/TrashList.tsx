import { Trash2, Undo2 } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { trashDays } from '#common/work/work-items/rules.ts'
import { t, useTranslation } from '../../../locales/i18n.ts'
import { LoadError } from '../../../platform/shell/LoadError.tsx'
import type { LoadState } from '../../../platform/shell/use-load-state.ts'
import { RequestError } from '../../../platform/sync/http.ts'
import { AlertDialog } from '../../../platform/ui/AlertDialog.tsx'
import { Button } from '../../../platform/ui/Button.tsx'
import { Checkbox } from '../../../platform/ui/Checkbox.tsx'
import { cx } from '../../../platform/ui/cx.ts'
import { EmptyState } from '../../../platform/ui/EmptyState.tsx'
import { NoAccessState } from '../../../platform/ui/NoAccessState.tsx'
import { Spinner } from '../../../platform/ui/Spinner.tsx'
import { toast } from '../../../platform/ui/toast.ts'
import { ListSkeleton } from '../layouts/skeletons.tsx'
import { TrashLine } from './TrashLine.tsx'

/** The fields of a deleted work item or page that a line shows. */
export interface TrashRow {
  id: string
  icon: ReactNode
  /** Only work items have a key. */
  key?: string
  name: string
  /** The text with the number of rows that were deleted together with this row. */
  below?: string
  deleted_at: string
  deleted_by: string | null
  canRestore: boolean
  canPurge: boolean
}

interface TrashListProps {
  status: LoadState['status']
  retry: () => void
  /** All loaded rows. The first `shown` of them are displayed. */
  rows: readonly TrashRow[]
  shown: number
  total: number
  /** Shows more rows. Is null if all rows are shown. */
  more: (() => void) | null
  loadAll: () => Promise<TrashRow[]>
  noAccessText: string
  /** Link that is shown when the trash is empty. */
  way: ReactNode
  onRestore: (ids: ReadonlySet<string>) => unknown
  onPurge: (ids: ReadonlySet<string>) => Promise<void>
  purgeTitle: (count: number) => string
  purgeText: (count: number) => string
}

/** Deleted rows of one kind that can be selected, restored and deleted permanently. */
export function TrashList(props: TrashListProps) {
  const { status, retry, rows, shown, total, more, way, onRestore, onPurge } = props
  const { t } = useTranslation()
  const { chosen, select, selectAll, isSelecting } = useChosen(props)
  const [purged, setPurged] = useState<ReadonlySet<string>>(new Set())
  const selectable = rows.filter(({ canRestore }) => canRestore)
  if (status === 'loading') return <ListSkeleton />
  if (status === 'error') return <LoadError onRetry={retry} />
  if (status === 'no_access')
    return <NoAccessState title={t('trash.noAccessTitle')} text={props.noAccessText} />
  if (rows.length === 0 && more === null)
    return (
      <EmptyState
        icon={<Trash2 />}
        title={t('trash.emptyTitle')}
        text={t('trash.emptyText', { days: trashDays })}
        action={way}
      />
    )
  return (
    <>
      <TrashBar
        selectable={selectable}
        selected={selectable.filter(({ id }) => chosen.has(id))}
        isAll={rows.length >= total}
        total={total}
        isSelecting={isSelecting}
        onSelectAll={selectAll}
        onRestore={onRestore}
        onPurge={setPurged}
      />
      <div className="scroll-quiet min-h-0 flex-1 overflow-y-auto">
        <ul aria-label={t('trash.list')} onKeyDown={moveFocus}>
          {rows.slice(0, shown).map((row) => (
            <TrashLine
              key={row.id}
              row={row}
              isChosen={chosen.has(row.id)}
              onChoose={row.canRestore ? (isChosen) => select(row.id, isChosen) : null}
              onRestore={() => void onRestore(new Set([row.id]))}
              onPurge={row.canPurge ? () => setPurged(new Set([row.id])) : null}
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
        open={purged.size > 0}
        danger
        onOpenChange={(open) => !open && setPurged(new Set())}
        title={props.purgeTitle(purged.size)}
        text={props.purgeText(purged.size)}
        confirmLabel={t('trash.purge')}
        onConfirm={() => onPurge(purged).then(retry)}
      />
    </>
  )
}

/**
 * Returns the selected rows and the functions that change the selection. Selecting all loads the whole trash first,
 * because only the first rows are displayed.
 */
function useChosen({ rows, total, loadAll }: Pick<TrashListProps, 'rows' | 'total' | 'loadAll'>) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [isSelecting, setSelecting] = useState(false)
  return { chosen, select, selectAll, isSelecting }

  function select(id: string, isChosen: boolean) {
    setChosen((now) => new Set(isChosen ? [...now, id] : [...now].filter((other) => other !== id)))
  }

  async function selectAll(isChosen: boolean): Promise<void> {
    if (!isChosen) return setChosen(new Set())
    setSelecting(true)
    try {
      const all = rows.length < total ? await loadAll() : rows
      setChosen(new Set(all.filter(({ canRestore }) => canRestore).map(({ id }) => id)))
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      toast.error(t('bulk.notSelected'))
    } finally {
      setSelecting(false)
    }
  }
}

interface TrashBarProps {
  selectable: readonly TrashRow[]
  selected: readonly TrashRow[]
  /** True if `selectable` contains all `total` rows of the trash. */
  isAll: boolean
  total: number
  isSelecting: boolean
  onSelectAll: (isChosen: boolean) => void
  onRestore: (ids: ReadonlySet<string>) => unknown
  onPurge: (ids: ReadonlySet<string>) => void
}

function TrashBar(props: TrashBarProps) {
  const { selectable, selected, isAll, total, isSelecting, onSelectAll, onRestore, onPurge } = props
  const { t } = useTranslation()
  const ids = new Set(selected.map(({ id }) => id))
  const isEverySelected = isAll && selected.length === selectable.length
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-2.5 border-b border-line px-4 py-1.5">
      {selectable.length > 0 && (
        <Checkbox
          checked={selected.length === 0 ? false : isEverySelected || 'some'}
          disabled={isSelecting}
          onChange={onSelectAll}
        >
          {/* On a phone, the text is hidden visually, because the count and the actions need the room. */}
          <span className={cx(selected.length > 0 && 'max-sm:sr-only')}>{t('trash.selectAll')}</span>
        </Checkbox>
      )}
      {isSelecting ? (
        <span role="status" className="flex items-center gap-2 text-soft">
          <Spinner size={14} label={t('ui.loading')} />
          {t('trash.selecting', { count: total })}
        </span>
      ) : selected.length === 0 ? (
        <p className="ms-auto text-sm text-faint">{t('trash.hint', { days: trashDays })}</p>
      ) : (
        <>
          <span aria-live="polite" className="me-auto text-soft">
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

function moveFocus(event: KeyboardEvent): void {
  const { key, target } = event
  const line = target instanceof Element ? target.closest('li') : null
  const next = { ArrowDown: line?.nextElementSibling, ArrowUp: line?.previousElementSibling }[key]
  if (!next || (target instanceof Element && target.ariaExpanded === 'true')) return
  event.preventDefault()
  next.querySelector<HTMLElement>('[role=checkbox]')?.focus()
}
