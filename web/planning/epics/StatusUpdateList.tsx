import { Plus } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { LoadError } from '../../platform/shell/LoadError.tsx'
import type { LoadState } from '../../platform/shell/use-load-state.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { cx } from '../../platform/ui/cx.ts'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { useFocusWhenClosed } from '../../platform/ui/use-focus-when-closed.ts'
import { StatusUpdate, type StatusUpdateRow } from './StatusUpdate.tsx'
import { StatusUpdateForm, type StatusUpdateInput } from './StatusUpdateForm.tsx'

interface StatusUpdateListProps<Row extends StatusUpdateRow> {
  /** The status updates, newest first. */
  updates: readonly Row[]
  loaded: LoadState
  canPost: boolean
  canChange: (update: Row) => boolean
  onPost: (input: StatusUpdateInput) => void
  onEdit: (update: Row, input: StatusUpdateInput) => void
  onDelete: (update: Row) => void
  /** The content that is shown if there are no status updates. */
  empty?: ReactNode
  /** If true, only the newest status update is shown until the user clicks a button that shows the earlier ones. */
  isCompact?: boolean
}

/** The status updates of an epic or a project, and the form for a new one. */
export function StatusUpdateList<Row extends StatusUpdateRow>({
  updates,
  loaded: { status, retry },
  canPost,
  canChange,
  onPost,
  onEdit,
  onDelete,
  empty,
  isCompact = false,
}: StatusUpdateListProps<Row>) {
  const { t } = useTranslation()
  const [isWriting, setWriting] = useState(false)
  const [showsEarlier, setShowsEarlier] = useState(!isCompact)
  const [newest, ...earlier] = updates
  const writeButton = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLUListElement>(null)
  useFocusWhenClosed(isWriting, writeButton)
  // The index of the status update that gets the focus after the next render, because the focused one is removed.
  const focusedNext = useRef<number | null>(null)
  useEffect(() => {
    if (focusedNext.current === null) return
    const rows = list.current?.children
    const row = rows?.[Math.min(focusedNext.current, rows.length - 1)]
    focusedNext.current = null
    const target = row instanceof HTMLElement ? row : writeButton.current
    target?.focus()
  })
  return (
    <section
      aria-label={t('epics.updates.title')}
      className={cx('flex flex-col', isCompact ? 'gap-2' : 'gap-3')}
    >
      <header className="flex min-h-control items-center gap-2">
        <h2 className={cx('font-strong', !isCompact && 'text-lg')}>{t('epics.updates.title')}</h2>
        {canPost && !isWriting && (
          <span className="ms-auto">
            <Button ref={writeButton} size="sm" icon={<Plus />} onClick={() => setWriting(true)}>
              {t('epics.updates.write')}
            </Button>
          </span>
        )}
      </header>
      {isWriting && (
        <StatusUpdateForm
          draft={{ status: newest?.status ?? 'on_track', text: '' }}
          submit={t('epics.updates.post')}
          onSave={onPost}
          onClose={() => setWriting(false)}
        />
      )}
      {status === 'error' && <LoadError compact onRetry={retry} />}
      {newest === undefined && status === 'loading' && <Skeleton className="h-16 w-full" />}
      {newest === undefined && status === 'ready' && !isWriting && empty}
      <ul
        ref={list}
        aria-label={t('epics.updates.title')}
        className={cx('flex flex-col', isCompact ? 'gap-3' : 'gap-4')}
      >
        {updates.slice(0, showsEarlier ? undefined : 1).map((update, at) => (
          <StatusUpdate
            key={update.id}
            update={update}
            canChange={canChange(update)}
            onEdit={(input) => onEdit(update, input)}
            onDelete={() => {
              focusedNext.current = at
              onDelete(update)
            }}
          />
        ))}
      </ul>
      {!showsEarlier && earlier.length > 0 && (
        <button
          type="button"
          onClick={() => {
            focusedNext.current = 1
            setShowsEarlier(true)
          }}
          className="flex h-7 w-fit items-center rounded-sm text-sm text-soft hover:text-text coarse:h-touch"
        >
          {t('epics.updates.earlier', { count: earlier.length })}
        </button>
      )}
    </section>
  )
}
