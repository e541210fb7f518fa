import { useAtomValue } from 'jotai'
import { Columns3, List as ListIcon, ListTodo, Plus } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { contexts } from '#common/listing/contexts.ts'
import { listingIn } from '#common/listing/listing.ts'
import { useTranslation } from '../locales/i18n.ts'
import { JoinProject } from '../projects/JoinProject.tsx'
import { Here } from '../shell/Here.tsx'
import { ProjectCrumbs } from '../shell/ProjectCrumbs.tsx'
import { usePresence } from '../shell/presence.ts'
import { TopBar } from '../shell/TopBar.tsx'
import { currentSlug } from '../shell/workspace.ts'
import { tables } from '../sync/tables.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { NoAccess } from '../ui/NoAccess.tsx'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { Board } from './Board.tsx'
import { openCreateWorkItem } from './create.ts'
import { List } from './List.tsx'
import { useLayout } from './layout.ts'
import { listingAtom, listingKey, retryListing, watchListing } from './listings.ts'
import { useCanCreate } from './may.ts'
import { Peek } from './Peek.tsx'
import { BoardSkeleton, ListSkeleton } from './skeletons.tsx'

/** The work items of a project, as a board or a list, with the peek beside them. */
export function WorkItems() {
  const { projectId = '' } = useParams()
  const project = useAtomValue(tables.projects.rowAtom(projectId))
  const canCreate = useCanCreate(projectId)
  const { t } = useTranslation()
  const [layout, setLayout] = useLayout(projectId)
  const { here, setDoing } = useBoardPresence(projectId)
  const sheet = useRef<HTMLDivElement>(null)
  const [search, setSearch] = useSearchParams()
  const peek = search.get('peek')
  const open = useCallback(
    (id: string | null) =>
      setSearch((now) => {
        if (id === null) now.delete('peek')
        else now.set('peek', id)
        return now
      }),
    [setSearch],
  )
  const close = useCallback(() => open(null), [open])
  useEffect(() => setDoing(peek === null ? null : { item_id: peek, doing: 'editing' }), [peek, setDoing])
  return (
    <div ref={sheet} className="relative flex min-h-0 flex-1 flex-col overflow-hidden">
      <TopBar
        title={t('shell.nav.workItems')}
        crumbs={<ProjectCrumbs projectId={projectId} page={t('shell.nav.workItems')} />}
        actions={
          <>
            <Here people={here} />
            <SegmentedControl
              label={t('workItems.layout')}
              value={layout}
              onChange={setLayout}
              options={[
                { value: 'list', label: t('workItems.layoutList'), icon: <ListIcon /> },
                { value: 'board', label: t('workItems.layoutBoard'), icon: <Columns3 /> },
              ]}
            />
            {canCreate && (
              <Button
                variant="primary"
                icon={<Plus />}
                onClick={() => openCreateWorkItem({ project_id: projectId })}
              >
                <span className="max-sm:sr-only">{t('workItems.new')}</span>
              </Button>
            )}
          </>
        }
      />
      {project === undefined ? (
        <NoAccess title={t('workItems.noProjectTitle')} text={t('workItems.noProjectText')} />
      ) : (
        <Items
          projectId={projectId}
          layout={layout}
          selected={peek}
          onOpen={open}
          onDragging={(id) => setDoing(id === null ? null : { item_id: id, doing: 'dragging' })}
        />
      )}
      <Peek id={peek} projectId={projectId} within={sheet} onClose={close} />
    </div>
  )
}

interface ItemsProps {
  projectId: string
  layout: 'board' | 'list'
  selected: string | null
  onOpen: (id: string) => void
  onDragging: (id: string | null) => void
}

function Items({ projectId, layout, selected, onOpen, onDragging }: ItemsProps) {
  const { t } = useTranslation()
  const listing = useMemo(
    () => listingIn(contexts.project(projectId), { group_by: 'state_id', order_by: 'sort_order' }),
    [projectId],
  )
  useEffect(() => watchListing(currentSlug(), listing), [listing])
  const { status, groups } = useAtomValue(listingAtom(listingKey(listing)))
  const project = useAtomValue(tables.projects.rowAtom(projectId))
  const canCreate = useCanCreate(projectId)
  const dragging = useRef(onDragging)
  dragging.current = onDragging
  const report = useCallback((id: string | null) => dragging.current(id), [])
  if (status === 'no_access') {
    return project === undefined ? (
      <NoAccess title={t('workItems.noProjectTitle')} text={t('workItems.noProjectText')} />
    ) : (
      // Whoever sees a project without being in it may join it.
      <NoAccess
        title={t('workItems.outsideTitle')}
        text={t('workItems.outsideText')}
        action={<JoinProject project={project} onJoined={() => retryListing(listing)} />}
      />
    )
  }
  if (status === 'error') return <ErrorState onRetry={() => retryListing(listing)} />
  if (status === 'loading')
    return layout === 'board' ? <BoardSkeleton projectId={projectId} /> : <ListSkeleton />
  if (layout === 'board')
    return <Board listing={listing} selected={selected} onOpen={onOpen} onDragging={report} />
  if (Object.values(groups).every((group) => group.total === 0)) {
    return (
      <EmptyState
        icon={<ListTodo />}
        title={t('workItems.emptyTitle')}
        text={t('workItems.emptyText')}
        action={
          canCreate && (
            <Button
              variant="primary"
              icon={<Plus />}
              keys="n i"
              onClick={() => openCreateWorkItem({ project_id: projectId })}
            >
              {t('workItems.new')}
            </Button>
          )
        }
      />
    )
  }
  return <List listing={listing} selected={selected} onOpen={onOpen} />
}

interface Doing {
  item_id: string
  doing: 'editing' | 'dragging'
}

function useBoardPresence(projectId: string) {
  const [doing, setDoing] = useState<Doing | null>(null)
  const here = usePresence(`project:${projectId}`, doing ?? undefined)
  return { here, setDoing }
}
