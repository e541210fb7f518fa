import { useAtomValue } from 'jotai'
import { Layers } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from 'react-router'
import type { ViewRow } from '#common/work/views/schema.ts'
import { LiveBlockNote } from '../../documents/editor/live-blocks/LiveBlockNote.tsx'
import { LiveBlockSkeleton } from '../../documents/editor/live-blocks/LiveBlockSkeleton.tsx'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { clockAtom } from '../../platform/person/today.ts'
import type { LiveBlockProps } from '../../platform/shell/feature.ts'
import { LoadedContent } from '../../platform/shell/LoadedContent.tsx'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { ProjectLogo } from '../../platform/ui/ProjectLogo.tsx'
import { CompactItemLine } from '../listing/CompactItemLine.tsx'
import { projectScope } from '../listing/scopes.ts'
import { useItemList } from '../listing/use-item-list.ts'
import { useViews } from './load.ts'
import { viewPath } from './paths.ts'
import { withDefaultDisplaySettings } from './saved-settings.ts'
import { listingScopeOfView } from './scope.ts'

/** The maximum number of work items that a block lists. Users open the saved view to see the others. */
const shownItems = 10

/** A live list of the first work items of a saved view, inside a text. */
export function ViewBlock({ block, isReadOnly }: LiveBlockProps) {
  const { t } = useTranslation()
  const { project = '', view = '' } = block.kind === 'items' ? block : {}
  const isKnownProject = useAtomValue(tables.projects.rowAtom(project)) !== undefined
  if (!isKnownProject) return <LiveBlockNote>{t('editor.live.noView')}</LiveBlockNote>
  return <ViewOfProject projectId={project} viewId={view} isReadOnly={isReadOnly} />
}

interface ViewOfProjectProps {
  projectId: string
  viewId: string
  isReadOnly: boolean
}

function ViewOfProject({ projectId, viewId, isReadOnly }: ViewOfProjectProps) {
  const { t } = useTranslation()
  const views = useViews(projectId)
  const view = useAtomValue(tables.views.rowAtom(viewId))
  const note = <LiveBlockNote>{t('editor.live.noView')}</LiveBlockNote>
  if (view?.project_id === projectId)
    return <ListedView view={view} projectId={projectId} isReadOnly={isReadOnly} />
  return (
    <LoadedContent of={views} noAccess={note} skeleton={<LiveBlockSkeleton />} compact>
      {note}
    </LoadedContent>
  )
}

interface ListedViewProps {
  view: ViewRow
  projectId: string
  isReadOnly: boolean
}

function ListedView({ view, projectId, isReadOnly }: ListedViewProps) {
  const { t } = useTranslation()
  const clock = useAtomValue(clockAtom)
  const { id, filters } = view
  const scope = useMemo(
    () => listingScopeOfView({ id, filters }, projectScope(currentSlug(), projectId), clock),
    [id, filters, projectId, clock],
  )
  const { display_filters } = useMemo(() => withDefaultDisplaySettings(view), [view])
  const list = useItemList(scope, view.rich_filters, display_filters.order_by, display_filters)
  const { status, ids, total, retry } = list
  const path = viewPath(view)
  const more = total - Math.min(ids.length, shownItems)
  return (
    <section aria-label={view.name} className="rounded-md border border-line">
      <header className="flex min-h-9 items-center gap-2 border-line border-b px-3">
        <ProjectLogo logo={view.logo_props} name={view.name} fallback={<Layers />} />
        <strong dir="auto" className="min-w-0 truncate font-medium">
          {view.name}
        </strong>
        {status === 'ready' && <span className="text-faint text-sm tabular">{total}</span>}
        <Link to={path} className="ms-auto flex min-h-6 shrink-0 items-center text-sm coarse:min-h-touch">
          {t('editor.live.openView')}
        </Link>
      </header>
      <div className="px-3 py-1">
        <LoadedContent of={{ status, retry }} skeleton={<LiveBlockSkeleton />} compact>
          {ids.length === 0 ? (
            <p className="m-0! py-1.5 text-faint text-sm">{t('editor.live.noItems')}</p>
          ) : (
            <ul className="live-block-list">
              {ids.slice(0, shownItems).map((one) => (
                <CompactItemLine key={one} id={one} isReadOnly={isReadOnly} />
              ))}
            </ul>
          )}
        </LoadedContent>
        {status === 'ready' && more > 0 && (
          <Link to={path} className="flex min-h-8 items-center text-sm coarse:min-h-touch">
            {t('editor.live.more', { count: more })}
          </Link>
        )}
      </div>
    </section>
  )
}
