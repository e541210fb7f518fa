import { useAtomValue } from 'jotai'
import { Maximize2, X } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { useTypingPresence } from '../../documents/comments/typing.ts'
import { preloadDocumentEditor } from '../../documents/editor/DocumentEditor.tsx'
import { DocumentSaveStatus } from '../../documents/editor/DocumentSaveStatus.tsx'
import type { DocumentState } from '../../documents/editor/status.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { FavoriteButton } from '../../organization/favorites/FavoriteButton.tsx'
import { tables } from '../../platform/app/sync.ts'
import { LoadError } from '../../platform/shell/LoadError.tsx'
import { NotLoadedError } from '../../platform/shell/NotLoadedError.tsx'
import { PresenceAvatars } from '../../platform/shell/PresenceAvatars.tsx'
import { usePresence } from '../../platform/shell/presence.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { isBehindDialog } from '../../platform/ui/focus-back.ts'
import { useHotkey } from '../../platform/ui/hotkeys.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { LazyComponent } from '../../platform/ui/LazyComponent.tsx'
import { loadable } from '../../platform/ui/loadable.ts'
import { NotFoundState } from '../../platform/ui/NotFoundState.tsx'
import { Sheet } from '../../platform/ui/Sheet.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { ItemMenu } from '../listing/bulk/ItemMenu.tsx'
import { setFocusTargetAfterPicker } from '../listing/bulk/open-picker.ts'
import { focusTargetOfItem } from '../listing/drag/keep-focus.ts'
import { GitBadge } from '../listing/GitBadge.tsx'
import type { PeekProps } from '../listing/ItemsScreen.tsx'
import { peekElement } from '../listing/peeked.ts'
import { getShownItemIds } from '../listing/selection/order.ts'
import { formatItemKey, getItemPath } from '../work-items/actions.ts'
import { favoriteTargetOfItem } from '../work-items/favorite.ts'
import { CopyDescription } from './CopyDescription.tsx'
import { CopyLinkButton } from './CopyLinkButton.tsx'
import { isDescriptionKnown, loadItemDescription } from './descriptions.ts'
import { focusDescription, focusTitle, titleFocusTarget } from './focus-targets.ts'
import { useLoadMissingItem } from './use-load-missing-item.ts'

const detail = loadable(() => import('./WorkItemDetail.tsx').then(({ WorkItemDetail }) => WorkItemDetail))

/** Preloads the code that shows an item, so that an item also opens without a connection. */
export function preloadItemDetail(): void {
  detail.preload()
  preloadDocumentEditor()
}

/**
 * Side panel that shows an item next to its list. The list stays usable: clicks and keys show other items (`bulk/ItemNavigationShortcuts.tsx`).
 */
export function Peek({ id, projectId, within, onOpen, onClose }: PeekProps) {
  const { t } = useTranslation()
  const row = useAtomValue(tables.work_items.rowAtom(id ?? ''))
  const missing = useLoadMissingItem(id, projectId, row)
  const [status, setStatus] = useState<DocumentState>({ status: 'connecting', reason: null })
  useHotkey('escape', onClose, { enabled: id !== null })
  useHotkey('e', () => focusDescription(peekElement()), {
    enabled: row !== undefined,
    group: t('workItems.item'),
    description: t('workItems.editDescription'),
  })
  const { onShown, finalFocus } = usePeekFocus(id)
  usePreloadNeighbors(id)
  return (
    <Sheet
      open={id !== null}
      onOpenChange={(open) => !open && onClose()}
      within={within}
      initialFocus={false}
      finalFocus={finalFocus}
      label={
        row ? t('workItems.cardLabel', { key: formatItemKey(row), name: row.name }) : t('workItems.item')
      }
      header={<PeekHeader row={row} status={status} onClose={onClose} />}
    >
      <div data-peek data-takes-files className="flex min-h-full flex-1 flex-col px-5 py-5 sm:px-7">
        {row ? (
          <LazyComponent
            key={row.id}
            part={detail}
            props={{ row, onStatus: setStatus, onOpen, onShown }}
            fallback={<PeekSkeleton />}
            failure={(retry) => <LoadError onRetry={retry} />}
          />
        ) : missing.status === 'error' ? (
          <NotLoadedError onRetry={missing.retry} />
        ) : missing.status === 'gone' ? (
          <NotFoundState
            title={t('workItems.goneTitle')}
            text={t('workItems.goneText')}
            action={<Button onClick={onClose}>{t('workItems.backToList')}</Button>}
          />
        ) : (
          <PeekSkeleton />
        )}
      </div>
    </Sheet>
  )
}

/** Moves the focus into the panel when it opens, and back to the row of the last shown item when it closes. */
function usePeekFocus(id: string | null) {
  const last = useRef(id)
  const isOpening = useRef(true)
  if (id === null) isOpening.current = true
  else last.current = id
  const onShown = useCallback((shown: HTMLElement) => {
    // A user who navigates in the list keeps the focus there. If the focused element was removed with the previous item, the panel
    // takes the focus.
    const takesFocus =
      (isOpening.current || document.activeElement === document.body) && !isBehindDialog(shown)
    // If the user has opened a picker while the panel was loading, the picker keeps the focus.
    if (takesFocus && !setFocusTargetAfterPicker(titleFocusTarget(shown))) focusTitle(shown)
    isOpening.current = false
  }, [])
  const finalFocus = useCallback(() => (last.current && focusTargetOfItem(last.current)) || true, [])
  return { onShown, finalFocus }
}

/** Milliseconds that an item must stay open before its neighbors are loaded. */
const dwellTime = 150

/**
 * Loads the descriptions of the next and previous items, so that they are available when the user steps to these
 * items.
 */
function usePreloadNeighbors(id: string | null): void {
  useEffect(() => {
    if (id === null) return
    const timer = setTimeout(() => {
      const ids = getShownItemIds()
      const at = ids.indexOf(id)
      for (const near of at < 0 ? [] : [ids[at + 1], ids[at - 1]]) {
        const row = tables.work_items.get(near ?? '')
        if (row && !isDescriptionKnown(row.id)) void loadItemDescription(row)
      }
    }, dwellTime)
    return () => clearTimeout(timer)
  }, [id])
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
  const viewers = usePresence(row === undefined ? null : `work_item:${row.id}`, useTypingPresence(row?.id))
  return (
    <>
      {row && (
        <>
          <OpenPageButton row={row} />
          <span className="text-faint tabular">{formatItemKey(row)}</span>
          {row.git_state !== null && <GitBadge state={row.git_state} />}
        </>
      )}
      <span className="ms-auto flex min-w-0 items-center gap-2.5">
        <DocumentSaveStatus {...status} />
        <PresenceAvatars people={viewers} />
        {row && <CopyLinkButton row={row} />}
        {row?.archived_at === null && !row.is_draft && <FavoriteButton thing={favoriteTargetOfItem(row)} />}
        {row && <ItemMenu row={row} copyMore={<CopyDescription row={row} />} />}
        <IconButton label={t('ui.close')} keys="escape" icon={<X />} onClick={onClose} />
      </span>
    </>
  )
}

function OpenPageButton({ row }: { row: WorkItemRow }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <IconButton
      label={t('workItems.openFully')}
      icon={<Maximize2 />}
      onClick={() => void navigate(getItemPath(row))}
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
