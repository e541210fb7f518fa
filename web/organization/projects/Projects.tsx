import { useAtomValue } from 'jotai'
import { Archive, FolderKanban, Plus, Search } from 'lucide-react'
import { useState } from 'react'
import { atLeast, role } from '#common/platform/roles.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { workspaceRoleAtom } from '../../platform/person/roles.ts'
import { TopBar } from '../../platform/shell/TopBar.tsx'
import type { Project } from '../../platform/sync/tables.ts'
import { Breadcrumbs } from '../../platform/ui/Breadcrumbs.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { EmptyState } from '../../platform/ui/EmptyState.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { SegmentedControl } from '../../platform/ui/SegmentedControl.tsx'
import { VirtualList } from '../../platform/ui/VirtualList.tsx'
import { openCreateProject } from './create.ts'
import { DeletedProjects } from './DeletedProjects.tsx'
import { ProjectRow } from './ProjectRow.tsx'

/** Screen `/{slug}/projects` with the projects that the user has joined or can join. */
export function Projects() {
  const { t } = useTranslation()
  const projects = useAtomValue(tables.projects.allAtom)
  const canCreate = atLeast(useAtomValue(workspaceRoleAtom), role.member)
  const [query, setQuery] = useState('')
  const [which, setWhich] = useState<'active' | 'archived' | 'deleted'>('active')
  const words = query.trim().toLocaleLowerCase()
  const listed = projects.filter((project) => (project.archived_at !== null) === (which === 'archived'))
  const isNamed = ({ name, identifier }: Pick<Project, 'name' | 'identifier'>) =>
    `${name} ${identifier}`.toLocaleLowerCase().includes(words)
  const shown = listed
    .filter(isNamed)
    .sort((a, b) => Number(isOutside(a)) - Number(isOutside(b)) || a.name.localeCompare(b.name))
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
        <div className="flex h-10 shrink-0 items-center gap-2 border-b border-line px-3">
          <Input
            size="sm"
            type="search"
            className="max-w-70"
            icon={<Search />}
            aria-label={t('projects.search')}
            placeholder={t('projects.search')}
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
          <span className="ml-auto">
            <SegmentedControl
              label={t('projects.shown')}
              value={which}
              onChange={setWhich}
              options={[
                { value: 'active', label: t('projects.active') },
                { value: 'archived', label: t('projects.archived') },
                // Guests cannot be project admins, so they have no deleted projects to restore.
                ...(canCreate ? [{ value: 'deleted' as const, label: t('projects.deleted') }] : []),
              ]}
            />
          </span>
        </div>
      )}
      {which === 'deleted' ? (
        <DeletedProjects isWanted={isNamed} />
      ) : shown.length > 0 ? (
        <VirtualList
          className="min-h-0 flex-1"
          label={t('projects.title')}
          rows={shown}
          keyOf={(project) => project.id}
          rowHeight={52}
        >
          {(project) => <ProjectRow project={project} />}
        </VirtualList>
      ) : (
        <Nothing canCreate={canCreate} why={listed.length > 0 ? 'no_match' : which} />
      )}
    </>
  )
}

interface NothingProps {
  canCreate: boolean
  why: 'no_match' | 'active' | 'archived'
}

function Nothing({ canCreate, why }: NothingProps) {
  const { t } = useTranslation()
  if (why === 'no_match')
    return (
      <EmptyState icon={<Search />} title={t('projects.noMatchTitle')} text={t('projects.noMatchText')} />
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
          <Button variant="primary" icon={<Plus />} keys="n p" onClick={openCreateProject}>
            {t('projects.new')}
          </Button>
        )
      }
    />
  )
}

function isOutside(project: { member_role?: unknown }): boolean {
  return (project.member_role ?? null) === null
}
