import { FolderKanban, FolderPlus, Settings, ToggleRight, Users } from 'lucide-react'
import { redirect } from 'react-router'
import { hasRoleAtLeast, role } from '#common/platform/roles.ts'
import { t } from '../../locales/i18n.ts'
import { joinedProjectsAtom } from '../../platform/person/projects.ts'
import { projectRoleAtom, workspaceRoleAtom } from '../../platform/person/roles.ts'
import type { Feature, PaletteAction, PaletteActionContext } from '../../platform/shell/feature.ts'
import { projectSettingsPath } from '../../platform/shell/project-settings-tabs.ts'
import { lazyScreen } from '../../platform/shell/screen.ts'
import { loadable } from '../../platform/ui/loadable.ts'
import { ProjectLogo } from '../../platform/ui/ProjectLogo.tsx'
import { createProjectOpenAtom, openCreateProject } from './create.ts'
import { SidebarProjects } from './SidebarProjects.tsx'

export const projectsFeature: Feature = {
  id: 'projects',
  routes: [
    { path: 'projects', ...lazyScreen('Projects', () => import('./Projects.tsx')) },
    // Redirects the path of the archived projects in Plane, because old links contain this path.
    {
      path: 'projects/archives',
      loader: ({ params }) => redirect(`/${params['slug']}/projects?tab=archived`),
    },
    {
      path: 'projects/:projectId',
      loader: ({ params }) => redirect(`/${params['slug']}/projects/${params['projectId']}/issues`),
    },
    // Redirects the path of the project settings in Plane, because old links contain this path.
    {
      path: 'projects/:projectId/settings/*',
      loader: ({ params }) => {
        const rest = params['*'] ? `/${params['*']}` : ''
        return redirect(`/${params['slug']}/settings/projects/${params['projectId']}${rest}`)
      },
    },
    // Plane has a screen for each feature. Tandem shows all features of a project on one screen.
    {
      path: 'settings/projects/:projectId/features/:name',
      loader: ({ params }) =>
        redirect(`/${params['slug']}/settings/projects/${params['projectId']}/features`),
    },
    {
      path: 'settings/projects',
      loader: ({ params }) => redirect(`/${params['slug']}/projects`),
    },
    {
      path: 'settings/projects/:projectId',
      ...lazyScreen('GeneralSettings', () => import('./GeneralSettings.tsx')),
    },
    {
      path: 'settings/projects/:projectId/members',
      ...lazyScreen('ProjectMembers', () => import('./ProjectMembers.tsx')),
    },
    {
      path: 'settings/projects/:projectId/features',
      ...lazyScreen('ProjectFeatures', () => import('./ProjectFeatures.tsx')),
    },
  ],
  sidebar: SidebarProjects,
  sections: [
    {
      id: 'projects',
      preference: 'projects',
      label: () => t('shell.nav.projects'),
      icon: <FolderKanban />,
      keys: 'g p',
      path: '/projects',
      isExact: true,
    },
  ],
  projectSections: [
    {
      id: 'project-settings',
      label: () => t('projectSettings.title'),
      icon: <Settings />,
      keys: 'g ,',
      path: (projectId) => projectSettingsPath(projectId),
      in: 'menu',
    },
    {
      id: 'project-members',
      label: () => t('shell.nav.projectMembers'),
      icon: <Users />,
      path: (projectId) => projectSettingsPath(projectId, 'members'),
      in: 'menu',
    },
    {
      id: 'project-features',
      label: () => t('projectFeatures.title'),
      icon: <ToggleRight />,
      path: (projectId) => projectSettingsPath(projectId, 'features'),
      in: 'palette',
      isShown: (get, { id }) => hasRoleAtLeast(get(projectRoleAtom(id)), role.admin),
    },
  ],
  actions: ({ get }) => [...createProject(get), ...get(joinedProjectsAtom).map(actionOf)],
  dialogs: [
    {
      id: 'create-project',
      part: loadable(() => import('./CreateProject.tsx').then(({ CreateProject }) => CreateProject)),
      isOpenAtom: createProjectOpenAtom,
    },
  ],
}

function createProject(get: PaletteActionContext['get']): PaletteAction[] {
  if (!hasRoleAtLeast(get(workspaceRoleAtom), role.member)) return []
  return [
    {
      id: 'create-project',
      group: 'create',
      label: t('shell.newProject'),
      icon: <FolderPlus />,
      keys: 'n p',
      run: () => openCreateProject(),
    },
  ]
}

function actionOf({ id, name, logo_props }: NonNullable<PaletteActionContext['project']>): PaletteAction {
  return {
    id: `project-${id}`,
    group: 'go',
    label: name,
    icon: <ProjectLogo logo={logo_props} name={name} />,
    run: `/projects/${id}/issues`,
  }
}
