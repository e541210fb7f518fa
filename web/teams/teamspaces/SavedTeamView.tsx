import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { useParams } from 'react-router'
import type { TeamspaceRow } from '#common/organization/teamspaces/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { joinedProjectSetAtom } from '../../work/listing/project-set.ts'
import { teamScope } from '../../work/listing/scopes.ts'
import { useTeamViews } from '../../work/views/load.ts'
import { ViewLoadingOrNotFound } from '../../work/views/ViewLoadingOrNotFound.tsx'
import { ViewScreen } from '../../work/views/ViewScreen.tsx'
import { TeamCrumbs, TeamFrame, TeamTabs } from './TeamFrame.tsx'
import { teamPath } from './tabs.ts'

/** A saved view of a teamspace. */
export function SavedTeamView() {
  const { viewId = '' } = useParams()
  return <TeamFrame>{(team) => <View key={viewId} team={team} viewId={viewId} />}</TeamFrame>
}

function View({ team, viewId }: { team: TeamspaceRow; viewId: string }) {
  const { t } = useTranslation()
  const views = useTeamViews(team.id)
  const view = useAtomValue(tables.views.rowAtom(viewId))
  const projects = useAtomValue(joinedProjectSetAtom)
  const { id, project_ids } = team
  const scope = useMemo(
    () => teamScope(currentSlug(), projects, { id, project_ids }),
    [projects, id, project_ids],
  )
  const crumbs = <TeamCrumbs team={team} page={view?.name ?? t('teamspaces.tabs.views')} />
  const tabs = <TeamTabs team={team} />
  if (view?.teamspace_id !== team.id)
    return (
      <ViewLoadingOrNotFound views={views} crumbs={crumbs} list={teamPath(team.id, 'views')} tabs={tabs} />
    )
  return <ViewScreen view={view} within={scope} crumbs={crumbs} tabs={tabs} />
}
