import { Plus, UsersRound } from 'lucide-react'
import type { TeamspaceRow } from '#common/organization/teamspaces/schema.ts'
import { t } from '../../locales/i18n.ts'
import { canUseTeamspacesAtom, teamspacesAtom } from '../../organization/teamspaces/atoms.ts'
import type { Feature, PaletteAction } from '../../platform/shell/feature.ts'
import { lazyScreen } from '../../platform/shell/screen.ts'
import { ProjectLogo } from '../../platform/ui/ProjectLogo.tsx'

export const teamspacesFeature: Feature = {
  id: 'teamspaces',
  routes: [
    { path: 'teamspaces', ...lazyScreen('Teamspaces', () => import('./Teamspaces.tsx')) },
    { path: 'teamspaces/:teamspaceId', ...lazyScreen('TeamOverview', () => import('./TeamOverview.tsx')) },
    { path: 'teamspaces/:teamspaceId/issues', ...lazyScreen('TeamItems', () => import('./TeamItems.tsx')) },
    { path: 'teamspaces/:teamspaceId/views', ...lazyScreen('TeamViews', () => import('./TeamViews.tsx')) },
    {
      path: 'teamspaces/:teamspaceId/views/:viewId',
      ...lazyScreen('SavedTeamView', () => import('./SavedTeamView.tsx')),
    },
    { path: 'teamspaces/:teamspaceId/cycles', ...lazyScreen('TeamCycles', () => import('./TeamCycles.tsx')) },
    { path: 'teamspaces/:teamspaceId/pages', ...lazyScreen('TeamPages', () => import('./TeamPages.tsx')) },
    {
      path: 'teamspaces/:teamspaceId/activity',
      ...lazyScreen('TeamHistory', () => import('./TeamHistory.tsx')),
    },
  ],
  sections: [
    {
      id: 'teamspaces',
      preference: 'teamspaces',
      label: () => t('teamspaces.title'),
      icon: <UsersRound />,
      keys: 'g u',
      path: '/teamspaces',
      isShown: (get) => get(canUseTeamspacesAtom),
    },
  ],
  actions: ({ get }) => {
    if (!get(canUseTeamspacesAtom)) return []
    const create: PaletteAction = {
      id: 'create-teamspace',
      group: 'create',
      label: t('teamspaces.new'),
      icon: <Plus />,
      run: '/teamspaces?new',
      takesTyping: true,
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
