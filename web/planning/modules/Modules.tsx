import { useAtom, useAtomValue } from 'jotai'
import { Box } from 'lucide-react'
import { useParams } from 'react-router'
import { useTranslation } from '../../locales/i18n.ts'
import { myId } from '../../platform/person/me.ts'
import { todayAtom } from '../../platform/person/today.ts'
import { Loaded } from '../../platform/shell/Loaded.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { EmptyState } from '../../platform/ui/EmptyState.tsx'
import { ListSkeleton } from '../../work/listing/layouts/skeletons.tsx'
import { useMeasure } from '../../work/plans/measure.ts'
import { modulesAtom } from '../../work/plans/modules.ts'
import { NoPlans, PlansScreen } from '../plans/PlansScreen.tsx'
import { usePlanCounts } from '../plans/use-counts.ts'
import { ModuleCards } from './ModuleCards.tsx'
import { ModuleRows } from './ModuleRows.tsx'
import { ModuleTimeline } from './ModuleTimeline.tsx'
import { moduleCounting } from './use-figures.ts'
import { ViewSettingsBar } from './ViewSettingsBar.tsx'
import { filterAndSort, moduleViewSettingsAtom, noModuleFilters } from './view-settings.ts'

/** Shows the modules of a project as a list, gallery or timeline. */
export function Modules() {
  const { projectId = '' } = useParams()
  return (
    <PlansScreen table="modules" projectId={projectId}>
      <Shown key={projectId} projectId={projectId} />
    </PlansScreen>
  )
}

const layouts = { list: ModuleRows, board: ModuleCards, gantt: ModuleTimeline }

function Shown({ projectId }: { projectId: string }) {
  const { t } = useTranslation()
  const modules = useAtomValue(modulesAtom(projectId))
  const today = useAtomValue(todayAtom)
  const { value: counts, ...loaded } = usePlanCounts(projectId, moduleCounting)
  const measuring = useMeasure(projectId)
  const [settings, setSettings] = useAtom(moduleViewSettingsAtom(`${myId()}|${projectId}`))
  if (counts === null) return <Loaded of={loaded} skeleton={<ListSkeleton />} />
  if (modules.length === 0) return <NoPlans table="modules" projectId={projectId} icon={<Box />} />
  const shown = filterAndSort(modules, settings, counts, today, measuring.measure)
  const current = shown.filter(({ archived_at }) => archived_at === null)
  const archived = shown.filter(({ archived_at }) => archived_at !== null)
  const Layout = layouts[settings.layout]
  return (
    <>
      <ViewSettingsBar
        projectId={projectId}
        measuring={measuring}
        settings={settings}
        onChange={setSettings}
      />
      {shown.length === 0 ? (
        <EmptyState
          icon={<Box />}
          title={t('modules.noMatchTitle')}
          text={t('modules.noMatchText')}
          action={
            <Button onClick={() => setSettings({ ...settings, filters: noModuleFilters })}>
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
          // Dragging is only possible in the manual order, and only if it is not reversed.
          areMovable={settings.order === 'sort_order' && !settings.isDescending}
        />
      )}
    </>
  )
}
