import { useAtomValue } from 'jotai'
import { FolderKanban, Lock, Plus, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { TeamspaceRow } from '#common/organization/teamspaces/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import {
  createTeamspace,
  type TeamspaceFields,
  teamspaceReordering,
} from '../../organization/teamspaces/actions.ts'
import {
  canUseTeamspacesAtom,
  eligibleTeamspaceMembersAtom,
  teamspaceMembers,
  teamspaceRightsAtom,
  teamspacesAtom,
} from '../../organization/teamspaces/atoms.ts'
import { getMyId } from '../../platform/person/me.ts'
import { TopBar } from '../../platform/shell/TopBar.tsx'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { AvatarStack } from '../../platform/ui/AvatarStack.tsx'
import { Breadcrumbs } from '../../platform/ui/Breadcrumbs.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { EmptyState } from '../../platform/ui/EmptyState.tsx'
import { NoAccessState } from '../../platform/ui/NoAccessState.tsx'
import { ProjectLogo } from '../../platform/ui/ProjectLogo.tsx'
import { SortableList } from '../../platform/ui/SortableList.tsx'
import { SortableRow } from '../../platform/ui/SortableRow.tsx'
import { TeamspaceForm } from './TeamspaceForm.tsx'
import { TeamspaceMenu } from './TeamspaceMenu.tsx'

/** The server makes the user who creates a teamspace its lead, unless they choose another. */
const newFields = (me: string): TeamspaceFields => ({
  name: '',
  description: '',
  logo_props: {},
  access: 1,
  lead_id: me,
  member_ids: [me],
  project_ids: [],
})

/** The teamspaces that the user can see. */
export function Teamspaces() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const teams = useAtomValue(teamspacesAtom)
  const isMember = useAtomValue(canUseTeamspacesAtom)
  const [search, setSearch] = useSearchParams()
  const [isCreating, setCreating] = useState(false)
  const title = t('teamspaces.title')
  const close = () => {
    setCreating(false)
    // The command palette opens the form with the URL parameter `new`. The form would stay open if the parameter were
    // not removed.
    if (search.has('new')) setSearch({}, { replace: true })
  }
  const button = (
    <Button variant="primary" icon={<Plus />} onClick={() => setCreating(true)}>
      {t('teamspaces.new')}
    </Button>
  )
  return (
    <>
      <TopBar
        title={title}
        crumbs={<Breadcrumbs crumbs={[{ key: 'teamspaces', label: title }]} />}
        actions={isMember && teams.length > 0 && button}
      />
      {isMember ? (
        teams.length === 0 ? (
          <EmptyState
            icon={<UsersRound />}
            title={t('teamspaces.emptyTitle')}
            text={t('teamspaces.emptyText')}
            action={button}
          />
        ) : (
          <SortableList
            order={teamspaceReordering}
            focus="a"
            scrolls
            aria-label={title}
            className="min-h-0 flex-1 overflow-y-auto"
          >
            {teams.map((team) => (
              <TeamspaceLine key={team.id} team={team} />
            ))}
          </SortableList>
        )
      ) : (
        <NoAccessState title={t('teamspaces.noAccessTitle')} text={t('teamspaces.noAccessText')} />
      )}
      {isMember && (isCreating || search.has('new')) && (
        <TeamspaceForm
          title={t('teamspaces.createTitle')}
          submit={t('teamspaces.create')}
          startsWith={newFields(getMyId())}
          onClose={close}
          onSubmit={async (fields) => {
            const teamspace = await createTeamspace(fields)
            if (teamspace !== null) void navigate(`/${currentSlug()}/teamspaces/${teamspace.id}`)
            return teamspace !== null
          }}
        />
      )}
    </>
  )
}

function TeamspaceLine({ team }: { team: TeamspaceRow }) {
  const { t } = useTranslation()
  const { manage } = useAtomValue(teamspaceRightsAtom(team.id))
  const people = teamspaceMembers(team, useAtomValue(eligibleTeamspaceMembersAtom))
  return (
    <SortableRow
      row={team.id}
      fixed={!manage}
      className="flex h-11 items-center border-b border-line pe-3 hover:bg-hover"
    >
      <Link
        to={`/${currentSlug()}/teamspaces/${team.id}`}
        className="flex h-full min-w-0 flex-1 items-center gap-2.5 pe-2 ps-4 -outline-offset-2"
      >
        <span className="flex text-icon-faint">
          <ProjectLogo logo={team.logo_props} name={team.name} fallback={<UsersRound />} />
        </span>
        <span dir="auto" className="truncate font-medium">
          {team.name}
        </span>
        <span dir="auto" className="min-w-0 flex-1 truncate text-soft max-sm:invisible">
          {team.description}
        </span>
        {team.access === 0 && (
          <Lock role="img" aria-label={t('teamspaces.private')} className="shrink-0 text-icon-faint" />
        )}
        <span className="flex shrink-0 items-center gap-1 text-sm text-soft tabular max-sm:hidden">
          <FolderKanban aria-hidden className="size-3.5 text-icon-faint" />
          {t('teamspaces.projectCount', { count: team.project_ids.length })}
        </span>
        <AvatarStack
          size="xs"
          label={t('teamspaces.members')}
          people={people.map(({ member_id, name, avatar_url }) => ({ id: member_id, name, src: avatar_url }))}
        />
      </Link>
      <TeamspaceMenu team={team} />
    </SortableRow>
  )
}
