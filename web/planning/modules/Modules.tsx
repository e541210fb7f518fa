import { useAtom, useAtomValue } from 'jotai'
import { Archive, Box } from 'lucide-react'
import { useParams, useSearchParams } from 'react-router'
import type { ModuleRow } from '#common/planning/modules/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { favoriteIdsAtom } from '../../organization/favorites/favorite-ids.ts'
import { getMyId } from '../../platform/person/me.ts'
import { todayAtom } from '../../platform/person/today.ts'
import { LoadedContent } from '../../platform/shell/LoadedContent.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { EmptyState } from '../../platform/ui/EmptyState.tsx'
import { useMeasure } from '../../work/cycles-modules-epics/measure.ts'
import { modulesAtom } from '../../work/cycles-modules-epics/modules.ts'
import { ListSkeleton } from '../../work/listing/layouts/skeletons.tsx'
import { CycleOrModuleCards } from '../cycles-and-modules/CycleOrModuleCards.tsx'
import { CycleOrModuleTimeline } from '../cycles-and-modules/CycleOrModuleTimeline.tsx'
import {
  CyclesOrModulesEmptyState,
  CyclesOrModulesScreen,
} from '../cycles-and-modules/CyclesOrModulesScreen.tsx'
import { type CycleOrModuleCounts, useCycleOrModuleCounts } from '../cycles-and-modules/use-counts.ts'
import { ModuleRows } from './ModuleRows.tsx'
import { ModuleViewSettingsBar } from './ModuleViewSettingsBar.tsx'
import { useModuleCardParts } from './parts.tsx'
import { moduleCountsSource } from './use-figures.ts'
import {
  activeModuleFilters,
  filterAndSortModules,
  type ModuleViewSettings,
  moduleViewSettingsAtom,
  noModuleFilters,
} from './view-settings.ts'

/** Shows the modules of a project as a list, gallery or timeline. */
export function Modules() {
  const { projectId = '' } = useParams()
  return (
    <CyclesOrModulesScreen table="modules" projectId={projectId}>
      <Shown key={projectId} projectId={projectId} />
    </CyclesOrModulesScreen>
  )
}

function Shown({ projectId }: { projectId: string }) {
  const modules = useAtomValue(modulesAtom(projectId))
  const { value: counts, ...loaded } = useCycleOrModuleCounts(projectId, moduleCountsSource)
  const measuring = useMeasure(projectId)
  const [settings, setSettings] = useAtom(moduleViewSettingsAtom(`${getMyId()}|${projectId}`))
  const [search, setSearch] = useSearchParams()
  const isArchive = search.get('tab') === 'archived'
  if (counts === null) return <LoadedContent of={loaded} skeleton={<ListSkeleton />} />
  if (modules.length === 0)
    return <CyclesOrModulesEmptyState table="modules" projectId={projectId} icon={<Box />} />
  return (
    <>
      <ModuleViewSettingsBar
        projectId={projectId}
        measuring={measuring}
        settings={settings}
        onChange={setSettings}
        isArchive={isArchive}
        onArchive={(next) => setSearch(next ? { tab: 'archived' } : {}, { replace: true })}
      />
      <ModuleList
        projectId={projectId}
        modules={modules.filter(({ archived_at }) => (archived_at !== null) === isArchive)}
        counts={counts}
        settings={settings}
        onChange={setSettings}
        isArchive={isArchive}
      />
    </>
  )
}

interface ModuleListProps {
  projectId: string
  modules: readonly ModuleRow[]
  counts: ReadonlyMap<string, CycleOrModuleCounts>
  settings: ModuleViewSettings
  onChange: (settings: ModuleViewSettings) => void
  isArchive: boolean
}

function ModuleList({ projectId, modules, counts, settings, onChange, isArchive }: ModuleListProps) {
  const { t } = useTranslation()
  const today = useAtomValue(todayAtom)
  const measuring = useMeasure(projectId)
  const favorites = useAtomValue(favoriteIdsAtom('module'))
  const parts = useModuleCardParts()
  if (modules.length === 0)
    return (
      <EmptyState
        icon={isArchive ? <Archive /> : <Box />}
        title={t(isArchive ? 'modules.noneArchivedTitle' : 'modules.noneActiveTitle')}
        text={t(isArchive ? 'modules.noneArchivedText' : 'modules.noneActiveText')}
      />
    )
  const sorting = {
    ...settings,
    filters: activeModuleFilters(settings, isArchive),
    favorites: settings.onlyFavorites && !isArchive ? favorites : null,
  }
  const shown = filterAndSortModules(modules, sorting, counts, today, measuring.measure)
  if (shown.length === 0)
    return (
      <EmptyState
        icon={<Box />}
        title={t('modules.noMatchTitle')}
        text={t('ui.list.noMatchText')}
        action={
          <Button
            onClick={() =>
              onChange({
                ...settings,
                ...(isArchive
                  ? { archivedFilters: noModuleFilters }
                  : { filters: noModuleFilters, onlyFavorites: false }),
              })
            }
          >
            {t('ui.list.clear')}
          </Button>
        }
      />
    )
  const label = t(isArchive ? 'modules.archivedList' : 'modules.current')
  if (settings.layout === 'board')
    return <CycleOrModuleCards label={label} rows={shown} counts={counts} parts={parts} />
  if (settings.layout === 'gantt')
    return <CycleOrModuleTimeline label={label} rows={shown} counts={counts} parts={parts} />
  return (
    <ModuleRows
      label={label}
      modules={shown}
      counts={counts}
      measuring={measuring}
      // Dragging is only possible in the manual order, and only if it is not reversed.
      areMovable={settings.order === 'sort_order' && !settings.isDescending && !isArchive}
    />
  )
}
