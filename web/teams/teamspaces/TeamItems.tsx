import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import type { TeamspaceRow } from '#common/organization/teamspaces/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { NotFoundState } from '../../platform/ui/NotFoundState.tsx'
import { lazyPeekPanel } from '../../work/detail/lazy-peek-panel.ts'
import { useOwnViewSettings } from '../../work/listing/filters.ts'
import { ItemsScreen } from '../../work/listing/ItemsScreen.tsx'
import { joinedProjectSetAtom } from '../../work/listing/project-set.ts'
import { teamScope } from '../../work/listing/scopes.ts'
import { useSaveView } from '../../work/views/use-save-view.tsx'
import { TeamActions, TeamCrumbs, TeamFrame, TeamTabs } from './TeamFrame.tsx'

/** The work items of the projects of a teamspace that the user can access. */
export function TeamItems() {
  return <TeamFrame>{(team) => <Items key={team.id} team={team} />}</TeamFrame>
}

function Items({ team }: { team: TeamspaceRow }) {
  const { t } = useTranslation()
  const projects = useAtomValue(joinedProjectSetAtom)
  const { id, project_ids } = team
  const scope = useMemo(
    () => teamScope(currentSlug(), projects, { id, project_ids }),
    [projects, id, project_ids],
  )
  const settings = useOwnViewSettings(scope)
  const title = t('teamspaces.tabs.items')
  return (
    <ItemsScreen
      scope={scope}
      settings={settings}
      saving={useSaveView(scope, settings)}
      peek={lazyPeekPanel}
      title={`${title} · ${team.name}`}
      crumbs={<TeamCrumbs team={team} page={title} />}
      tabs={<TeamTabs team={team} />}
      actions={<TeamActions team={team} />}
      noAccess={() => <NotFoundState title={t('teamspaces.goneTitle')} text={t('teamspaces.goneText')} />}
    />
  )
}
