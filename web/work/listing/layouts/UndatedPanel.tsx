import { useAtomValue } from 'jotai'
import { X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef } from 'react'
import { flatListingGroupName } from '#common/work/listing/keys.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { CountLabel } from '../../../platform/ui/CountLabel.tsx'
import { cx } from '../../../platform/ui/cx.ts'
import { IconButton } from '../../../platform/ui/IconButton.tsx'
import { Skeleton } from '../../../platform/ui/Skeleton.tsx'
import { VirtualList } from '../../../platform/ui/VirtualList.tsx'
import { useCellDrop } from '../drag/drag.ts'
import { groupOfListing, listingAtom, loadNextListingPage, subscribeToListing } from '../listings.ts'
import type { ShownProperties } from '../properties/registry.ts'
import type { ListingView } from '../view.ts'
import { DetailedItem } from './calendar/DetailedItem.tsx'
import { undatedCellName } from './tray.ts'

interface UndatedPanelProps {
  view: ListingView
  /** The properties that items show if there is room. */
  properties: ShownProperties
  /** Id of the element that explains the keyboard control to screen reader users. */
  keysId: string
  selected: string | null
  lifted: string | null
  /** True while a lifted item is over this panel. Dropping the item there removes its date. */
  landing?: boolean
  onOpen: (id: string) => void
  onClose: () => void
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void
  className?: string
}

/** Panel with the items that have no date. Items can be dragged from it to a day, and back to remove their date. */
export function UndatedPanel(props: UndatedPanelProps) {
  const { view, properties, keysId, selected, lifted, landing, onOpen, onClose, onKeyDown, className } = props
  const { t } = useTranslation()
  const element = useRef<HTMLElement>(null)
  const cardProperties = useMemo(() => ({ ...properties, key: false, cycle: false }), [properties])
  const headId = useId()
  useEffect(() => subscribeToListing(view), [view])
  const { groups, status } = useAtomValue(listingAtom(view.key))
  const { ids, total } = groupOfListing(groups, flatListingGroupName)
  const over = useCellDrop(element, undatedCellName)
  return (
    <aside
      ref={element}
      data-cell={undatedCellName}
      aria-labelledby={headId}
      onKeyDown={onKeyDown}
      className={cx(
        'flex min-h-0 flex-col transition-colors',
        over || landing ? 'bg-accent-soft' : 'bg-sheet',
        className,
      )}
    >
      <header className="flex h-11 shrink-0 items-center gap-1.75 pe-2 ps-3 font-strong">
        <h2 id={headId} className="truncate">
          {t('workItems.undated.title')}
        </h2>
        {status === 'ready' && <CountLabel value={total} />}
        <IconButton
          size="sm"
          className="ms-auto"
          label={t('workItems.undated.close')}
          icon={<X />}
          onClick={onClose}
        />
      </header>
      {status === 'loading' && (
        <div aria-busy className="flex flex-col gap-1.25 px-3">
          {['w-11/12', 'w-3/5', 'w-4/5'].map((width) => (
            <Skeleton key={width} className={cx('h-8 rounded-sm', width)} />
          ))}
        </div>
      )}
      {status === 'error' && <p className="px-3 text-soft">{t('workItems.undated.failed')}</p>}
      {status === 'ready' && total === 0 && <p className="px-3 text-faint">{t('workItems.undated.empty')}</p>}
      {total > 0 && (
        <VirtualList
          className="min-h-0 flex-1 px-2 pb-6"
          label={t('workItems.undated.title')}
          rows={ids}
          keyOf={(id) => id}
          rowHeight={38}
          measured
          onNearEnd={() => void loadNextListingPage(view)}
        >
          {(id) => (
            <div className="pt-px pb-1.25">
              <DetailedItem
                id={id}
                day={undatedCellName}
                properties={cardProperties}
                keysId={keysId}
                selected={selected === id}
                lifted={lifted === id}
                onOpen={onOpen}
              />
            </div>
          )}
        </VirtualList>
      )}
    </aside>
  )
}
