import { useAtomValue } from 'jotai'
import { History, UsersRound } from 'lucide-react'
import type { TeamActivity } from '#common/organization/teamspaces/activities.ts'
import type { TeamspaceRow } from '#common/organization/teamspaces/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { displayNameOf } from '../../platform/person/display-name.ts'
import { LoadedContent } from '../../platform/shell/LoadedContent.tsx'
import { TopBar } from '../../platform/shell/TopBar.tsx'
import { Avatar } from '../../platform/ui/Avatar.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { EmptyState } from '../../platform/ui/EmptyState.tsx'
import { timeAgo } from '../../platform/ui/time-ago.ts'
import { ListSkeleton } from '../../work/listing/layouts/skeletons.tsx'
import { TeamActions, TeamCrumbs, TeamFrame, TeamTabs } from './TeamFrame.tsx'
import { useTeamActivities } from './use-activities.ts'

/** The changes of a teamspace and its views, newest first. */
export function TeamHistory() {
  return <TeamFrame>{(team) => <Activities key={team.id} team={team} />}</TeamFrame>
}

function Activities({ team }: { team: TeamspaceRow }) {
  const { t } = useTranslation()
  const { activities, more, ...loaded } = useTeamActivities(team.id)
  const title = t('teamspaces.tabs.activity')
  return (
    <>
      <TopBar
        title={`${title} · ${team.name}`}
        crumbs={<TeamCrumbs team={team} page={title} />}
        actions={<TeamActions team={team} />}
      />
      <TeamTabs team={team} />
      <LoadedContent of={loaded} skeleton={activities.length === 0 && <ListSkeleton />}>
        {activities.length === 0 && (
          <EmptyState
            icon={<History />}
            title={t('teamspaces.noActivityTitle')}
            text={t('teamspaces.noActivityText')}
          />
        )}
      </LoadedContent>
      {activities.length > 0 && (
        <div className="scroll-quiet min-h-0 flex-1 overflow-y-auto">
          <div className="mx-auto flex w-full max-w-240 flex-col gap-3 px-gutter py-4">
            <ul aria-label={title} className="flex flex-col">
              {activities.map((activity) => (
                <ActivityLine key={activity.id} activity={activity} />
              ))}
            </ul>
            {more && (
              <Button className="self-center" onClick={more}>
                {t('teamspaces.olderActivity')}
              </Button>
            )}
          </div>
        </div>
      )}
    </>
  )
}

function ActivityLine({ activity }: { activity: TeamActivity }) {
  const { i18n } = useTranslation()
  const { actor_id, created_at } = activity
  const actor = useAtomValue(tables.users.rowAtom(actor_id ?? ''))
  const sentence = useSentence(activity)
  const whole = new Date(created_at).toLocaleString(i18n.language, { dateStyle: 'long', timeStyle: 'short' })
  return (
    <li className="flex min-h-row items-start gap-2.5 border-b border-line py-2 last:border-0">
      {actor ? (
        <Avatar id={actor.id} name={displayNameOf(actor)} src={actor.avatar_url} size="xs" decorative />
      ) : (
        <UsersRound aria-hidden className="size-4 shrink-0 text-icon-faint" />
      )}
      <span dir="auto" className="min-w-0 flex-1 wrap-anywhere">
        {sentence}
      </span>
      <time dateTime={created_at} title={whole} className="shrink-0 text-sm text-faint">
        {timeAgo(created_at, i18n.language)}
      </time>
    </li>
  )
}

/** Describes the change with the current names of people and projects. */
function useSentence({ kind, actor_id, person_id, project_id, old_value, new_value }: TeamActivity): string {
  const { t } = useTranslation()
  const actor = useAtomValue(tables.users.rowAtom(actor_id ?? ''))
  const person = useAtomValue(tables.users.rowAtom(person_id ?? ''))
  const project = useAtomValue(tables.projects.rowAtom(project_id ?? ''))
  const words = {
    actor: displayNameOf(actor) ?? t('teamspaces.activity.somebody'),
    person: displayNameOf(person) ?? t('teamspaces.activity.somebody'),
    // The project is unknown if it was deleted or the user has no access to it.
    project: project?.name ?? t('teamspaces.activity.hiddenProject'),
    before: old_value ?? '',
    name: new_value ?? '',
  }
  if (kind === 'lead_changed' && person_id === null) return t('teamspaces.activity.lead_removed', words)
  if (actor_id === person_id && kind === 'member_added') return t('teamspaces.activity.joined', words)
  if (actor_id === person_id && kind === 'member_removed') return t('teamspaces.activity.left', words)
  return t(`teamspaces.activity.${kind}`, words)
}
