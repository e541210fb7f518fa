import { useAtomValue } from 'jotai'
import { FilePen } from 'lucide-react'
import { type ReactNode, useEffect, useMemo } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { hasRoleAtLeast, role } from '#common/platform/roles.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { workspaceRoleAtom } from '../../platform/person/roles.ts'
import { ProjectCrumbs } from '../../platform/shell/ProjectCrumbs.tsx'
import { TabLinks } from '../../platform/shell/TabLinks.tsx'
import { TopBar } from '../../platform/shell/TopBar.tsx'
import { currentSlug, workspaceAtom } from '../../platform/shell/workspace.ts'
import { Breadcrumbs } from '../../platform/ui/Breadcrumbs.tsx'
import { NoAccessState } from '../../platform/ui/NoAccessState.tsx'
import { useOwnViewSettings } from '../listing/filters.ts'
import { ItemsScreen } from '../listing/ItemsScreen.tsx'
import { draftsScope, type ListingScope, projectDraftsScope } from '../listing/scopes.ts'
import { openCreateWorkItem } from '../work-items/create.ts'
import { useShowDraftsAsItems } from '../work-items/draft-rows.ts'

/** The user's drafts of all projects. */
export function Drafts() {
  const { t } = useTranslation()
  const { id } = useAtomValue(workspaceAtom)
  const scope = useMemo(() => draftsScope(id ?? ''), [id])
  const title = t('drafts.title')
  return (
    <DraftList
      key="all"
      scope={scope}
      title={title}
      crumbs={<Breadcrumbs crumbs={[{ key: 'drafts', icon: <FilePen />, label: title }]} />}
    />
  )
}

/** The user's drafts of one project. */
export function ProjectDrafts() {
  const { t } = useTranslation()
  const { projectId = '' } = useParams()
  const project = useAtomValue(tables.projects.rowAtom(projectId))
  const scope = useMemo(() => projectDraftsScope(projectId), [projectId])
  const title = t('drafts.title')
  return (
    <DraftList
      key={projectId}
      scope={scope}
      title={title}
      crumbs={<ProjectCrumbs projectId={projectId} page={title} />}
      missing={
        project === undefined && (
          <NoAccessState title={t('workItems.noProjectTitle')} text={t('workItems.noProjectText')} />
        )
      }
    />
  )
}

interface DraftListProps {
  scope: ListingScope
  title: string
  crumbs: ReactNode
  missing?: ReactNode
}

function DraftList({ scope, title, crumbs, missing }: DraftListProps) {
  const { t } = useTranslation()
  const canHaveDrafts = hasRoleAtLeast(useAtomValue(workspaceRoleAtom), role.member)
  const settings = useOwnViewSettings(scope)
  useShowDraftsAsItems()
  useDraftOfUrl()
  if (!canHaveDrafts) {
    return (
      <>
        <TopBar title={title} crumbs={crumbs} />
        <NoAccessState title={t('drafts.emptyTitle')} text={t('drafts.noAccessText')} />
      </>
    )
  }
  return (
    <ItemsScreen
      scope={scope}
      settings={settings}
      peek={null}
      onOpen={openDraft}
      title={title}
      crumbs={crumbs}
      tabs={<DraftTabs />}
      missing={missing}
      noAccess={() => <NoAccessState />}
    />
  )
}

function openDraft(id: string): void {
  openCreateWorkItem({ draft_id: id })
}

/** Opens the draft that the URL names, such as a draft that was opened in a new tab. */
function useDraftOfUrl(): void {
  const [search, setSearch] = useSearchParams()
  const id = search.get('draft')
  const draft = useAtomValue(tables.drafts.rowAtom(id ?? ''))
  const isFound = draft !== undefined
  useEffect(() => {
    if (id === null || !isFound) return
    openDraft(id)
    setSearch(
      (now) => {
        now.delete('draft')
        return now
      },
      { replace: true },
    )
  }, [id, isFound, setSearch])
}

/**
 * Tabs for all drafts and for the drafts of each project in which the user has drafts. Renders nothing if no draft
 * belongs to a project.
 */
function DraftTabs() {
  const { t } = useTranslation()
  const drafts = useAtomValue(tables.drafts.allAtom)
  const { projectId } = useParams()
  const projects = useAtomValue(tables.projects.allAtom)
  const ids = new Set([...drafts.map(({ project_id }) => project_id), projectId])
  const shown = projects.filter(({ id }) => ids.has(id)).sort((a, b) => a.name.localeCompare(b.name))
  if (shown.length === 0) return null
  return (
    <TabLinks
      label={t('drafts.title')}
      tabs={[
        { to: `/${currentSlug()}/drafts`, label: t('drafts.all') },
        ...shown.map(({ id, name }) => ({ to: `/${currentSlug()}/projects/${id}/drafts`, label: name })),
      ]}
    />
  )
}
