import { useCallback } from 'react'
import { Link } from 'react-router'
import type { UserProfile, UserStats } from '#common/personal/profiles/schema.ts'
import { stateGroups } from '#common/work/states/groups.ts'
import { priorities } from '#common/work/work-items/priorities.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { useAutoReloadedValue } from '../../planning/figures/use-auto-reloaded-value.ts'
import { request } from '../../platform/app/sync.ts'
import { LoadError } from '../../platform/shell/LoadError.tsx'
import { currentSlug } from '../../platform/shell/workspace.ts'
import type { Person } from '../../platform/sync/tables.ts'
import { PriorityIcon } from '../../platform/ui/PriorityIcon.tsx'
import { ProjectLogo } from '../../platform/ui/ProjectLogo.tsx'
import { StateIcon } from '../../platform/ui/StateIcon.tsx'
import { HomeEmptyText, HomeSection } from '../home/HomeSection.tsx'
import { RecentActivities } from './RecentActivities.tsx'
import { ShareBarChart } from './ShareBarChart.tsx'

interface Figures {
  stats: UserStats
  profile: UserProfile
}

/**
 * Statistics of a user's work, from the items that the current user can see. They are loaded again when items
 * change.
 */
export function ProfileOverview({ person }: { person: Person }) {
  const { t } = useTranslation()
  const read = useCallback(async (): Promise<Figures> => {
    const params = { slug: currentSlug(), user_id: person.id }
    const [stats, profile] = await Promise.all([
      request('getUserStats', { params }),
      request('getUserProfile', { params }),
    ])
    return { stats, profile }
  }, [person.id])
  const { value, status, retry } = useAutoReloadedValue(read, anyItem)
  if (value === null && status !== 'loading') return <LoadError onRetry={retry} />
  const isLoading = value === null
  return (
    <div className="scroll-quiet min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex w-full max-w-240 flex-col gap-8 px-gutter py-6">
        <Totals stats={value?.stats ?? null} />
        <div className="grid gap-8 md:grid-cols-2">
          <HomeSection title={t('profiles.byState')} isLoading={isLoading}>
            {value && <ByState stats={value.stats} />}
          </HomeSection>
          <HomeSection title={t('profiles.byPriority')} isLoading={isLoading}>
            {value && <ByPriority stats={value.stats} />}
          </HomeSection>
          <HomeSection title={t('profiles.projects')} isLoading={isLoading}>
            {value && <Projects profile={value.profile} />}
          </HomeSection>
          <RecentActivities person={person} />
        </div>
      </div>
    </div>
  )
}

const anyItem = () => true

const totals = [
  'created_issues',
  'assigned_issues',
  'pending_issues',
  'completed_issues',
  'subscribed_issues',
] as const

function Totals({ stats }: { stats: UserStats | null }) {
  const { t } = useTranslation()
  return (
    <dl
      aria-label={t('profiles.figures')}
      className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-5"
    >
      {totals.map((name) => (
        <div key={name} className="flex flex-col gap-0.5 bg-sheet px-4 py-3 max-sm:last:col-span-2">
          <dt className="truncate text-sm text-soft">{t(`profiles.${name}`)}</dt>
          <dd className="text-xl font-strong tabular">{stats === null ? '–' : stats[name]}</dd>
        </div>
      ))}
    </dl>
  )
}

function ByState({ stats }: { stats: UserStats }) {
  const { t } = useTranslation()
  const counts = new Map(stats.state_distribution.map((one) => [one.state_group, one.state_count]))
  const shares = stateGroups
    .filter((group) => group !== 'triage')
    .map((group) => ({
      ...{
        key: group,
        name: t(`ui.state.${group}`),
        count: counts.get(group) ?? 0,
        color: `var(--state-${group})`,
      },
      icon: <StateIcon group={group} />,
    }))
  return <ShareBarChart shares={shares} empty={t('profiles.nothingAssigned')} />
}

function ByPriority({ stats }: { stats: UserStats }) {
  const { t } = useTranslation()
  const counts = new Map(stats.priority_distribution.map((one) => [one.priority, one.priority_count]))
  const shares = priorities.map((priority) => ({
    ...{ key: priority, name: t(`ui.priority.${priority}`), count: counts.get(priority) ?? 0 },
    color: priority === 'none' ? 'var(--state-cancelled)' : `var(--priority-${priority})`,
    icon: <PriorityIcon priority={priority} />,
  }))
  return <ShareBarChart shares={shares} empty={t('profiles.nothingAssigned')} />
}

/** Projects of the user, with progress. */
function Projects({ profile: { project_data } }: { profile: UserProfile }) {
  const { t } = useTranslation()
  if (project_data.length === 0) return <HomeEmptyText>{t('profiles.noProjects')}</HomeEmptyText>
  return (
    <ul className="flex flex-col">
      {project_data.map(({ id, name, logo_props, completed_issues: done, pending_issues: open }) => (
        <li key={id} className="border-b border-line last:border-0">
          <Link
            to={`/${currentSlug()}/projects/${id}/issues`}
            className="flex min-h-row items-center gap-2.5 py-1.5 hover:bg-hover"
          >
            <ProjectLogo logo={logo_props} name={name} />
            <span dir="auto" className="min-w-0 flex-1 truncate">
              {name}
            </span>
            <span className="shrink-0 text-sm text-soft tabular">
              {t('profiles.doneOf', { done, total: done + open, open })}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
