import { useAtomValue } from 'jotai'
import { isMultiValuedGroupKey } from '#common/work/listing/keys.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { listingAtom } from './listings.ts'
import { isDraftsScope } from './scopes.ts'
import type { ListingView } from './view.ts'

/**
 * Number of items in a listing. It is hidden if an item can be in several groups, because the totals then
 * count such an item more than once.
 */
export function ItemCount({ view }: { view: ListingView }) {
  const { t } = useTranslation()
  const { status, groups } = useAtomValue(listingAtom(view.key))
  const { group_by, sub_group_by } = view.listing
  const isExact = [group_by, sub_group_by].every((key) => key === null || !isMultiValuedGroupKey(key))
  if (status !== 'ready' || !isExact) return null
  const count = Object.values(groups).reduce((sum, group) => sum + group.total, 0)
  const key = isDraftsScope(view.scope)
    ? 'drafts.count'
    : view.scope.context.createsEpics
      ? 'epics.count'
      : 'workItems.count'
  return (
    <span className="me-1.5 text-sm whitespace-nowrap text-faint tabular max-md:hidden">
      {t(key, { count })}
    </span>
  )
}
