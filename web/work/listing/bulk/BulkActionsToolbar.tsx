import { useAtomValue } from 'jotai'
import { MoreHorizontal, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { isMultiValuedGroupKey } from '#common/work/listing/keys.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { tables } from '../../../platform/app/sync.ts'
import { bulkPermissions } from '../../../platform/person/roles.ts'
import { announce } from '../../../platform/ui/announce.ts'
import { Button } from '../../../platform/ui/Button.tsx'
import { cx } from '../../../platform/ui/cx.ts'
import { IconButton } from '../../../platform/ui/IconButton.tsx'
import { Menu } from '../../../platform/ui/Menu.tsx'
import { Spinner } from '../../../platform/ui/Spinner.tsx'
import { Tooltip } from '../../../platform/ui/Tooltip.tsx'
import { listingAtom } from '../listings.ts'
import { settableProperties } from '../properties/registry.ts'
import { selectedIdsAtom } from '../selection/selected.ts'
import type { ListingView } from '../view.ts'
import { ItemActions } from './ItemActions.tsx'
import { clearSelectionAndStopSelecting } from './ListItemShortcuts.tsx'
import { openPicker, openPickerAtom } from './open-picker.ts'
import { selectAllItems } from './select-all.ts'
import { bulkProgressAtom, loadedItemRows } from './send-many.ts'

interface BulkActionsToolbarProps {
  view: ListingView
  /** True if the side panel covers the right side of the list. */
  besidePeek: boolean
}

/** Toolbar with the actions for the selected items, at the bottom of the list. */
export function BulkActionsToolbar({ view, besidePeek }: BulkActionsToolbarProps) {
  const { t } = useTranslation()
  const ids = useAtomValue(selectedIdsAtom)
  useAtomValue(tables.work_items.allAtom)
  const currentPicker = useAtomValue(openPickerAtom)
  const bar = useRef<HTMLDivElement>(null)
  const canEdit = bulkPermissions(loadedItemRows(ids)).edit
  const count = ids.size
  useEffect(() => {
    if (count > 0) announce(t('selection.count', { count }))
  }, [count, t])
  return (
    <div
      ref={bar}
      data-bulk-bar
      role="toolbar"
      aria-label={t('bulk.bar')}
      className={cx(
        'absolute bottom-3 left-1/2 z-peek flex w-max max-w-[calc(100%-1rem)] -translate-x-1/2 flex-wrap items-center gap-0.5 rounded-lg bg-raised p-1 shadow-float sm:flex-nowrap',
        besidePeek && 'lg:left-[calc((100%-var(--peek))/2)] lg:max-w-[calc(100%-var(--peek)-1rem)]',
      )}
    >
      <Progress view={view} />
      <IconButton
        className="max-sm:ms-auto sm:order-2"
        label={t('selection.clear')}
        keys="escape"
        icon={<X />}
        tooltipSide="top"
        onClick={clearSelectionAndStopSelecting}
      />
      <span className="flex min-w-0 items-center gap-0.5 max-sm:w-full max-sm:justify-around">
        {canEdit &&
          inBar.map(({ name, icon, pick }) => (
            <Tooltip key={name} label={t(`properties.${name}`)} keys={pick.keys} side="top">
              <Button
                variant="ghost"
                icon={icon}
                data-property={name}
                aria-haspopup="dialog"
                aria-expanded={currentPicker?.open === true && currentPicker.property === name}
                aria-label={t(`properties.${name}`)}
                onClick={(event) => openPicker(name, ids, event.currentTarget)}
              >
                <span aria-hidden className={besidePeek ? 'hidden' : 'max-lg:hidden'}>
                  {t(`properties.${name}`)}
                </span>
              </Button>
            </Tooltip>
          ))}
        {count > 0 && (
          <Menu
            side="top"
            align="end"
            trigger={
              <IconButton label={t('workItems.actions')} icon={<MoreHorizontal />} tooltipSide="top" />
            }
          >
            <ItemActions ids={[...ids]} anchor={() => bar.current} properties={inMenu} />
          </Menu>
        )}
        <span aria-hidden className={dividerClass} />
      </span>
    </div>
  )
}

const dividerClass = 'mx-0.5 hidden h-5 w-px bg-line sm:block'
const inBar = settableProperties.filter(({ pick }) => pick.isInBar)
const inMenu = settableProperties.filter(({ pick }) => !pick.isInBar)

/**
 * The number of selected items, and a button to select all items. Shows the progress instead while a slow operation
 * runs.
 */
function Progress({ view }: { view: ListingView }) {
  const { t } = useTranslation()
  const count = useAtomValue(selectedIdsAtom).size
  const work = useAtomValue(bulkProgressAtom)
  const { groups } = useAtomValue(listingAtom(view.key))
  const isSlow = useDelayed(work !== null)
  if (work !== null && (isSlow || count === 0)) {
    return (
      <span role="status" className="flex items-center gap-2 px-2 font-medium whitespace-nowrap tabular">
        <Spinner size={14} label={t('ui.loading')} />
        {work.doing === 'saving'
          ? t('bulk.saving', { count: work.total })
          : t('bulk.selecting', { done: work.done, total: work.total })}
      </span>
    )
  }
  const total = Object.values(groups).reduce((sum, group) => sum + group.total, 0)
  const { group_by } = view.listing
  const isExact = group_by === null || !isMultiValuedGroupKey(group_by)
  const loaded = Object.values(groups).reduce((sum, group) => sum + group.ids.length, 0)
  return (
    <>
      <span className="px-2 font-medium whitespace-nowrap tabular">{t('selection.count', { count })}</span>
      {isExact && loaded < total && count < total && (
        <Button variant="ghost" onClick={() => void selectAllItems(view, null)}>
          {t('selection.all', { count: total })}
        </Button>
      )}
      <span aria-hidden className={dividerClass} />
    </>
  )
}

/** An operation that takes at least this number of milliseconds counts as slow. */
const slowAfter = 400

function useDelayed(isOn: boolean): boolean {
  const [lasts, setLasts] = useState(false)
  useEffect(() => {
    if (!isOn) return
    const timer = setTimeout(() => setLasts(true), slowAfter)
    return () => {
      clearTimeout(timer)
      setLasts(false)
    }
  }, [isOn])
  return lasts
}
