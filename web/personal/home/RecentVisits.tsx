import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { type VisitedKind, visitedKinds } from '#common/pages/recent-visits/rules.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { VisitedIcon } from '../../pages/recent-visits/VisitedIcon.tsx'
import { onUnknownRow } from '../../platform/app/sync.ts'
import { LoadError } from '../../platform/shell/LoadError.tsx'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Menu } from '../../platform/ui/Menu.tsx'
import { MenuRadio } from '../../platform/ui/MenuRadio.tsx'
import { timeAgo } from '../../platform/ui/time-ago.ts'
import { HomeEmptyText, HomeSection } from './HomeSection.tsx'
import {
  isVisitDataMissingAtom,
  loadRecentVisits,
  recentVisitsAtom,
  type VisitWithData,
  visitedEntityAtom,
} from './visit-atoms.ts'

const shownAtMost = 10

/** Lists the work items, pages and projects that the user has visited recently. The list updates live. */
export function RecentVisits() {
  const { t } = useTranslation()
  const { status, retry } = useLoadState(loadRecentVisits)
  const [kind, setKind] = useState<VisitedKind | 'all'>('all')
  const all = useAtomValue(recentVisitsAtom)
  const visits = kind === 'all' ? all : all.filter(({ entity_name }) => entity_name === kind)
  const lacksData = useAtomValue(isVisitDataMissingAtom)
  useEffect(() => {
    // After an error, the data of the visited objects is loaded with the next visit.
    if (lacksData) loadRecentVisits().catch(() => undefined)
  }, [lacksData])
  useEffect(
    () =>
      onUnknownRow(({ id }) => {
        // A visited object was renamed or deleted, so its data is loaded again.
        if (all.some((visit) => visit.entity_identifier === id)) loadRecentVisits().catch(() => undefined)
      }),
    [all],
  )
  return (
    <HomeSection
      title={t('home.recentTitle')}
      isLoading={status === 'loading' && all.length === 0}
      action={all.length > 0 && <KindMenu kind={kind} onKind={setKind} />}
    >
      {visits.length > 0 ? (
        <ul className="flex flex-col py-1">
          {visits.slice(0, shownAtMost).map((visit) => (
            <li key={visit.id}>
              <Visit visit={visit} />
            </li>
          ))}
        </ul>
      ) : status === 'ready' ? (
        <HomeEmptyText>{t(all.length > 0 ? 'home.recentNone' : 'home.recentEmpty')}</HomeEmptyText>
      ) : (
        <LoadError onRetry={retry} />
      )}
    </HomeSection>
  )
}

interface KindMenuProps {
  kind: VisitedKind | 'all'
  onKind: (kind: VisitedKind | 'all') => void
}

function KindMenu({ kind, onKind }: KindMenuProps) {
  const { t } = useTranslation()
  return (
    <Menu
      align="end"
      trigger={
        <Button
          size="sm"
          variant="ghost"
          aria-label={t('home.recentKind', { kind: t(`home.kinds.${kind}`) })}
        >
          {t(`home.kinds.${kind}`)}
        </Button>
      }
    >
      <MenuRadio
        value={kind}
        onChange={onKind}
        options={(['all', ...visitedKinds] as const).map((value) => ({
          value,
          label: t(`home.kinds.${value}`),
        }))}
      />
    </Menu>
  )
}

function Visit({ visit: { id, visited_at } }: { visit: VisitWithData }) {
  const { t, i18n } = useTranslation()
  const visited = useAtomValue(visitedEntityAtom(id))
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
        className="w-20 shrink-0 truncate text-ui-end text-sm text-faint max-sm:hidden"
      >
        {timeAgo(visited_at, i18n.language, 'short')}
      </time>
    </Link>
  )
}
