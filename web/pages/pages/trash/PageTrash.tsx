import { useAtomValue } from 'jotai'
import { FileText } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { canManagePage } from '#common/pages/pages/rules.ts'
import type { TrashedPage } from '#common/pages/pages/schema.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { tables } from '../../../platform/app/sync.ts'
import { ProjectCrumbs } from '../../../platform/shell/ProjectCrumbs.tsx'
import { TopBar } from '../../../platform/shell/TopBar.tsx'
import { buttonClass } from '../../../platform/ui/button-class.ts'
import { NoAccessState } from '../../../platform/ui/NoAccessState.tsx'
import { ProjectLogo } from '../../../platform/ui/ProjectLogo.tsx'
import { TrashList, type TrashRow } from '../../../work/listing/trash/TrashList.tsx'
import { TrashTabs } from '../../../work/listing/trash/TrashTabs.tsx'
import { pageContainerActorAtom, useCanUseTemplates } from '../atoms.ts'
import { pageListTitle, pagesPath } from '../paths.ts'
import { purgePages, restorePages } from './actions.ts'
import { useTrashedPages } from './use-trashed-pages.ts'

/** Deleted pages of a project, or of the workspace itself. */
export function PageTrash() {
  const { t } = useTranslation()
  const { projectId = null } = useParams()
  const project = useAtomValue(tables.projects.rowAtom(projectId ?? ''))
  // Members see the trash. `useCanUseTemplates` returns true for exactly these users.
  const isMember = useCanUseTemplates(projectId)
  const list = { to: pagesPath(projectId), label: pageListTitle(projectId) }
  return (
    <>
      <TopBar
        title={t('trash.title')}
        crumbs={
          <ProjectCrumbs
            projectId={projectId}
            page={t('trash.title')}
            {...(projectId === null && { within: list })}
          />
        }
      />
      {projectId !== null && <TrashTabs projectId={projectId} />}
      {projectId !== null && project === undefined ? (
        <NoAccessState title={t('workItems.noProjectTitle')} text={t('workItems.noProjectText')} />
      ) : isMember ? (
        <PagesInTrash key={projectId} projectId={projectId} />
      ) : (
        <NoAccessState title={t('trash.noAccessTitle')} text={t('trash.noAccessText')} />
      )}
    </>
  )
}

function PagesInTrash({ projectId }: { projectId: string | null }) {
  const { t } = useTranslation()
  const { rows, loadAll, ...loaded } = useTrashedPages(projectId)
  const actor = useAtomValue(pageContainerActorAtom(projectId))
  const rowsOf = (ids: ReadonlySet<string>) => rows.filter(({ id }) => ids.has(id))
  const lineOf = (page: TrashedPage): TrashRow => ({
    id: page.id,
    icon: <ProjectLogo logo={page.logo_props} name={page.name} fallback={<FileText />} />,
    name: page.name || t('pages.untitled'),
    deleted_at: page.deleted_at,
    deleted_by: page.deleted_by,
    canRestore: canManagePage(actor, page),
    canPurge: canManagePage(actor, page),
  })
  return (
    <TrashList
      {...loaded}
      noAccessText={t('trash.noAccessText')}
      way={
        <Link className={buttonClass({})} to={pagesPath(projectId)}>
          {t('trash.pages.toPages')}
        </Link>
      }
      rows={rows.map(lineOf)}
      loadAll={async () => (await loadAll()).map(lineOf)}
      onRestore={(ids) => restorePages(rowsOf(ids))}
      onPurge={(ids) => purgePages(rowsOf(ids))}
      purgeTitle={(count) => t('trash.pages.purgeTitle', { count })}
      purgeText={(count) => t('trash.pages.purgeText', { count })}
    />
  )
}
