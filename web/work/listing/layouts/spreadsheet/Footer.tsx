import { Plus } from 'lucide-react'
import { useState } from 'react'
import { flatListingGroupName } from '#common/work/listing/keys.ts'
import { useTranslation } from '../../../../locales/i18n.ts'
import { store } from '../../../../platform/app/sync.ts'
import { useCanQuickAdd } from '../../../../platform/person/roles.ts'
import { Button } from '../../../../platform/ui/Button.tsx'
import { GroupEstimateSum } from '../../../cycles-modules-epics/GroupEstimateSum.tsx'
import { groupOfListing, listingAtom } from '../../listings.ts'
import { createItemInGroup } from '../../new-item.ts'
import type { ListingView } from '../../view.ts'
import { addButtonAttribute } from '../add-button.ts'
import { QuickAdd } from '../QuickAdd.tsx'
import { useAddItemButtonLabel } from '../use-add-label.ts'
import { getRangeSize, isSingleCell, type SheetRange } from './grid.ts'

interface FooterProps {
  view: ListingView
  total: number
  sum: number | undefined
  range: SheetRange | null
}

/** Footer below the rows, always visible. Shows the number of items and adds new ones. */
export function Footer({ view, total, sum, range }: FooterProps) {
  const { t } = useTranslation()
  const addLabel = useAddItemButtonLabel()
  const { context } = view.scope
  const canAdd = useCanQuickAdd(context)
  const [isAdding, setIsAdding] = useState(false)
  if (isAdding) {
    return (
      <div className="border-t border-line px-3 py-2">
        <QuickAdd
          group={flatListingGroupName}
          placeholder={t('workItems.titlePlaceholder')}
          onCreate={(group, name) => {
            const { ids } = groupOfListing(store.get(listingAtom(view.key)).groups, group)
            void createItemInGroup(view.listing, group, null, name, { ids, at: 'bottom' })
          }}
          onClose={() => setIsAdding(false)}
        />
      </div>
    )
  }
  return (
    <div className="flex h-9 shrink-0 items-center gap-2 border-t border-line px-2 coarse:h-11">
      {canAdd && (
        <Button
          {...addButtonAttribute(flatListingGroupName)}
          size="sm"
          variant="ghost"
          icon={<Plus />}
          onClick={() => setIsAdding(true)}
        >
          {addLabel}
        </Button>
      )}
      <span className="ms-auto flex text-sm">
        <GroupEstimateSum sum={sum} />
      </span>
      <span className="truncate px-1 text-sm text-faint tabular">
        {range !== null && !isSingleCell(range)
          ? t('spreadsheet.selected', { ...getRangeSize(range) })
          : t('workItems.count', { count: total })}
      </span>
    </div>
  )
}
