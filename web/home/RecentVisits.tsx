import { useAtomValue } from 'jotai'
import { FileText } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'
import type { RecentVisitAnswer } from '#common/recent-visits/schema.ts'
import { onUnknownRow, tables } from '../app/sync.ts'
import { useTranslation } from '../locales/i18n.ts'
import { LoadError } from '../shell/LoadError.tsx'
import type { Loaded } from '../shell/use-loaded.ts'
import { currentSlug } from '../shell/workspace.ts'
import { ProjectLogo } from '../ui/ProjectLogo.tsx'
import { StateIcon } from '../ui/StateIcon.tsx'
import { timeAgo } from '../ui/time-ago.ts'
import { HomeNote, HomeSection } from './HomeSection.tsx'
import { type KnownVisit, lacksDataAtom, loadRecentVisits, recentVisitsAtom } from './recent-visits.ts'

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

function Visit({ visit }: { visit: KnownVisit }) {
  // The call's answer says by `entity_name` which of the three it is.
  const known = visit as RecentVisitAnswer
  if (known.entity_name === 'issue') return <VisitedItem visit={known} />
  if (known.entity_name === 'page') return <VisitedPage visit={known} />
  return <VisitedProject visit={known} />
}

type Of<Kind extends RecentVisitAnswer['entity_name']> = {
  visit: Extract<RecentVisitAnswer, { entity_name: Kind }>
}

function VisitedItem({ visit: { entity_data: data, visited_at } }: Of<'issue'>) {
  const row = useAtomValue(tables.work_items.rowAtom(data.id))
  const project = useAtomValue(tables.projects.rowAtom(row?.project_id ?? data.project_id))
  const state = useAtomValue(tables.states.rowAtom(row?.state_id ?? data.state))
  const key = `${project?.identifier ?? data.project_identifier}-${row?.sequence_id ?? data.sequence_id}`
  return (
    <Line
      to={`/browse/${key}`}
      icon={<StateIcon group={state?.group ?? data.state__group} color={state?.color ?? data.state__color} />}
      name={row?.name ?? data.name}
      hint={key}
      at={visited_at}
    />
  )
}

function VisitedPage({ visit: { entity_data: data, visited_at } }: Of<'page'>) {
  const { t } = useTranslation()
  const row = useAtomValue(tables.pages.rowAtom(data.id))
  const project = useAtomValue(tables.projects.rowAtom(data.project_id))
  const name = row?.name ?? data.name
  return (
    <Line
      to={`/projects/${data.project_id}/pages/${data.id}`}
      icon={<ProjectLogo logo={row?.logo_props ?? data.logo_props} name={name} fallback={<FileText />} />}
      name={name || t('pages.untitled')}
      hint={project?.name ?? ''}
      at={visited_at}
    />
  )
}

function VisitedProject({ visit: { entity_data: data, visited_at } }: Of<'project'>) {
  const { t } = useTranslation()
  const row = useAtomValue(tables.projects.rowAtom(data.id))
  const name = row?.name ?? data.name
  return (
    <Line
      to={`/projects/${data.id}/issues`}
      icon={<ProjectLogo logo={row?.logo_props ?? data.logo_props} name={name} />}
      name={name}
      hint={t('home.project')}
      at={visited_at}
    />
  )
}

interface LineProps {
  /** Below the address of the workspace. */
  to: string
  icon: ReactNode
  name: string
  hint: string
  at: string
}

function Line({ to, icon, name, hint, at }: LineProps) {
  const { i18n } = useTranslation()
  return (
    <Link
      to={`/${currentSlug()}${to}`}
      className="-mx-2 flex h-row items-center gap-2.5 rounded-sm px-2 hover:bg-hover coarse:h-touch"
    >
      <span className="flex shrink-0 text-icon-faint">{icon}</span>
      <span className="min-w-0 flex-1 truncate font-medium" dir="auto">
        {name}
      </span>
      <span className="max-w-2/5 shrink-0 truncate text-sm text-faint tabular">{hint}</span>
      <time dateTime={at} className="w-20 shrink-0 truncate text-right text-sm text-faint max-sm:hidden">
        {timeAgo(at, i18n.language)}
      </time>
    </Link>
  )
}
