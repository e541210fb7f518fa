import { useAtomValue } from 'jotai'
import {
  Archive,
  CircleUserRound,
  FileText,
  FolderKanban,
  FolderPlus,
  House,
  Layers,
  ListTodo,
  LogOut,
  Moon,
  Plus,
  Sun,
  Users,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigate, useParams } from 'react-router'
import { atLeast, role } from '#common/roles.ts'
import { workspaceTabs } from '../listing/places.ts'
import { useTranslation } from '../locales/i18n.ts'
import { projectRoleAtom, workspaceRoleAtom } from '../permissions/may.ts'
import { joinedProjectsAtom } from '../projects/atoms.ts'
import { openCreateProject } from '../projects/create.ts'
import { ProjectLogo } from '../ui/ProjectLogo.tsx'
import { useTheme } from '../ui/theme.ts'
import { meAtom, signOut } from '../users/session.ts'
import { chooseTheme } from '../users/theme.ts'
import { viewsAtom } from '../views/atoms.ts'
import { viewPath } from '../views/paths.ts'
import { openCreateWorkItem } from '../work-items/create.ts'
import { currentSlug } from './workspace.ts'

export interface Entry {
  id: string
  label: string
  icon: ReactNode
  keys?: string
  run: () => void
}

/** Every place and action that the palette offers here and that keys reach. */
export function useEntries(): { places: Entry[]; creates: Entry[]; settings: Entry[] } {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { projectId } = useParams()
  const { shown } = useTheme()
  const projects = useAtomValue(joinedProjectsAtom)
  const held = useAtomValue(workspaceRoleAtom)
  const me = useAtomValue(meAtom)
  const isMember = atLeast(held, role.member)
  const roleHere = useAtomValue(projectRoleAtom(projectId ?? ''))
  const base = `/${currentSlug()}`
  const go = (path: string) => () => void navigate(`${base}${path}`)
  const viewsHere = useAtomValue(viewsAtom(projectId ?? ''))
  const viewsOfWorkspace = useAtomValue(viewsAtom(null))
  const current = projects.find((project) => project.id === projectId)
  const dark = shown.startsWith('dark')
  return {
    creates: [
      {
        id: 'create-item',
        label: t('workItems.new'),
        icon: <Plus />,
        keys: 'n i',
        run: () => openCreateWorkItem(current ? { project_id: current.id } : {}),
      },
      ...(isMember
        ? [
            {
              id: 'create-project',
              label: t('shell.newProject'),
              icon: <FolderPlus />,
              keys: 'n p',
              run: () => openCreateProject(),
            },
          ]
        : []),
    ],
    places: [
      { id: 'home', label: t('shell.nav.home'), icon: <House />, keys: 'g h', run: go('') },
      {
        id: 'projects',
        label: t('shell.nav.projects'),
        icon: <FolderKanban />,
        keys: 'g p',
        run: go('/projects'),
      },
      ...(isMember
        ? [
            {
              id: 'your-work',
              label: t('shell.nav.yourWork'),
              icon: <CircleUserRound />,
              keys: 'g y',
              run: go(`/profile/${me?.id}/assigned`),
            },
          ]
        : []),
      ...workspaceTabs.map((tab) => ({
        id: `views-${tab}`,
        label: t(`workItems.views.${tab}`),
        icon: <Layers />,
        // In a project the key goes to its own views.
        ...(tab === 'all-issues' && !current && { keys: 'g v' }),
        run: go(`/workspace-views/${tab}`),
      })),
      ...(current
        ? [
            {
              id: 'items',
              label: t('shell.nav.workItems'),
              icon: <ListTodo />,
              keys: 'g i',
              run: go(`/projects/${current.id}/issues`),
            },
            {
              id: 'views',
              label: t('shell.nav.views'),
              icon: <Layers />,
              keys: 'g v',
              run: go(`/projects/${current.id}/views`),
            },
            {
              id: 'pages',
              label: t('shell.nav.pages'),
              icon: <FileText />,
              keys: 'g d',
              run: go(`/projects/${current.id}/pages`),
            },
          ]
        : []),
      ...(current && atLeast(roleHere, role.member)
        ? [
            {
              id: 'archive',
              label: t('shell.nav.archive'),
              icon: <Archive />,
              keys: 'g r',
              run: go(`/projects/${current.id}/archives/issues`),
            },
          ]
        : []),
      {
        id: 'members',
        label: t('shell.nav.members'),
        icon: <Users />,
        keys: 'g s',
        run: go('/settings/members'),
      },
      ...[...viewsHere, ...viewsOfWorkspace].map((view) => ({
        id: `view-${view.id}`,
        label: view.name,
        icon: <ProjectLogo logo={view.logo_props} name={view.name} fallback={<Layers />} />,
        run: () => void navigate(viewPath(view)),
      })),
      ...projects.map((project) => ({
        id: `project-${project.id}`,
        label: project.name,
        icon: <ProjectLogo logo={project.logo_props} name={project.name} />,
        run: go(`/projects/${project.id}/issues`),
      })),
    ],
    settings: [
      {
        id: 'theme',
        label: dark ? t('shell.theme.toLight') : t('shell.theme.toDark'),
        icon: dark ? <Sun /> : <Moon />,
        run: () => void chooseTheme(dark ? 'light' : 'dark'),
      },
      { id: 'sign-out', label: t('shell.signOut'), icon: <LogOut />, run: () => void signOut() },
    ],
  }
}
