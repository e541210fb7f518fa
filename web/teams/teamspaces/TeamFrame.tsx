import { useAtomValue } from 'jotai'
import { UserRoundPlus, UsersRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import type { TeamspaceRow } from '#common/organization/teamspaces/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { FavoriteButton } from '../../organization/favorites/FavoriteButton.tsx'
import { joinTeamspace } from '../../organization/teamspaces/actions.ts'
import {
  canUseTeamspacesAtom,
  teamspaceAtom,
  teamspaceRightsAtom,
} from '../../organization/teamspaces/atoms.ts'
import { TabLinks } from '../../platform/shell/TabLinks.tsx'
import { TopBar } from '../../platform/shell/TopBar.tsx'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { Breadcrumbs } from '../../platform/ui/Breadcrumbs.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { NoAccessState } from '../../platform/ui/NoAccessState.tsx'
import { NotFoundState } from '../../platform/ui/NotFoundState.tsx'
import { ProjectLogo } from '../../platform/ui/ProjectLogo.tsx'
import { TeamspaceMenu } from './TeamspaceMenu.tsx'
import { type TeamTab, teamPath, teamTabs } from './tabs.ts'

/** Renders a screen of the teamspace in the URL, or the reason why it cannot be shown. */
export function TeamFrame({ children }: { children: (team: TeamspaceRow) => ReactNode }) {
  const { t } = useTranslation()
  const { teamspaceId = '' } = useParams()
  const team = useAtomValue(teamspaceAtom(teamspaceId))
  const isMember = useAtomValue(canUseTeamspacesAtom)
  if (team !== undefined) return children(team)
  return (
    <>
      <TopBar title={t('teamspaces.title')} crumbs={null} />
      {isMember ? (
        <NotFoundState title={t('teamspaces.goneTitle')} text={t('teamspaces.goneText')} />
      ) : (
        <NoAccessState title={t('teamspaces.noAccessTitle')} text={t('teamspaces.noAccessText')} />
      )}
    </>
  )
}

export function TeamCrumbs({ team, page }: { team: TeamspaceRow; page?: string }) {
  const { t } = useTranslation()
  return (
    <Breadcrumbs
      crumbs={[
        {
          key: 'list',
          label: t('teamspaces.title'),
          link: (inside) => <Link to={`/${currentSlug()}/teamspaces`}>{inside}</Link>,
        },
        {
          key: team.id,
          label: team.name,
          icon: <ProjectLogo logo={team.logo_props} name={team.name} fallback={<UsersRound />} />,
          ...(page !== undefined && {
            link: (inside: ReactNode) => <Link to={teamPath(team.id, 'overview')}>{inside}</Link>,
          }),
        },
        ...(page === undefined ? [] : [{ key: 'page', label: page }]),
      ]}
    />
  )
}

/** The actions of a teamspace, shown at the end of the top bar of its screens. */
export function TeamActions({ team }: { team: TeamspaceRow }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { join } = useAtomValue(teamspaceRightsAtom(team.id))
  const { id, name, logo_props } = team
  return (
    <span className="flex items-center gap-1.5">
      <FavoriteButton thing={{ type: 'teamspace', id, project_id: null, name, logo_props }} />
      <TeamspaceMenu team={team} onDelete={() => void navigate(`/${currentSlug()}/teamspaces`)} />
      {join && (
        <Button icon={<UserRoundPlus />} onClick={() => void joinTeamspace(team)}>
          {t('teamspaces.join')}
        </Button>
      )}
    </span>
  )
}

export function TeamTabs({ team }: { team: TeamspaceRow }) {
  const { t } = useTranslation()
  return (
    <TabLinks
      label={team.name}
      tabs={teamTabs.map((tab: TeamTab) => ({
        to: teamPath(team.id, tab),
        label: t(`teamspaces.tabs.${tab}`),
        ...(tab === 'overview' && { end: true }),
      }))}
    />
  )
}
