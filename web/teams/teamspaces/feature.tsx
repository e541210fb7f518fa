import { Plus, UsersRound } from 'lucide-react'
import type { TeamspaceRow } from '#common/organization/teamspaces/schema.ts'
import { t } from '../../locales/i18n.ts'
import { hasTeamspacesAtom, teamspacesAtom } from '../../organization/teamspaces/atoms.ts'
import type { Feature, PaletteAction } from '../../platform/shell/feature.ts'
import { screen } from '../../platform/shell/screen.ts'
import { ProjectLogo } from '../../platform/ui/ProjectLogo.tsx'

export const teamspacesFeature: Feature = {
  id: 'teamspaces',
  routes: [
    { path: 'teamspaces', ...screen('Teamspaces', () => import('./Teamspaces.tsx')) },
    { path: 'teamspaces/:teamspaceId', ...screen('TeamOverview', () => import('./TeamOverview.tsx')) },
    { path: 'teamspaces/:teamspaceId/issues', ...screen('TeamItems', () => import('./TeamItems.tsx')) },
    { path: 'teamspaces/:teamspaceId/views', ...screen('TeamViews', () => import('./TeamViews.tsx')) },
    {
      path: 'teamspaces/:teamspaceId/views/:viewId',
      ...screen('SavedTeamView', () => import('./SavedTeamView.tsx')),
    },
    { path: 'teamspaces/:teamspaceId/cycles', ...screen('TeamCycles', () => import('./TeamCycles.tsx')) },
    { path: 'teamspaces/:teamspaceId/pages', ...screen('TeamPages', () => import('./TeamPages.tsx')) },
    { path: 'teamspaces/:teamspaceId/activity', ...screen('TeamHistory', () => import('./TeamHistory.tsx')) },
  ],
  sections: [
    {
      id: 'teamspaces',
      preference: 'teamspaces',
      label: () => t('teamspaces.title'),
      icon: <UsersRound />,
      keys: 'g u',
      path: '/teamspaces',
      isShown: (get) => get(hasTeamspacesAtom),
    },
  ],
  actions: ({ get }) => {
    if (!get(hasTeamspacesAtom)) return []
    const create: PaletteAction = {
      id: 'create-teamspace',
      group: 'create',
      label: t('teamspaces.create'),
      icon: <Plus />,
      run: '/teamspaces?new',
    }
    return [create, ...get(teamspacesAtom).map(actionOf)]
  },
}

function actionOf(team: TeamspaceRow): PaletteAction {
  return {
    id: `teamspace-${team.id}`,
    group: 'go',
    label: t('teamspaces.goTo', { name: team.name }),
    icon: <ProjectLogo logo={team.logo_props} name={team.name} fallback={<UsersRound />} />,
    run: `/teamspaces/${team.id}`,
  }
}
