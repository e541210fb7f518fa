import { useAtomValue } from 'jotai'
import { Plus, Search } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { hasRoleAtLeast, role } from '#common/platform/roles.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { joinedProjectsAtom } from '../../platform/person/projects.ts'
import { workspaceRoleAtom } from '../../platform/person/roles.ts'
import type { SidebarPartProps } from '../../platform/shell/feature.ts'
import { sidebarHeadingClass } from '../../platform/shell/SidebarRow.tsx'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { pressedKey } from '../../platform/ui/pressed-key.ts'
import { SortableList } from '../../platform/ui/SortableList.tsx'
import { openCreateProject } from './create.ts'
import { projectReordering } from './order.ts'
import { SidebarProjectEntry } from './SidebarProjectEntry.tsx'
import { useExpandedProjects } from './use-expanded-projects.ts'

/** From this number of projects on, a filter field is shown. */
const filteredFrom = 9

/** The user's projects in the sidebar, in the order that the user has chosen. The active project is expanded. */
export function SidebarProjects({ onNavigate }: SidebarPartProps) {
  const { t } = useTranslation()
  const projects = useAtomValue(joinedProjectsAtom)
  const isMember = hasRoleAtLeast(useAtomValue(workspaceRoleAtom), role.member)
  const { activeId, isOpen, toggle } = useExpandedProjects(projects)
  const [query, setQuery] = useState('')
  const nav = useRef<HTMLElement>(null)
  const words = query.trim().toLocaleLowerCase()
  const shown = projects.filter(({ name, identifier }) =>
    `${name} ${identifier}`.toLocaleLowerCase().includes(words),
  )
  return (
    <nav ref={nav} aria-label={t('shell.nav.yourProjects')} className="flex flex-col">
      <div className="-mx-2 -top-1 sticky z-1 bg-canvas px-2 pt-1 pb-1">
        <h2 className={sidebarHeadingClass}>
          {t('shell.nav.yourProjects')}
          {isMember && (
            <IconButton
              className="ms-auto"
              size="sm"
              label={t('shell.newProject')}
              keys="n p"
              icon={<Plus />}
              onClick={() => openCreateProject()}
            />
          )}
        </h2>
        {(projects.length >= filteredFrom || query !== '') && (
          <Filter
            query={query}
            onQuery={setQuery}
            first={shown[0]?.id}
            onDown={() => nav.current?.querySelector<HTMLElement>('[data-project] a')?.focus()}
            onNavigate={onNavigate}
          />
        )}
      </div>
      {projects.length === 0 && <p className="px-2 py-1 text-sm text-faint">{t('shell.noProjects')}</p>}
      {words !== '' && shown.length === 0 && (
        <p className="px-2 py-1 text-sm text-faint">{t('projects.noMatchTitle')}</p>
      )}
      <SortableList
        order={words === '' && projectReordering}
        focus="a"
        lazy
        scrolls
        className="flex flex-col gap-px"
      >
        {shown.map((project, at) => (
          <SidebarProjectEntry
            key={project.id}
            project={project}
            isActive={project.id === activeId}
            isOpen={isOpen(project.id)}
            onToggle={() => toggle(project.id)}
            move={words === '' ? { isFirst: at === 0, isLast: at === shown.length - 1 } : null}
            onNavigate={onNavigate}
          />
        ))}
      </SortableList>
    </nav>
  )
}

interface FilterProps extends SidebarPartProps {
  query: string
  onQuery: (query: string) => void
  /** The id of the first project that matches the typed filter. Enter opens this project. */
  first: string | undefined
  onDown: () => void
}

function Filter({ query, onQuery, first, onDown, onNavigate }: FilterProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  function onKeyDown(event: KeyboardEvent) {
    if (pressedKey(event) === 'Escape' && query !== '') onQuery('')
    else if (event.key === 'ArrowDown') onDown()
    else if (pressedKey(event) === 'Enter' && first !== undefined && query.trim() !== '') {
      onQuery('')
      onNavigate?.()
      void navigate(`/${currentSlug()}/projects/${first}/issues`)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <Input
      size="sm"
      type="search"
      icon={<Search />}
      aria-label={t('projects.filter')}
      placeholder={t('projects.filter')}
      value={query}
      onChange={(event) => onQuery(event.target.value)}
      onKeyDown={onKeyDown}
    />
  )
}
