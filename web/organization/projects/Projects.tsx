import { useAtom, useAtomValue } from 'jotai'
import { Archive, FolderKanban, Plus, Search } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { hasRoleAtLeast, role } from '#common/platform/roles.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { displayNameOf } from '../../platform/person/display-name.ts'
import { getMyId } from '../../platform/person/me.ts'
import { sidebarPositionsAtom } from '../../platform/person/projects.ts'
import { workspaceRoleAtom } from '../../platform/person/roles.ts'
import { timezoneAtom, todayAtom } from '../../platform/person/today.ts'
import { TopBar } from '../../platform/shell/TopBar.tsx'
import { currentSlug } from '../../platform/shell/workspace.ts'
import type { Project } from '../../platform/sync/tables.ts'
import { Breadcrumbs } from '../../platform/ui/Breadcrumbs.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { EmptyState } from '../../platform/ui/EmptyState.tsx'
import { VirtualList } from '../../platform/ui/VirtualList.tsx'
import { workspaceMembersAtom } from '../workspaces/atoms.ts'
import { openCreateProject } from './create.ts'
import { DeletedProjects } from './DeletedProjects.tsx'
import { ImportItemsLink } from './ImportItemsLink.tsx'
import {
  filterAndSortProjects,
  noProjectFilters,
  parseProjectListTab,
  projectListSettingsAtom,
} from './list-settings.ts'
import { ProjectCard } from './ProjectCard.tsx'
import { ProjectListBar } from './ProjectListBar.tsx'
import { ProjectRow } from './ProjectRow.tsx'
import { useProjectMembers } from './use-project-members.ts'
import { useProjectProgress } from './use-project-progress.ts'

/** Screen `/{slug}/projects` with the projects that the user has joined or can join. */
export function Projects() {
  const { t } = useTranslation()
  const projects = useAtomValue(tables.projects.allAtom)
  const canCreate = hasRoleAtLeast(useAtomValue(workspaceRoleAtom), role.member)
  const [query, setQuery] = useState('')
  const [search, setSearch] = useSearchParams()
  const which = parseProjectListTab(search.get('tab'), canCreate)
  const words = query.trim().toLocaleLowerCase()
  const listed = projects.filter((project) => (project.archived_at !== null) === (which === 'archived'))
  const isNamed = ({ name, identifier }: Pick<Project, 'name' | 'identifier'>) =>
    `${name} ${identifier}`.toLocaleLowerCase().includes(words)
  const settingsKey = `${getMyId()}|${currentSlug()}`
  const [settings, set] = useAtom(projectListSettingsAtom(settingsKey))
  const placeOf = useAtomValue(sidebarPositionsAtom)
  const today = useAtomValue(todayAtom)
  const timezone = useAtomValue(timezoneAtom)
  const membersAndFormerOf = useProjectMembers(
    settings.order === 'members_length' || settings.filters.members.length > 0,
  )
  const progress = useProjectProgress()
  const known = new Set(useAtomValue(workspaceMembersAtom).map(({ member_id }) => member_id))
  const membersOf = (project: Project) => membersAndFormerOf(project)?.filter((id) => known.has(id))
  const factsOf = (project: Project) => ({
    project,
    progress: progress.get(project.id),
    memberCount: membersOf(project)?.length,
  })
  const shown = filterAndSortProjects(listed.filter(isNamed), settings, {
    today,
    timezone,
    membersOf,
    positionOf: ({ id }) => placeOf(id).sort_order,
    leadName: ({ project_lead }) => displayNameOf(tables.users.get(project_lead ?? '')) ?? '',
    isMine: (project) => (project.member_role ?? null) !== null,
  })
  return (
    <>
      <TopBar
        title={t('projects.title')}
        crumbs={<Breadcrumbs crumbs={[{ key: 'projects', label: t('projects.title') }]} />}
        actions={
          canCreate && (
            <Button variant="primary" icon={<Plus />} onClick={openCreateProject}>
              <span className="max-sm:sr-only">{t('projects.new')}</span>
            </Button>
          )
        }
      />
      {(projects.length > 0 || canCreate) && (
        <ProjectListBar
          settingsKey={settingsKey}
          query={query}
          onQuery={setQuery}
          which={which}
          onWhich={(tab) => setSearch(tab === 'active' ? {} : { tab }, { replace: true })}
          canRestore={canCreate}
        />
      )}
      {which === 'deleted' ? (
        <DeletedProjects isWanted={isNamed} />
      ) : shown.length > 0 && settings.layout === 'cards' ? (
        <ul
          aria-label={t('projects.title')}
          className="scroll-quiet grid min-h-0 flex-1 auto-rows-min grid-cols-[repeat(auto-fill,minmax(min(100%,300px),1fr))] gap-3 overflow-y-auto p-4"
        >
          {shown.map((project) => (
            <ProjectCard key={project.id} {...factsOf(project)} />
          ))}
        </ul>
      ) : shown.length > 0 ? (
        <VirtualList
          className="min-h-0 flex-1"
          label={t('projects.title')}
          rows={shown}
          keyOf={(project) => project.id}
          rowHeight={52}
        >
          {(project) => <ProjectRow {...factsOf(project)} />}
        </VirtualList>
      ) : (
        <Nothing
          canCreate={canCreate}
          why={listed.length > 0 ? 'no_match' : which}
          onClear={() => {
            setQuery('')
            set({ filters: noProjectFilters, onlyMine: false })
          }}
        />
      )}
    </>
  )
}

interface NothingProps {
  canCreate: boolean
  why: 'no_match' | 'active' | 'archived'
  onClear: () => void
}

function Nothing({ canCreate, why, onClear }: NothingProps) {
  const { t } = useTranslation()
  if (why === 'no_match')
    return (
      <EmptyState
        icon={<Search />}
        title={t('projects.noMatchTitle')}
        text={t('projects.noFilterMatch')}
        action={<Button onClick={onClear}>{t('ui.list.clear')}</Button>}
      />
    )
  if (why === 'archived')
    return (
      <EmptyState
        icon={<Archive />}
        title={t('projects.noneArchivedTitle')}
        text={t('projects.noneArchivedText')}
      />
    )
  return (
    <EmptyState
      icon={<FolderKanban />}
      title={t('projects.emptyTitle')}
      text={canCreate ? t('projects.emptyText') : t('projects.emptyGuestText')}
      action={
        canCreate && (
          <>
            <Button variant="primary" icon={<Plus />} keys="n p" onClick={openCreateProject}>
              {t('projects.new')}
            </Button>
            <ImportItemsLink projectId={null} />
          </>
        )
      }
    />
  )
}
