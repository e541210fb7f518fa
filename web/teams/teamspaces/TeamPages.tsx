import { atom, useAtomValue } from 'jotai'
import { FileText } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import type { TeamspaceRow } from '#common/organization/teamspaces/schema.ts'
import type { PageRow } from '#common/pages/pages/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { joinedTeamspaceProjectsAtom } from '../../organization/teamspaces/atoms.ts'
import { loadPages } from '../../pages/pages/actions.ts'
import { pagesAtom } from '../../pages/pages/atoms.ts'
import { PageListRow } from '../../pages/pages/PageListRow.tsx'
import { LoadedContent } from '../../platform/shell/LoadedContent.tsx'
import { TopBar } from '../../platform/shell/TopBar.tsx'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import { EmptyState } from '../../platform/ui/EmptyState.tsx'
import { SortableList } from '../../platform/ui/SortableList.tsx'
import { VirtualList } from '../../platform/ui/VirtualList.tsx'
import { ListSkeleton } from '../../work/listing/layouts/skeletons.tsx'
import { TeamActions, TeamCrumbs, TeamFrame, TeamTabs } from './TeamFrame.tsx'

/** The pages of the projects of a teamspace, the last edited first. */
export function TeamPages() {
  return <TeamFrame>{(team) => <Pages key={team.id} team={team} />}</TeamFrame>
}

/** The pages of a teamspace that are not archived. Each page is listed once, with one of its projects. */
function teamPagesAtom(teamId: string) {
  return atom((get) => {
    const found = new Map<string, { page: PageRow; projectId: string }>()
    for (const { id, page_view } of get(joinedTeamspaceProjectsAtom(teamId)))
      for (const page of page_view ? get(pagesAtom(id)) : [])
        if (page.archived_at === null && !found.has(page.id)) found.set(page.id, { page, projectId: id })
    return [...found.values()].toSorted((a, b) => b.page.updated_at.localeCompare(a.page.updated_at))
  })
}

function Pages({ team }: { team: TeamspaceRow }) {
  const { t } = useTranslation()
  const project_ids = useAtomValue(joinedTeamspaceProjectsAtom(team.id))
    .flatMap(({ id, page_view }) => (page_view ? [id] : []))
    .join(',')
  const load = useCallback(async () => {
    await Promise.all(project_ids.split(',').map((id) => id && loadPages(id)))
  }, [project_ids])
  const loaded = useLoadState(load)
  const pages = useAtomValue(useMemo(() => teamPagesAtom(team.id), [team.id]))
  const title = t('teamspaces.tabs.pages')
  return (
    <>
      <TopBar
        title={`${title} · ${team.name}`}
        crumbs={<TeamCrumbs team={team} page={title} />}
        actions={<TeamActions team={team} />}
      />
      <TeamTabs team={team} />
      <LoadedContent of={loaded} skeleton={<ListSkeleton />}>
        {pages.length === 0 ? (
          <EmptyState
            icon={<FileText />}
            title={t('teamspaces.noPagesTitle')}
            text={t('teamspaces.noPagesText')}
          />
        ) : (
          <SortableList
            as="div"
            order={null}
            focus="[data-page] > a"
            className="flex min-h-0 flex-1 flex-col"
          >
            <VirtualList
              className="min-h-0 flex-1"
              label={title}
              rows={pages}
              keyOf={({ page }) => page.id}
              rowHeight={40}
            >
              {({ page, projectId }) => (
                <PageListRow
                  line={{ page, level: 0, hasChildren: false, isFolded: false }}
                  projectId={projectId}
                  isFlat
                  order="updated_at"
                  onFold={nothing}
                />
              )}
            </VirtualList>
          </SortableList>
        )}
      </LoadedContent>
    </>
  )
}

/** A no-op for the required collapse handler, because a flat list has no rows to collapse. */
function nothing(): void {}
