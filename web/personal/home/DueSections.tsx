import { useAtomValue } from 'jotai'
import { Link } from 'react-router'
import { useTranslation } from '../../locales/i18n.ts'
import { todayAtom } from '../../platform/person/today.ts'
import { LoadError } from '../../platform/shell/LoadError.tsx'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { CompactItemLine } from '../../work/listing/CompactItemLine.tsx'
import type { ItemListState } from '../../work/listing/use-item-list.ts'
import { useDueDates } from './due-items.ts'
import { HomeEmptyText, HomeSection } from './HomeSection.tsx'

/** Maximum number of items in each list. A link leads to the other items. */
const shownAtMost = 8

interface DueSectionsProps {
  due: ItemListState
  soon: ItemListState
  started: ItemListState
}

/** Overdue items, items due today and in the following days, and other started items. */
export function DueSections({ due, soon, started }: DueSectionsProps) {
  const { t } = useTranslation()
  const today = useAtomValue(todayAtom)
  const dates = useDueDates(due.ids)
  const late = due.ids.filter((id) => (dates.get(id) ?? today) < today)
  const now = due.ids.filter((id) => dates.get(id) === today)
  const begun = started.ids.filter((id) => !due.ids.includes(id) && !soon.ids.includes(id))
  const begunTotal = Math.max(begun.length, started.total - (started.ids.length - begun.length))
  // Due items are loaded earliest first. If some of them are not loaded, the number of overdue items is
  // estimated as the total without the loaded items that are due today.
  const lateTotal = due.total > due.ids.length ? due.total - now.length : late.length
  return (
    <>
      {(late.length > 0 || due.status !== 'ready') && (
        <Items title={t('home.lateTitle')} list={due} ids={late} total={lateTotal} />
      )}
      {due.status === 'ready' && (
        <Items
          title={t('home.dueTitle')}
          list={due}
          ids={now}
          total={now.length}
          empty={t('home.dueEmpty')}
        />
      )}
      {soon.ids.length > 0 && (
        <Items title={t('home.soonTitle')} list={soon} ids={soon.ids} total={soon.total} />
      )}
      {/* If all started items are in the sections above, there is nothing to add, and "nothing in progress" would be wrong. */}
      {(begunTotal > 0 || started.ids.length === 0) && (
        <Items
          title={t('home.startedTitle')}
          list={started}
          ids={begun}
          total={begunTotal}
          empty={t('home.startedEmpty')}
        />
      )}
    </>
  )
}

interface ItemsProps {
  title: string
  list: ItemListState
  ids: readonly string[]
  total: number
  empty?: string
}

function Items({ title, list: { status, retry }, ids, total, empty }: ItemsProps) {
  const { t } = useTranslation()
  return (
    <HomeSection title={title} count={total} isLoading={status === 'loading'}>
      {status === 'ready' ? (
        <>
          {ids.length > 0 && (
            <ul className="flex flex-col py-1">
              {ids.slice(0, shownAtMost).map((id) => (
                <CompactItemLine key={id} id={id} />
              ))}
            </ul>
          )}
          {ids.length === 0 && <HomeEmptyText>{empty}</HomeEmptyText>}
          {total > shownAtMost && (
            <Link
              to={`/${currentSlug()}/workspace-views/assigned`}
              className="py-1 text-sm font-medium text-accent-text hover:underline"
            >
              {t('home.more', { count: total - Math.min(ids.length, shownAtMost) })}
            </Link>
          )}
        </>
      ) : (
        <LoadError onRetry={retry} />
      )}
    </HomeSection>
  )
}
