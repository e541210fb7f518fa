import { atom, useAtomValue } from 'jotai'
import { ChevronRight, Ellipsis } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useTranslation } from '../../locales/i18n.ts'
import { type ProjectSection, type SidebarPartProps, useFeatures } from '../../platform/shell/feature.ts'
import { sidebarRowClass } from '../../platform/shell/SidebarRow.tsx'
import { SidebarSectionRow } from '../../platform/shell/SidebarSectionRow.tsx'
import { currentSlug } from '../../platform/shell/workspace.ts'
import type { Project } from '../../platform/sync/tables.ts'
import { cx } from '../../platform/ui/cx.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { LazyComponent } from '../../platform/ui/LazyComponent.tsx'
import { loadable } from '../../platform/ui/loadable.ts'
import { Menu } from '../../platform/ui/Menu.tsx'
import { MenuItem } from '../../platform/ui/MenuItem.tsx'
import { MenuSeparator } from '../../platform/ui/MenuSeparator.tsx'
import { ProjectLogo } from '../../platform/ui/ProjectLogo.tsx'
import { ReorderMenuItems } from '../../platform/ui/ReorderMenuItems.tsx'
import { SortableRow } from '../../platform/ui/SortableRow.tsx'
import { projectReordering } from './order.ts'
import { ProjectMenuItems } from './ProjectMenuItems.tsx'

const deletion = loadable(() => import('./DeleteProject.tsx').then(({ DeleteProject }) => DeleteProject))

interface SidebarProjectProps extends SidebarPartProps {
  project: Project
  /** True if the current screen belongs to the project. */
  isActive: boolean
  isOpen: boolean
  onToggle: () => void
  /**
   * The position of the project in the list. Null while a filter hides some projects, because projects cannot
   * be reordered then.
   */
  move: { isFirst: boolean; isLast: boolean } | null
}

/** A project in the sidebar: its link, its menu and, when expanded, the links of its features. */
export function SidebarProjectEntry({
  project,
  isActive,
  isOpen,
  onToggle,
  move,
  onNavigate,
}: SidebarProjectProps) {
  const { t } = useTranslation()
  const box = useRef<HTMLElement>(null)
  const sections = useSectionsOf(project)
  const { id, name } = project
  const [isDeleting, setDeleting] = useState(false)
  // Scrolls to a project that becomes active later, but not on the first render, so that the sidebar starts at its top.
  const wasActive = useRef(isActive)
  useEffect(() => {
    if (isActive && !wasActive.current) box.current?.scrollIntoView({ block: 'nearest' })
    wasActive.current = isActive
  }, [isActive])

  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.key !== (isOpen ? 'ArrowLeft' : 'ArrowRight')) return
    onToggle()
    event.preventDefault()
  }

  return (
    <SortableRow row={id} box={box} className="flex scroll-mt-16 flex-col gap-px" data-project={id}>
      <div className="group/project relative">
        <Link
          to={`/${currentSlug()}/projects/${id}/issues`}
          draggable={false}
          aria-expanded={isOpen}
          {...(move !== null && { 'aria-keyshortcuts': 'Alt+ArrowUp Alt+ArrowDown' })}
          onClick={() => {
            if (!isOpen) onToggle()
            onNavigate?.()
          }}
          onKeyDown={onKeyDown}
          className={cx(
            sidebarRowClass,
            // The name leaves space for the buttons only while they are visible.
            'group-focus-within/project:pe-14 group-hover/project:pe-14 group-has-[button[aria-expanded=true]]/project:pe-14 coarse:pe-14',
            isActive ? 'text-text' : 'text-soft',
            isActive && !isOpen && 'bg-active',
          )}
        >
          <ProjectLogo logo={project.logo_props} name={name} />
          <span className="truncate" dir="auto">
            {name}
          </span>
        </Link>
        <span className="absolute inset-y-0 end-0.5 flex items-center opacity-0 transition-opacity focus-within:opacity-100 group-focus-within/project:opacity-100 group-hover/project:opacity-100 has-aria-expanded:opacity-100 coarse:opacity-100">
          <Menu
            trigger={
              <IconButton
                size="sm"
                label={t('shell.projectActions', { name })}
                icon={<Ellipsis />}
                tooltipSide="right"
              />
            }
          >
            {sections
              .filter((section) => section.in === 'menu')
              .map((section) => (
                <MenuItem
                  key={section.id}
                  icon={section.icon}
                  link={<Link to={pathIn(project, section)} onClick={onNavigate} />}
                >
                  {section.label()}
                </MenuItem>
              ))}
            {move !== null && !(move.isFirst && move.isLast) && (
              <>
                <MenuSeparator />
                <ReorderMenuItems
                  row={id}
                  order={projectReordering}
                  isFirst={move.isFirst}
                  isLast={move.isLast}
                />
              </>
            )}
            <ProjectMenuItems project={project} onDelete={() => setDeleting(true)} />
          </Menu>
          {/* Arrow keys expand and collapse the project, so Tab skips this button and moves to the next project. */}
          <IconButton
            size="sm"
            tabIndex={-1}
            label={t(isOpen ? 'projects.close' : 'projects.open', { name })}
            icon={<ChevronRight className={cx('transition-transform', isOpen && 'rotate-90')} />}
            tooltipSide="right"
            onClick={onToggle}
          />
        </span>
      </div>
      {isOpen &&
        sections
          .filter((section) => section.in === 'sidebar')
          .map((section) => (
            <SidebarSectionRow
              key={section.id}
              section={section}
              path={section.path(id)}
              count={section.total}
              projectId={id}
              onNavigate={onNavigate}
            />
          ))}
      {isDeleting && <LazyComponent part={deletion} props={{ project, onClose: () => setDeleting(false) }} />}
    </SortableRow>
  )
}

function pathIn({ id }: Project, { path }: ProjectSection): string {
  return `/${currentSlug()}${path(id)}`
}

function useSectionsOf(project: Project): (ProjectSection & { total: number })[] {
  const features = useFeatures()
  const shownAtom = useMemo(
    () =>
      atom((get) =>
        features
          .flatMap(({ projectSections = [] }) => projectSections)
          .filter(({ isShown }) => isShown?.(get, project) !== false)
          .map((section) => ({ ...section, total: section.count?.(get, project) ?? 0 })),
      ),
    [features, project],
  )
  return useAtomValue(shownAtom)
}
