import { useAtomValue } from 'jotai'
import {
  Archive,
  CircleUserRound,
  Ellipsis,
  FileText,
  FolderKanban,
  House,
  Layers,
  ListTodo,
  Plus,
  Search,
  Users,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link, NavLink } from 'react-router'
import { atLeast, role } from '#common/roles.ts'
import { useTranslation } from '../locales/i18n.ts'
import { projectRoleAtom, workspaceRoleAtom } from '../permissions/may.ts'
import { joinedProjectsAtom } from '../projects/atoms.ts'
import { openCreateProject } from '../projects/create.ts'
import type { Project } from '../sync/tables.ts'
import { cx } from '../ui/cx.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { Kbd } from '../ui/Kbd.tsx'
import { Menu } from '../ui/Menu.tsx'
import { MenuItem } from '../ui/MenuItem.tsx'
import { ProjectLogo } from '../ui/ProjectLogo.tsx'
import { meAtom } from '../users/session.ts'
import { openPalette } from './palette-state.ts'
import { WorkspaceMenu } from './WorkspaceMenu.tsx'
import { currentSlug } from './workspace.ts'

/** Where one can go: the workspace's own places, what one has marked, and one's projects. */
export function Sidebar({ onNavigate }: { onNavigate?: () => void }) {
  const { t } = useTranslation()
  const slug = currentSlug()
  const projects = useAtomValue(joinedProjectsAtom)
  const held = useAtomValue(workspaceRoleAtom)
  const isMember = atLeast(held, role.member)
  const me = useAtomValue(meAtom)
  return (
    <div className="scroll-quiet flex h-full flex-col gap-3.5 overflow-y-auto px-2 py-2.5 text-soft">
      <WorkspaceMenu />
      <nav aria-label={t('shell.nav.workspace')} className="flex flex-col gap-px">
        <button
          type="button"
          onClick={() => {
            onNavigate?.()
            openPalette()
          }}
          className={rowClass}
        >
          <Search /> {t('shell.nav.search')} <Kbd keys="mod+k" className="ml-auto" />
        </button>
        <Place to={`/${slug}`} end icon={<House />} onNavigate={onNavigate}>
          {t('shell.nav.home')}
        </Place>
        {isMember && (
          <Place to={`/${slug}/profile/${me?.id}`} icon={<CircleUserRound />} onNavigate={onNavigate}>
            {t('shell.nav.yourWork')}
          </Place>
        )}
        <Place to={`/${slug}/workspace-views`} icon={<Layers />} onNavigate={onNavigate}>
          {t('shell.nav.views')}
        </Place>
        <Place to={`/${slug}/projects`} end icon={<FolderKanban />} onNavigate={onNavigate}>
          {t('shell.nav.projects')}
        </Place>
        <Place to={`/${slug}/settings/members`} icon={<Users />} onNavigate={onNavigate}>
          {t('shell.nav.members')}
        </Place>
      </nav>
      <nav aria-label={t('shell.nav.yourProjects')} className="flex flex-col gap-px">
        <h2 className={headingClass}>
          {t('shell.nav.yourProjects')}
          {isMember && (
            <IconButton
              className="ml-auto"
              size="sm"
              label={t('shell.newProject')}
              keys="n p"
              icon={<Plus />}
              onClick={() => openCreateProject()}
            />
          )}
        </h2>
        {projects.map((project) => (
          <ProjectPlaces key={project.id} project={project} slug={slug} onNavigate={onNavigate} />
        ))}
        {projects.length === 0 && <p className="px-2 py-1 text-sm text-faint">{t('shell.noProjects')}</p>}
      </nav>
    </div>
  )
}

interface ProjectPlacesProps {
  project: Project
  slug: string
  onNavigate: (() => void) | undefined
}

function ProjectPlaces({ project, slug, onNavigate }: ProjectPlacesProps) {
  const { t } = useTranslation()
  const key = `folded:${project.id}`
  const [folded, setFolded] = useState(() => localStorage.getItem(key) === 'true')
  const toggle = () => {
    localStorage.setItem(key, String(!folded))
    setFolded(!folded)
  }
  const base = `/${slug}/projects/${project.id}`
  const worksHere = atLeast(useAtomValue(projectRoleAtom(project.id)), role.member)
  return (
    <>
      <div className="group/project relative">
        <button
          type="button"
          aria-expanded={!folded}
          onClick={toggle}
          className={cx(rowClass, 'pr-8 text-text')}
        >
          <ProjectLogo logo={project.logo_props} name={project.name} />
          <span className="truncate">{project.name}</span>
        </button>
        <span className="absolute inset-y-0 right-0.5 flex items-center">
          <Menu
            trigger={
              <IconButton
                size="sm"
                label={t('shell.projectActions', { name: project.name })}
                icon={<Ellipsis />}
                className="opacity-0 focus-visible:opacity-100 group-hover/project:opacity-100 aria-expanded:opacity-100 coarse:opacity-100"
              />
            }
          >
            <MenuItem
              icon={<Users />}
              link={<Link to={`/${slug}/settings/projects/${project.id}/members`} onClick={onNavigate} />}
            >
              {t('shell.nav.members')}
            </MenuItem>
            {worksHere && (
              <MenuItem
                icon={<Archive />}
                link={<Link to={`${base}/archives/issues`} onClick={onNavigate} />}
              >
                {t('shell.nav.archive')}
              </MenuItem>
            )}
          </Menu>
        </span>
      </div>
      {!folded && (
        <>
          <Place to={`${base}/issues`} icon={<ListTodo />} inner onNavigate={onNavigate}>
            {t('shell.nav.workItems')}
          </Place>
          <Place to={`${base}/views`} icon={<Layers />} inner onNavigate={onNavigate}>
            {t('shell.nav.views')}
          </Place>
          {project.page_view && (
            <Place to={`${base}/pages`} icon={<FileText />} inner onNavigate={onNavigate}>
              {t('shell.nav.pages')}
            </Place>
          )}
        </>
      )}
    </>
  )
}

interface PlaceProps {
  to: string
  icon: ReactNode
  children: ReactNode
  end?: boolean
  inner?: boolean
  onNavigate: (() => void) | undefined
}

function Place({ to, icon, children, end, inner, onNavigate }: PlaceProps) {
  return (
    <NavLink
      to={to}
      end={end ?? false}
      onClick={onNavigate}
      className={({ isActive }) => cx(rowClass, inner && 'pl-8', isActive && 'bg-active text-text')}
    >
      {icon}
      <span className="truncate">{children}</span>
    </NavLink>
  )
}

const rowClass =
  'flex h-7 w-full shrink-0 items-center gap-2.25 rounded-sm px-2 text-left font-medium transition-colors hover:bg-hover coarse:h-touch'
const headingClass = 'mb-0.5 flex h-6 items-center px-2 text-xs font-medium text-faint'
