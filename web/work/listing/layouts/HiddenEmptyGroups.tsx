import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { useTranslation } from '../../../locales/i18n.ts'
import { Button } from '../../../platform/ui/Button.tsx'
import { countHiddenGroups, nonEmptyGroups, nonEmptySubGroups, useNamedGroups } from '../groups.ts'
import { listingAtom } from '../listings.ts'
import type { ListingView } from '../view.ts'

interface HiddenEmptyGroupsProps {
  view: ListingView
  onShow: () => void
}

/** A line below a filtered list with the number of hidden groups, and a button that shows them. */
export function HiddenEmptyGroups({ view, onShow }: HiddenEmptyGroupsProps) {
  const { t } = useTranslation()
  const { context, group_by, sub_group_by } = view.listing
  const { groups } = useAtomValue(listingAtom(view.key))
  const filled = useMemo(() => nonEmptyGroups(groups), [groups])
  const filledLanes = useMemo(() => nonEmptySubGroups(groups), [groups])
  const all = useNamedGroups(group_by, context.project_id, filled, true)
  const allLanes = useNamedGroups(sub_group_by, context.project_id, filledLanes, true)
  const count =
    (group_by === null ? 0 : countHiddenGroups(all, filled)) +
    (sub_group_by === null ? 0 : countHiddenGroups(allLanes, filledLanes))
  if (count === 0) return null
  return (
    <div className="flex shrink-0 items-center gap-1.5 border-t border-line px-gutter py-1 text-sm text-soft print:hidden">
      {t('workItems.hiddenGroups', { count })}
      <Button variant="ghost" onClick={onShow}>
        {t('ui.show')}
      </Button>
    </div>
  )
}
