import { useAtomValue } from 'jotai'
import { CalendarDays, Users } from 'lucide-react'
import { Link } from 'react-router'
import { type DoneAndTotal, doneShare } from '#common/work/work-items/progress.ts'
import { formatPercent } from '../../locales/formats.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { formatShortDate } from '../../platform/person/dates.ts'
import { displayNameOf } from '../../platform/person/display-name.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import type { Project } from '../../platform/sync/tables.ts'
import { Avatar } from '../../platform/ui/Avatar.tsx'
import { HealthBadge } from '../../platform/ui/HealthBadge.tsx'
import { ProgressBar } from '../../platform/ui/ProgressBar.tsx'
import { Tooltip } from '../../platform/ui/Tooltip.tsx'
import { projectOverviewPath } from './paths.ts'

export interface ProjectFactsProps {
  project: Project
  progress: DoneAndTotal | undefined
  /** The number of members. It is undefined until the members are loaded. */
  memberCount: number | undefined
}

/** Health, progress, dates, number of members and lead of a project in one line. */
export function ProjectFacts({ project, progress, memberCount }: ProjectFactsProps) {
  const { t } = useTranslation()
  const lead = useAtomValue(tables.users.rowAtom(project.project_lead ?? ''))
  return (
    <>
      {project.health !== null && (
        <Link
          to={`/${currentSlug()}${projectOverviewPath(project.id)}`}
          className="relative flex shrink-0 items-center rounded-full coarse:min-h-touch"
        >
          <HealthBadge status={project.health} />
        </Link>
      )}
      {progress !== undefined && progress.total > 0 && <Progress progress={progress} />}
      <Days project={project} />
      {memberCount !== undefined && (
        <span
          title={t('projects.memberCount', { count: memberCount })}
          className="inline-flex shrink-0 items-center gap-1 text-sm text-faint tabular"
        >
          <Users className="size-3.5" aria-hidden />
          <span aria-hidden>{memberCount}</span>
          <span className="sr-only">{t('projects.memberCount', { count: memberCount })}</span>
        </span>
      )}
      {lead && (
        <Tooltip label={t('projects.leadIs', { name: displayNameOf(lead) })}>
          <Link to={`/${currentSlug()}/profile/${lead.id}`} className="relative flex shrink-0 rounded-full">
            <Avatar id={lead.id} name={displayNameOf(lead)} src={lead.avatar_url} />
          </Link>
        </Tooltip>
      )}
    </>
  )
}

function Progress({ progress: { done, total } }: { progress: DoneAndTotal }) {
  const { t } = useTranslation()
  const words = t('epics.done', { done, total })
  const part = doneShare({ done, total })
  return (
    <span title={words} className="inline-flex shrink-0 items-center gap-1.5 text-sm text-faint tabular">
      <ProgressBar label={words} part={part} className="w-14" />
      <span aria-hidden>{formatPercent(Math.floor(part * 100))}</span>
    </span>
  )
}

function Days({ project: { start_date, target_date } }: { project: Project }) {
  const { i18n } = useTranslation()
  if (start_date === null && target_date === null) return null
  const day = (date: string | null) => (date === null ? '…' : formatShortDate(date, i18n.language))
  return (
    <span className="inline-flex shrink-0 items-center gap-1 text-sm whitespace-nowrap text-faint tabular">
      <CalendarDays className="size-3.5" aria-hidden />
      {start_date === null ? day(target_date) : `${day(start_date)} – ${day(target_date)}`}
    </span>
  )
}
