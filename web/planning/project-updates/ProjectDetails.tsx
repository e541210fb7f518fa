import { useAtomValue } from 'jotai'
import { CalendarDays } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { doneShare } from '#common/work/work-items/progress.ts'
import { formatPercent } from '../../locales/formats.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { changeProject } from '../../organization/projects/edit.ts'
import { projectMembersAtom } from '../../organization/projects/member-atoms.ts'
import { useProjectProgress } from '../../organization/projects/use-project-progress.ts'
import { tables } from '../../platform/app/sync.ts'
import { formatShortDate } from '../../platform/person/dates.ts'
import { displayNameOf } from '../../platform/person/display-name.ts'
import { firstDayOfWeekAtom } from '../../platform/person/me.ts'
import { todayAtom } from '../../platform/person/today.ts'
import { projectSettingsPath } from '../../platform/shell/project-settings-tabs.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import type { Project } from '../../platform/sync/tables.ts'
import { Avatar } from '../../platform/ui/Avatar.tsx'
import { AvatarStack } from '../../platform/ui/AvatarStack.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { DatePicker } from '../../platform/ui/DatePicker.tsx'
import { HealthBadge } from '../../platform/ui/HealthBadge.tsx'
import { ProgressBar } from '../../platform/ui/ProgressBar.tsx'

interface ProjectDetailsProps {
  project: Project
  /** True for admins of the project, who can change its dates. */
  canEdit: boolean
}

/** Health, progress, lead, dates and members of a project. */
export function ProjectDetails({ project, canEdit }: ProjectDetailsProps) {
  const { t } = useTranslation()
  const lead = useAtomValue(tables.users.rowAtom(project.project_lead ?? ''))
  const members = useAtomValue(projectMembersAtom(project.id))
  const progress = useProjectProgress().get(project.id)
  return (
    <section aria-label={t('projectOverview.details')}>
      <dl className="grid grid-cols-[6rem_minmax(0,1fr)] items-center gap-y-1.5 text-sm [&>dt]:text-faint">
        <Detail name={t('projects.filters.health')}>
          {project.health === null ? (
            <span className="text-faint">{t('projects.noHealth')}</span>
          ) : (
            <HealthBadge status={project.health} />
          )}
        </Detail>
        <Detail name={t('epics.progress')}>
          {progress !== undefined && progress.total > 0 ? (
            <>
              <ProgressBar
                label={t('epics.done', { ...progress })}
                part={doneShare(progress)}
                className="w-20"
              />
              <span className="tabular" title={t('epics.done', { ...progress })}>
                {formatPercent(Math.floor(100 * doneShare(progress)))}
              </span>
            </>
          ) : (
            <span className="text-faint">–</span>
          )}
        </Detail>
        <Detail name={t('projects.lead')}>
          {lead ? (
            <Link
              to={`/${currentSlug()}/profile/${lead.id}`}
              className="flex min-w-0 items-center gap-1.5 no-underline"
            >
              <Avatar decorative size="xs" id={lead.id} name={displayNameOf(lead)} src={lead.avatar_url} />
              <span className="truncate">{displayNameOf(lead)}</span>
            </Link>
          ) : (
            <span className="text-faint">{t('projects.noLead')}</span>
          )}
        </Detail>
        <ProjectDate project={project} name="start_date" canEdit={canEdit} />
        <ProjectDate project={project} name="target_date" canEdit={canEdit} />
        <Detail name={t('projects.filters.members')}>
          <Link
            to={`/${currentSlug()}${projectSettingsPath(project.id, 'members')}`}
            className="flex items-center no-underline coarse:min-h-touch"
          >
            <AvatarStack
              label={t('projects.memberCount', { count: members.length })}
              people={members.map(({ member_id, name, avatar_url }) => ({
                id: member_id,
                name,
                src: avatar_url,
              }))}
              max={5}
              size="xs"
            />
          </Link>
        </Detail>
      </dl>
    </section>
  )
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="flex min-h-control-sm min-w-0 items-center gap-2">{children}</dd>
    </>
  )
}

interface ProjectDateProps extends ProjectDetailsProps {
  name: 'start_date' | 'target_date'
}

function ProjectDate({ project, name, canEdit }: ProjectDateProps) {
  const { t, i18n } = useTranslation()
  const today = useAtomValue(todayAtom)
  const weekStartsOn = useAtomValue(firstDayOfWeekAtom)
  const value = project[name]
  const label = t(`projectOverview.${name}`)
  const words = value === null ? t('projectOverview.noDate') : formatShortDate(value, i18n.language)
  const limit = name === 'start_date' ? { max: project.target_date } : { min: project.start_date }
  return (
    <Detail name={label}>
      {canEdit ? (
        <DatePicker
          {...limit}
          label={label}
          value={value}
          today={today}
          weekStartsOn={weekStartsOn}
          onChange={(day) => void changeProject(project, { [name]: day })}
          trigger={
            <Button
              size="sm"
              variant="ghost"
              className="-ms-2"
              icon={<CalendarDays />}
              aria-label={`${label}: ${words}`}
            >
              {words}
            </Button>
          }
        />
      ) : (
        <span className={value === null ? 'text-faint' : 'tabular'}>{words}</span>
      )}
    </Detail>
  )
}
