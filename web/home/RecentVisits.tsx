import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { onUnknownRow } from '../app/sync.ts'
import { useTranslation } from '../locales/i18n.ts'
import { LoadError } from '../shell/LoadError.tsx'
import type { Loaded } from '../shell/use-loaded.ts'
import { currentSlug } from '../shell/workspace.ts'
import { timeAgo } from '../ui/time-ago.ts'
import { HomeNote, HomeSection } from './HomeSection.tsx'
import {
  type KnownVisit,
  lacksDataAtom,
  loadRecentVisits,
  recentVisitsAtom,
  visitedAtom,
} from './recent-visits.ts'
import { VisitedIcon } from './VisitedIcon.tsx'

const shownAtMost = 10

/** Where one was last, on whatever screen; live. */
export function RecentVisits({ status, retry }: Loaded) {
  const { t } = useTranslation()
  const visits = useAtomValue(recentVisitsAtom)
  const lacksData = useAtomValue(lacksDataAtom)
  useEffect(() => {
    // What could not be read then is read with the next visit.
    if (lacksData) loadRecentVisits().catch(() => undefined)
  }, [lacksData])
  useEffect(
    () =>
      onUnknownRow(({ id }) => {
        // It is called otherwise now, or is gone.
        if (visits.some((visit) => visit.entity_identifier === id)) loadRecentVisits().catch(() => undefined)
      }),
    [visits],
  )
  return (
    <HomeSection title={t('home.recentTitle')} isLoading={status === 'loading' && visits.length === 0}>
      {visits.length > 0 ? (
        <ul className="flex flex-col py-1">
          {visits.slice(0, shownAtMost).map((visit) => (
            <li key={visit.id}>
              <Visit visit={visit} />
            </li>
          ))}
        </ul>
      ) : status === 'ready' ? (
        <HomeNote>{t('home.recentEmpty')}</HomeNote>
      ) : (
        <LoadError onRetry={retry} />
      )}
    </HomeSection>
  )
}

function Visit({ visit: { id, visited_at } }: { visit: KnownVisit }) {
  const { t, i18n } = useTranslation()
  const visited = useAtomValue(visitedAtom(id))
  if (visited === null) return null
  const { to, icon, name, hint } = visited
  return (
    <Link
      to={`/${currentSlug()}${to}`}
      className="-mx-2 flex h-row items-center gap-2.5 rounded-sm px-2 hover:bg-hover coarse:h-touch"
    >
      <span className="flex w-4.5 shrink-0 justify-center text-icon-faint">
        <VisitedIcon icon={icon} name={name} />
      </span>
      <span className="flex min-w-0 flex-1">
        <span className="truncate font-medium" dir="auto">
          {name || t('pages.untitled')}
        </span>
      </span>
      <span className="max-w-2/5 shrink-0 truncate text-sm text-faint tabular">
        {icon.kind === 'project' ? t('home.project') : hint}
      </span>
      <time
        dateTime={visited_at}
        className="w-20 shrink-0 truncate text-right text-sm text-faint max-sm:hidden"
      >
        {timeAgo(visited_at, i18n.language)}
      </time>
    </Link>
  )
}
