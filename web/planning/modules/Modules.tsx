import { useAtom, useAtomValue } from 'jotai'
import { Box, Plus } from 'lucide-react'
import { useParams } from 'react-router'
import { canKeepPlans } from '#common/planning/plans/rules.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { projectRoleAtom } from '../../platform/person/may.ts'
import { myId } from '../../platform/person/me.ts'
import { todayAtom } from '../../platform/person/today.ts'
import { LoadError } from '../../platform/shell/LoadError.tsx'
import { ProjectCrumbs } from '../../platform/shell/ProjectCrumbs.tsx'
import { TopBar } from '../../platform/shell/TopBar.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { EmptyState } from '../../platform/ui/EmptyState.tsx'
import { NoAccess } from '../../platform/ui/NoAccess.tsx'
import { ListSkeleton } from '../../work/listing/layouts/skeletons.tsx'
import { useMeasure } from '../../work/plans/measure.ts'
import { modulesAtom } from '../../work/plans/modules.ts'
import { openModuleForm } from './actions.ts'
import { LooksBar } from './LooksBar.tsx'
import { arranged, moduleLooksAtom, noFilters } from './looks.ts'
import { ModuleCards } from './ModuleCards.tsx'
import { ModuleRows } from './ModuleRows.tsx'
import { ModuleTimeline } from './ModuleTimeline.tsx'
import { useModuleRights } from './rights.ts'
import { useCounts } from './use-figures.ts'

/** The modules of a project as a list, a gallery or on a time line. */
export function Modules() {
  const { t } = useTranslation()
  const { projectId = '' } = useParams()
  const project = useAtomValue(tables.projects.rowAtom(projectId))
  const held = useAtomValue(projectRoleAtom(projectId))
  const { keep } = useModuleRights(projectId)
  const title = t('modules.title')
  return (
    <>
      <TopBar
        title={title}
        crumbs={<ProjectCrumbs projectId={projectId} page={title} />}
        actions={
          keep && (
            <Button
              variant="primary"
              icon={<Plus />}
              keys="n m"
              onClick={() => openModuleForm({ project_id: projectId, id: null })}
            >
              <span className="max-sm:sr-only">{t('modules.new')}</span>
            </Button>
          )
        }
      />
      {project === undefined ? (
        <NoAccess title={t('workItems.noProjectTitle')} text={t('workItems.noProjectText')} />
      ) : !canKeepPlans({ role: held }) ? (
        <NoAccess title={t('modules.noAccessTitle')} text={t('modules.noAccessText')} />
      ) : project.module_view ? (
        <Shown key={projectId} projectId={projectId} />
      ) : (
        <NoAccess title={t('modules.off')} />
      )}
    </>
  )
}

const layouts = { list: ModuleRows, board: ModuleCards, gantt: ModuleTimeline }

function Shown({ projectId }: { projectId: string }) {
  const { t } = useTranslation()
  const modules = useAtomValue(modulesAtom(projectId))
  const today = useAtomValue(todayAtom)
  const { keep } = useModuleRights(projectId)
  const { value: counts, status, retry } = useCounts(projectId)
  const measuring = useMeasure(projectId)
  const [looks, setLooks] = useAtom(moduleLooksAtom(`${myId()}|${projectId}`))
  if (counts === null) return status === 'loading' ? <ListSkeleton /> : <LoadError onRetry={retry} />
  if (modules.length === 0)
    return (
      <EmptyState
        icon={<Box />}
        title={t('modules.emptyTitle')}
        text={t('modules.emptyText')}
        action={
          keep && (
            <Button
              variant="primary"
              icon={<Plus />}
              onClick={() => openModuleForm({ project_id: projectId, id: null })}
            >
              {t('modules.new')}
            </Button>
          )
        }
      />
    )
  const shown = arranged(modules, looks, counts, today, measuring.measure)
  const current = shown.filter(({ archived_at }) => archived_at === null)
  const archived = shown.filter(({ archived_at }) => archived_at !== null)
  const Layout = layouts[looks.layout]
  return (
    <>
      <LooksBar projectId={projectId} measuring={measuring} looks={looks} onChange={setLooks} />
      {shown.length === 0 ? (
        <EmptyState
          icon={<Box />}
          title={t('modules.noMatchTitle')}
          text={t('modules.noMatchText')}
          action={
            <Button onClick={() => setLooks({ ...looks, filters: noFilters })}>
              {t('modules.clearFilters')}
            </Button>
          }
        />
      ) : (
        <Layout
          modules={current}
          archived={archived}
          counts={counts}
          measuring={measuring}
          // Whoever orders by hand moves them, from the first to the last.
          areMovable={looks.order === 'sort_order' && !looks.isDescending}
        />
      )}
    </>
  )
}
