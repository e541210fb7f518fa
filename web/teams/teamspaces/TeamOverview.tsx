import { useAtomValue } from 'jotai'
import { Lock, Plus, UserRoundMinus, UserRoundPlus, UsersRound, X } from 'lucide-react'
import { Link } from 'react-router'
import type { TeamspaceRow } from '#common/organization/teamspaces/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { editTeamspace } from '../../organization/teamspaces/actions.ts'
import {
  eligibleTeamspaceMembersAtom,
  hiddenProjectCountOfTeamspaceAtom,
  joinedTeamspaceProjectsAtom,
  teamspaceMembers,
  teamspaceRightsAtom,
} from '../../organization/teamspaces/atoms.ts'
import { HomeEmptyText, HomeSection } from '../../personal/home/HomeSection.tsx'
import { LoadError } from '../../platform/shell/LoadError.tsx'
import { TopBar } from '../../platform/shell/TopBar.tsx'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { Avatar } from '../../platform/ui/Avatar.tsx'
import { Badge } from '../../platform/ui/Badge.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { Picker } from '../../platform/ui/Picker.tsx'
import { ProjectLogo } from '../../platform/ui/ProjectLogo.tsx'
import { useMemberOptions, useProjectOptions } from './options.tsx'
import { TeamActions, TeamCrumbs, TeamFrame, TeamTabs } from './TeamFrame.tsx'
import { teamPath } from './tabs.ts'
import { createOpenItemsFilter, useOpenItemCountsByMember } from './use-load.ts'

/** Shows the description of a teamspace, its members with their open work, and its projects. */
export function TeamOverview() {
  return <TeamFrame>{(team) => <Overview key={team.id} team={team} />}</TeamFrame>
}

function Overview({ team }: { team: TeamspaceRow }) {
  return (
    <>
      <TopBar title={team.name} crumbs={<TeamCrumbs team={team} />} actions={<TeamActions team={team} />} />
      <TeamTabs team={team} />
      <div className="scroll-quiet min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto flex w-full max-w-240 flex-col gap-8 px-gutter py-6">
          <Head team={team} />
          <div className="grid grid-cols-1 gap-8 md:grid-cols-2">
            <Members team={team} />
            <Projects team={team} />
          </div>
        </div>
      </div>
    </>
  )
}

function Head({ team }: { team: TeamspaceRow }) {
  const { t } = useTranslation()
  return (
    <header className="flex flex-col gap-2">
      <div className="flex min-w-0 items-center gap-3">
        <ProjectLogo logo={team.logo_props} name={team.name} fallback={<UsersRound />} />
        <h2 dir="auto" className="truncate text-xl font-strong tracking-[-0.012em]">
          {team.name}
        </h2>
        {team.access === 0 && (
          <Badge>
            <Lock aria-hidden className="size-3" />
            {t('teamspaces.private')}
          </Badge>
        )}
      </div>
      <p dir="auto" className={team.description ? 'whitespace-pre-wrap wrap-anywhere' : 'text-faint'}>
        {team.description || t('teamspaces.noDescription')}
      </p>
    </header>
  )
}

