import { useAtomValue } from 'jotai'
import { Layers, Plus } from 'lucide-react'
import { Link } from 'react-router'
import type { TeamspaceRow } from '#common/organization/teamspaces/schema.ts'
import { createDefaultUserProperties } from '#common/work/user-properties/rules.ts'
import type { ViewRow } from '#common/work/views/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { displayNameOf } from '../../platform/person/display-name.ts'
import { LoadedContent } from '../../platform/shell/LoadedContent.tsx'
import { TopBar } from '../../platform/shell/TopBar.tsx'
import { Avatar } from '../../platform/ui/Avatar.tsx'
import { EmptyState } from '../../platform/ui/EmptyState.tsx'
import { ProjectLogo } from '../../platform/ui/ProjectLogo.tsx'
import { timeAgo } from '../../platform/ui/time-ago.ts'
import { VirtualList } from '../../platform/ui/VirtualList.tsx'
import { ListSkeleton } from '../../work/listing/layouts/skeletons.tsx'
import { teamViewsAtom } from '../../work/views/atoms.ts'
import { useTeamViews } from '../../work/views/load.ts'
import { viewPath } from '../../work/views/paths.ts'
import { SaveAsNewViewButton } from '../../work/views/SaveAsNewViewButton.tsx'
import { ViewMenu } from '../../work/views/ViewMenu.tsx'
import { ViewStatusIcons } from '../../work/views/ViewStatusIcons.tsx'
import { TeamActions, TeamCrumbs, TeamFrame, TeamTabs } from './TeamFrame.tsx'

/** The saved views of a teamspace. */
export function TeamViews() {
  return <TeamFrame>{(team) => <Views key={team.id} team={team} />}</TeamFrame>
}

function Views({ team }: { team: TeamspaceRow }) {
  const { t } = useTranslation()
  const loaded = useTeamViews(team.id)
  const views = useAtomValue(teamViewsAtom(team.id))
  const title = t('teamspaces.tabs.views')
  const { preferences, ...settings } = createDefaultUserProperties('team')
  const button = (
    <SaveAsNewViewButton
      button={{
        variant: 'primary',
        icon: <Plus />,
        children: <span className="max-sm:sr-only">{t('views.new')}</span>,
      }}
      startsWith="all"
      projectId={null}
      teamspaceId={team.id}
      settings={settings}
    />
  )
  return (
    <>
      <TopBar
        title={`${title} · ${team.name}`}
        crumbs={<TeamCrumbs team={team} page={title} />}
        actions={
          <>
            <TeamActions team={team} />
            {views.length > 0 && button}
          </>
        }
      />
      <TeamTabs team={team} />
      <LoadedContent of={loaded} skeleton={<ListSkeleton />}>
        {views.length === 0 ? (
          <EmptyState
            icon={<Layers />}
            title={t('teamspaces.noViewsTitle')}
            text={t('teamspaces.noViewsText')}
            action={button}
          />
        ) : (
          <VirtualList
            className="min-h-0 flex-1"
            label={title}
            rows={views}
            keyOf={(view) => view.id}
            rowHeight={40}
          >
            {(view) => <ViewLine view={view} />}
          </VirtualList>
        )}
      </LoadedContent>
    </>
  )
}

function ViewLine({ view }: { view: ViewRow }) {
  const { t, i18n } = useTranslation()
  const owner = useAtomValue(tables.users.rowAtom(view.owned_by))
  return (
    <div className="flex h-10 items-center border-b border-line pe-3 hover:bg-hover">
      <Link
        to={viewPath(view)}
        className="flex h-full min-w-0 flex-1 items-center gap-2.5 pe-2 ps-4 -outline-offset-2"
      >
        <span className="flex text-icon-faint">
          <ProjectLogo logo={view.logo_props} name={view.name} fallback={<Layers />} />
        </span>
        <span dir="auto" className="min-w-0 flex-1 truncate text-ui-start font-medium">
          {view.name}
        </span>
        <ViewStatusIcons view={view} />
        <span className="hidden text-sm text-faint tabular sm:block">
          {t('views.updated', { when: timeAgo(view.updated_at, i18n.language) })}
        </span>
        {owner && <Avatar id={owner.id} name={displayNameOf(owner)} src={owner.avatar_url} size="xs" />}
      </Link>
      <ViewMenu view={view} />
    </div>
  )
}
