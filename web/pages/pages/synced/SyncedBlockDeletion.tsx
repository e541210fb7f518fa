import { atom, useAtomValue } from 'jotai'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { BackLink } from '#common/pages/pages/schema.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import type { SyncedDeletionProps } from '../../../platform/shell/feature.ts'
import { useLoadState } from '../../../platform/shell/use-load-state.ts'
import { Button } from '../../../platform/ui/Button.tsx'
import { Dialog } from '../../../platform/ui/Dialog.tsx'
import { VisitedIcon } from '../../recent-visits/VisitedIcon.tsx'
import { visitedEntityOf } from '../../recent-visits/visited-entity.ts'
import { keepTextInPlaces, readOriginal, type SyncedOriginal } from './keep-text-in-places.ts'

/**
 * Asks what happens to the other places of a synced block whose original the user removes. Removes the original
 * without a question if it appears nowhere else.
 */
export function SyncedBlockDeletion({
  pageId,
  blocks,
  usedInPage,
  onDecided,
  isUnsync,
}: SyncedDeletionProps) {
  const [originals, setOriginals] = useState<readonly SyncedOriginal[] | null>(null)
  const { status } = useLoadState(
    useCallback(async () => {
      const found: SyncedOriginal[] = []
      for (const block of blocks) {
        const original = await readOriginal(pageId, block)
        // The page itself only counts if it still refers to the original after the change.
        const isPlace = ({ entity_data }: BackLink) => entity_data.id !== pageId || usedInPage.has(block)
        found.push({ ...original, places: original.places.filter(isPlace) })
      }
      setOriginals(found.filter(({ places, hasMorePlaces }) => places.length > 0 || hasMorePlaces))
    }, [pageId, blocks, usedInPage]),
  )
  const isUnused = originals?.length === 0
  useEffect(() => {
    if (isUnused) onDecided(true)
  }, [isUnused, onDecided])
  const isUnknown = status === 'error' || status === 'no_access'
  if (isUnused || (originals === null && !isUnknown)) return null
  return <Question originals={originals} isUnsync={isUnsync} onDecided={onDecided} />
}

interface QuestionProps extends Pick<SyncedDeletionProps, 'isUnsync' | 'onDecided'> {
  /** Is null if the places could not be loaded. */
  originals: readonly SyncedOriginal[] | null
}

function Question({ originals, isUnsync, onDecided }: QuestionProps) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const [failed, setFailed] = useState<readonly BackLink[]>([])
  const all = originals?.flatMap(({ places }) => places) ?? []
  const places = [...new Map(all.map((place) => [place.entity_data.id, place])).values()]
  const canKeep = originals?.every(({ html }) => html !== null) === true && failed.length === 0
  const keep = async () => {
    setBusy(true)
    try {
      const left = await keepTextInPlaces(originals ?? [])
      if (left.length === 0) onDecided(true)
      else setFailed([...new Map(left.map((place) => [place.entity_data.id, place])).values()])
    } finally {
      setBusy(false)
    }
  }
  const text =
    originals === null ? 'unknown' : failed.length > 0 ? 'failed' : isUnsync ? 'unsyncText' : 'deleteText'
  return (
    <Dialog
      open
      size="md"
      onOpenChange={(isOpen) => !isOpen && !isBusy && onDecided(false)}
      title={t('editor.synced.removal.title')}
      description={t(`editor.synced.removal.${text}`)}
      footer={
        <>
          <Button disabled={isBusy} onClick={() => onDecided(false)}>
            {t('ui.cancel')}
          </Button>
          <Button variant="danger-line" disabled={isBusy} onClick={() => onDecided(true)}>
            {t(`editor.synced.removal.${isUnsync ? 'unsync' : 'delete'}`)}
          </Button>
          {canKeep && (
            <Button variant="primary" loading={isBusy} onClick={() => void keep()}>
              {t('editor.synced.removal.keep')}
            </Button>
          )}
        </>
      }
    >
      {originals?.some(({ hasMorePlaces }) => hasMorePlaces) === true && (
        <p className="mb-3 text-sm">{t('editor.synced.removal.more')}</p>
      )}
      <ul className="flex max-h-60 flex-col gap-1 overflow-y-auto">
        {(failed.length > 0 ? failed : places).map((place) => (
          <Place key={place.entity_data.id} place={place} />
        ))}
      </ul>
    </Dialog>
  )
}

function Place({ place }: { place: BackLink }) {
  const { t } = useTranslation()
  const { icon, name, hint } = useAtomValue(
    useMemo(() => atom((get) => visitedEntityOf(get, place)), [place]),
  )
  return (
    <li className="flex min-w-0 items-center gap-2">
      <VisitedIcon icon={icon} name={name} />
      <span className="min-w-0 truncate">{name || t('pages.untitled')}</span>
      {hint && <span className="shrink-0 text-sm text-faint">{hint}</span>}
    </li>
  )
}
