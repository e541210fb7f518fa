import { atom, useAtomValue } from 'jotai'
import { Ellipsis, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { atLeast, role } from '#common/roles.ts'
import { useTranslation } from '../locales/i18n.ts'
import { workspaceRoleAtom } from '../permissions/may.ts'
import { joinedProjectsAtom } from '../permissions/projects.ts'
import { type ProjectSection, type SidebarPartProps, useFeatures } from '../shell/feature.ts'
import { SidebarRow, sidebarHeading, sidebarRow } from '../shell/SidebarRow.tsx'
import { currentSlug } from '../shell/workspace.ts'
import type { Project } from '../sync/tables.ts'
import { cx } from '../ui/cx.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { Menu } from '../ui/Menu.tsx'
import { MenuItem } from '../ui/MenuItem.tsx'
import { ProjectLogo } from '../ui/ProjectLogo.tsx'
import { openCreateProject } from './create.ts'

/** One's projects in the sidebar, each with what the features have in it. */
export function SidebarProjects({ onNavigate }: SidebarPartProps) {
  const { t } = useTranslation()
  const projects = useAtomValue(joinedProjectsAtom)
  const isMember = atLeast(useAtomValue(workspaceRoleAtom), role.member)
  return (
    <nav aria-label={t('shell.nav.yourProjects')} className="flex flex-col gap-px">
      <h2 className={sidebarHeading}>
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
        <SidebarProject key={project.id} project={project} onNavigate={onNavigate} />
      ))}
      {projects.length === 0 && <p className="px-2 py-1 text-sm text-faint">{t('shell.noProjects')}</p>}
    </nav>
  )
}

interface SidebarProjectProps extends SidebarPartProps {
  project: Project
}

function SidebarProject({ project, onNavigate }: SidebarProjectProps) {
  const { t } = useTranslation()
  const key = `folded:${project.id}`
  const [folded, setFolded] = useState(() => localStorage.getItem(key) === 'true')
  const toggle = () => {
    localStorage.setItem(key, String(!folded))
    setFolded(!folded)
  }
  const sections = useSectionsOf(project)
  const to = ({ path }: ProjectSection) => `/${currentSlug()}${path(project.id)}`
  return (
    <>
      <div className="group/project relative">
        <button
          type="button"
          aria-expanded={!folded}
          onClick={toggle}
          className={cx(sidebarRow, 'pr-8 text-text')}
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
            {sections
              .filter((section) => section.in === 'menu')
              .map((section) => (
                <MenuItem
                  key={section.id}
                  icon={section.icon}
                  link={<Link to={to(section)} onClick={onNavigate} />}
                >
                  {section.label()}
                </MenuItem>
              ))}
          </Menu>
        </span>
      </div>
      {!folded &&
        sections
          .filter((section) => section.in === 'sidebar')
          .map((section) => (
            <SidebarRow key={section.id} to={to(section)} icon={section.icon} inner onNavigate={onNavigate}>
              {section.label()}
            </SidebarRow>
          ))}
    </>
  )
}

function useSectionsOf(project: Project): ProjectSection[] {
  const features = useFeatures()
  const shownAtom = useMemo(
    () =>
      atom((get) =>
        features
          .flatMap(({ projectSections = [] }) => projectSections)
          .filter(({ isShown }) => isShown?.(get, project) !== false),
      ),
    [features, project],
  )
  return useAtomValue(shownAtom)
}
