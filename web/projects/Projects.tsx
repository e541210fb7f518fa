import { useAtomValue } from 'jotai'
import { Archive, FolderKanban, Plus, Search } from 'lucide-react'
import { useState } from 'react'
import { atLeast, role } from '#common/roles.ts'
import { tables } from '../app/sync.ts'
import { useTranslation } from '../locales/i18n.ts'
import { workspaceRoleAtom } from '../permissions/may.ts'
import { TopBar } from '../shell/TopBar.tsx'
import { Breadcrumbs } from '../ui/Breadcrumbs.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Input } from '../ui/Input.tsx'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { VirtualList } from '../ui/VirtualList.tsx'
import { openCreateProject } from './create.ts'
import { ProjectRow } from './ProjectRow.tsx'

/** `/{slug}/projects`: the projects that one is in, and those that one may join. */
export function Projects() {
  const { t } = useTranslation()
  const projects = useAtomValue(tables.projects.allAtom)
  const canCreate = atLeast(useAtomValue(workspaceRoleAtom), role.member)
  const [query, setQuery] = useState('')
  const [which, setWhich] = useState<'active' | 'archived'>('active')
  const words = query.trim().toLocaleLowerCase()
  const listed = projects.filter((project) => (project.archived_at !== null) === (which === 'archived'))
  const shown = listed
    .filter(({ name, identifier }) => `${name} ${identifier}`.toLocaleLowerCase().includes(words))
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
      {projects.length > 0 && (
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
              ]}
            />
          </span>
        </div>
      )}
      {shown.length > 0 ? (
        <VirtualList
          className="min-h-0 flex-1"
          label={t('projects.title')}
          rows={shown}
          keyOf={(project) => project.id}
          rowHeight={52}
        >
          {(project) => <ProjectRow project={project} />}
        </VirtualList>
      ) : listed.length > 0 ? (
        <EmptyState icon={<Search />} title={t('projects.noMatchTitle')} text={t('projects.noMatchText')} />
      ) : which === 'archived' ? (
        <EmptyState
          icon={<Archive />}
          title={t('projects.noneArchivedTitle')}
          text={t('projects.noneArchivedText')}
        />
      ) : (
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
      )}
    </>
  )
}

function isOutside(project: { member_role?: unknown }): boolean {
  return (project.member_role ?? null) === null
}