function Members({ team }: { team: TeamspaceRow }) {
  const { t } = useTranslation()
  const { manage } = useAtomValue(teamspaceRightsAtom(team.id))
  const people = teamspaceMembers(team, useAtomValue(eligibleTeamspaceMembersAtom))
  const options = useMemberOptions(team.member_ids)
  const { load, failed, retry } = useOpenItemCountsByMember(team)
  const most = Math.max(1, ...people.map(({ member_id }) => load?.get(member_id) ?? 0))
  return (
    <HomeSection
      title={t('teamspaces.members')}
      count={people.length}
      isLoading={false}
      action={
        manage && (
          <Picker
            multiple
            align="end"
            label={t('teamspaces.addMembers')}
            value={team.member_ids}
            onChange={(member_ids) => void editTeamspace(team, { member_ids })}
            emptyText={t('teamspaces.noSuchPerson')}
            options={options}
            trigger={<IconButton size="sm" label={t('teamspaces.addMembers')} icon={<UserRoundPlus />} />}
          />
        )
      }
    >
      {people.length === 0 && <HomeEmptyText>{t('teamspaces.noMembers')}</HomeEmptyText>}
      {failed && <LoadError compact onRetry={retry} />}
      <ul aria-label={t('teamspaces.members')} className="flex flex-col">
        {people.map(({ member_id, name, avatar_url }) => {
          const count = load?.get(member_id) ?? 0
          return (
            <li
              key={member_id}
              className="group/member flex min-h-row items-center gap-2.5 border-b border-line py-1.5 last:border-0"
            >
              <Avatar id={member_id} name={name} src={avatar_url} size="sm" decorative />
              <Link
                to={`/${currentSlug()}/profile/${member_id}`}
                dir="auto"
                className="min-w-0 shrink truncate text-text hover:underline"
              >
                {name}
              </Link>
              {member_id === team.lead_id && <Badge>{t('teamspaces.lead')}</Badge>}
              {load && (
                <Link
                  to={`${teamPath(team.id, 'items')}?filters=${encodeURIComponent(JSON.stringify(createOpenItemsFilter(member_id)))}`}
                  aria-label={t('teamspaces.openItems', { count })}
                  title={t('teamspaces.openItems', { count })}
                  className="ms-auto flex h-row w-28 shrink-0 items-center gap-2 rounded-sm px-1 text-soft hover:bg-hover"
                >
                  <span aria-hidden className="h-1.5 min-w-0 flex-1 overflow-hidden rounded-full bg-sunken">
                    <span
                      className="block h-full rounded-full bg-accent"
                      style={{ width: `${(100 * count) / most}%` }}
                    />
                  </span>
                  <span className="w-7 text-ui-end text-sm tabular">{count}</span>
                </Link>
              )}
              {manage && (
                <IconButton
                  size="sm"
                  label={t('teamspaces.removeMember', { name })}
                  icon={<UserRoundMinus />}
                  className={load ? '' : 'ms-auto'}
                  onClick={() =>
                    void editTeamspace(team, {
                      member_ids: team.member_ids.filter((one) => one !== member_id),
                    })
                  }
                />
              )}
            </li>
          )
        })}
      </ul>
    </HomeSection>
  )
}

function Projects({ team }: { team: TeamspaceRow }) {
  const { t } = useTranslation()
  const { manage } = useAtomValue(teamspaceRightsAtom(team.id))
  const projects = useAtomValue(joinedTeamspaceProjectsAtom(team.id))
  const hidden = useAtomValue(hiddenProjectCountOfTeamspaceAtom(team.id))
  const options = useProjectOptions(team.project_ids)
  return (
    <HomeSection
      title={t('teamspaces.projects')}
      count={projects.length}
      isLoading={false}
      action={
        manage && (
          <Picker
            multiple
            align="end"
            label={t('teamspaces.addProjects')}
            value={team.project_ids}
            onChange={(project_ids) => void editTeamspace(team, { project_ids })}
            emptyText={t('teamspaces.noSuchProject')}
            options={options}
            trigger={<IconButton size="sm" label={t('teamspaces.addProjects')} icon={<Plus />} />}
          />
        )
      }
    >
      {projects.length + hidden === 0 && <HomeEmptyText>{t('teamspaces.noProjects')}</HomeEmptyText>}
      <ul aria-label={t('teamspaces.projects')} className="flex flex-col">
        {projects.map(({ id, name, logo_props }) => (
          <li key={id} className="flex items-center gap-2 border-b border-line last:border-0">
            <Link
              to={`/${currentSlug()}/projects/${id}/issues`}
              className="flex min-h-row min-w-0 flex-1 items-center gap-2.5 py-1.5 hover:bg-hover"
            >
              <ProjectLogo logo={logo_props} name={name} />
              <span dir="auto" className="truncate">
                {name}
              </span>
            </Link>
            {manage && (
              <IconButton
                size="sm"
                label={t('teamspaces.removeProject', { name })}
                icon={<X />}
                onClick={() =>
                  void editTeamspace(team, { project_ids: team.project_ids.filter((one) => one !== id) })
                }
              />
            )}
          </li>
        ))}
      </ul>
      {hidden > 0 && <HomeEmptyText>{t('teamspaces.hiddenProjects', { count: hidden })}</HomeEmptyText>}
    </HomeSection>
  )
}
