import { useAtom, useAtomValue } from 'jotai'
import { IterationCw, Repeat, Search } from 'lucide-react'
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import type { CycleRow } from '#common/planning/cycles/schema.ts'
import { canEditCyclesAndModules } from '#common/planning/cycles-and-modules/rules.ts'
import { createClock } from '#common/platform/clock.ts'
import { hasRoleAtLeast, role } from '#common/platform/roles.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { favoriteIdsAtom } from '../../organization/favorites/favorite-ids.ts'
import { tables } from '../../platform/app/sync.ts'
import { displayNameOf } from '../../platform/person/display-name.ts'
import { getMyId } from '../../platform/person/me.ts'
import { projectRoleAtom } from '../../platform/person/roles.ts'
import { todayAtom } from '../../platform/person/today.ts'
import { LoadedContent } from '../../platform/shell/LoadedContent.tsx'
import { AvatarStack } from '../../platform/ui/AvatarStack.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { EmptyState } from '../../platform/ui/EmptyState.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { CycleIcon } from '../../work/cycles-modules-epics/CycleIcon.tsx'
import { cycleDaysText, daysBetween, getCycleDayRange } from '../../work/cycles-modules-epics/cycle-dates.ts'
import { cyclesAtom, statusOfCycle } from '../../work/cycles-modules-epics/cycles.ts'
import { useMeasure } from '../../work/cycles-modules-epics/measure.ts'
import { ListSkeleton } from '../../work/listing/layouts/skeletons.tsx'
import { CycleOrModuleCards } from '../cycles-and-modules/CycleOrModuleCards.tsx'
import { CycleOrModuleListRow } from '../cycles-and-modules/CycleOrModuleListRow.tsx'
import { CycleOrModuleSection } from '../cycles-and-modules/CycleOrModuleSection.tsx'
import { CycleOrModuleTimeline } from '../cycles-and-modules/CycleOrModuleTimeline.tsx'
import {
  CyclesOrModulesEmptyState,
  CyclesOrModulesScreen,
} from '../cycles-and-modules/CyclesOrModulesScreen.tsx'
import { type CycleOrModuleCounts, useCycleOrModuleCounts } from '../cycles-and-modules/use-counts.ts'
import { MeasureSwitch } from '../figures/MeasureSwitch.tsx'
import { cycleDefinition, timezoneOfProject } from './actions.ts'
import { openAutomaticCyclesDialog } from './automatic.ts'
import { CycleBar } from './CycleBar.tsx'
import { CycleMenu } from './CycleMenu.tsx'
import { CycleSparkline } from './CycleSparkline.tsx'
import { useCycleCardParts } from './parts.tsx'
import { useCycleRights } from './rights.ts'
import { cycleCountsSource } from './use-figures.ts'
import {
  type CycleSection,
  type CycleTab,
  cycleSectionOf,
  cycleTabs,
  cycleViewSettingsAtom,
  matchesCycleSearch,
  noCycleFilters,
  parseCycleTab,
  queryOfCycleTab,
} from './view-settings.ts'

/** Lists the cycles of a project in tabs: active, upcoming, drafts, completed, archived and all. */
export function Cycles() {
  const { t } = useTranslation()
  const { projectId = '' } = useParams()
  const project = useAtomValue(tables.projects.rowAtom(projectId))
  const myRole = useAtomValue(projectRoleAtom(projectId))
  const { keep } = useCycleRights(projectId)
  const measuring = useMeasure(projectId)
  return (
    <CyclesOrModulesScreen
      table="cycles"
      projectId={projectId}
      actions={
        <>
          {project?.cycle_view && canEditCyclesAndModules({ role: myRole }) && (
            <span className="max-sm:hidden">
              <MeasureSwitch measuring={measuring} />
            </span>
          )}
          {keep && hasRoleAtLeast(myRole, role.admin) && (
            <IconButton
              label={t(project?.automatic_cycles ? 'cycles.automatic.on' : 'cycles.automatic.title')}
              pressed={project?.automatic_cycles != null}
              icon={<Repeat />}
              onClick={() => openAutomaticCyclesDialog(projectId)}
            />
          )}
        </>
      }
    >
      <Sections key={projectId} projectId={projectId} />
    </CyclesOrModulesScreen>
  )
}

function Sections({ projectId }: { projectId: string }) {
  const { t } = useTranslation()
  const cycles = useAtomValue(cyclesAtom(projectId))
  const { value: counts, ...loaded } = useCycleOrModuleCounts(projectId, cycleCountsSource)
  const [search, setSearch] = useSearchParams()
  const [query, setQuery] = useState('')
  const [settings, set] = useAtom(cycleViewSettingsAtom(`${getMyId()}|${projectId}`))
  const favorites = useAtomValue(favoriteIdsAtom('cycle'))
  const today = useAtomValue(todayAtom)
  const tab = parseCycleTab(search.get('tab'))
  const parts = useCycleCardParts()
  if (counts === null) return <LoadedContent of={loaded} skeleton={<ListSkeleton />} />
  if (cycles.length === 0)
    return <CyclesOrModulesEmptyState table="cycles" projectId={projectId} icon={<IterationCw />} />
  const inTab = cycles.filter((cycle) => cycleTabs[tab] === null || cycleSectionOf(cycle) === cycleTabs[tab])
  const words = query.trim().toLocaleLowerCase()
  const searched = {
    words,
    today,
    filters: settings.filters,
    favorites: settings.onlyFavorites ? favorites : null,
  }
  const shown = inTab.filter((cycle) => matchesCycleSearch(cycle, searched))
  const sections = order
    .map((name) => ({ name, own: shown.filter((cycle) => cycleSectionOf(cycle) === name) }))
    // Ended cycles are listed with the latest first.
    .map(({ name, own }) => ({ name, own: latestFirst.has(name) ? own.toReversed() : own }))
    .filter(({ own }) => own.length > 0)
  const Layout = settings.layout === 'board' ? CycleOrModuleCards : CycleOrModuleTimeline
  return (
    <>
      <CycleBar
        projectId={projectId}
        tab={tab}
        onTab={(next) => setSearch(queryOfCycleTab(next), { replace: true })}
        query={query}
        onQuery={setQuery}
      />
      {shown.length === 0 ? (
        <NoneShown
          tab={tab}
          isFiltered={inTab.length > 0}
          onClear={() => {
            setQuery('')
            set({ filters: noCycleFilters, onlyFavorites: false })
          }}
          onAll={() => setSearch(queryOfCycleTab('all'), { replace: true })}
        />
      ) : settings.layout === 'list' ? (
        <div className="scroll-quiet min-h-0 flex-1 overflow-y-auto">
          {sections.map(({ name, own }) => (
            <CycleOrModuleSection
              key={name}
              isSticky
              label={name === 'archived' ? t('cycles.archivedSection') : t(`cycles.status.${name}`)}
              count={own.length}
              startsFolded={name === 'archived' && tab === 'all'}
              // Hidden drafts have positions too, so a filtered list cannot be reordered.
              order={
                name === 'DRAFT' && shown.length === inTab.length ? cycleDefinition.orderOf(own) : undefined
              }
            >
              {own.map((cycle) => (
                <CycleLine key={cycle.id} cycle={cycle} counts={counts.get(cycle.id)} />
              ))}
            </CycleOrModuleSection>
          ))}
        </div>
      ) : (
        <Layout
          label={t(`cycles.tabs.${tab}`)}
          rows={sections.flatMap(({ own }) => own)}
          counts={counts}
          parts={parts}
        />
      )}
    </>
  )
}

const order: readonly CycleSection[] = ['CURRENT', 'UPCOMING', 'DRAFT', 'COMPLETED', 'archived']
const latestFirst: ReadonlySet<CycleSection> = new Set(['COMPLETED', 'archived'])

interface NoneShownProps {
  tab: CycleTab
  isFiltered: boolean
  onClear: () => void
  onAll: () => void
}

function NoneShown({ tab, isFiltered, onClear, onAll }: NoneShownProps) {
  const { t } = useTranslation()
  if (isFiltered)
    return (
      <EmptyState
        icon={<Search />}
        title={t('cycles.noMatchTitle')}
        text={t('ui.list.noMatchText')}
        action={<Button onClick={onClear}>{t('ui.list.clear')}</Button>}
      />
    )
  return (
    <EmptyState
      icon={<IterationCw />}
      title={t(`cycles.noneIn.${tab}`)}
      action={tab !== 'all' && <Button onClick={onAll}>{t('cycles.showAll')}</Button>}
    />
  )
}

/** Maximum number of avatars in a row. If there are more people, the row shows the number of the others. */
const faces = 4

function CycleLine({ cycle, counts }: { cycle: CycleRow; counts: CycleOrModuleCounts | undefined }) {
  const { t, i18n } = useTranslation()
  const status = statusOfCycle(cycle)
  const measuring = useMeasure(cycle.project_id, cycle.progress_snapshot)
  const days = getCycleDayRange(cycle)
  const { today } = createClock(timezoneOfProject(cycle.project_id))
  const people = (counts?.assignee_ids ?? []).flatMap((id) => {
    const person = tables.users.get(id)
    return person ? [{ id, name: displayNameOf(person), src: person.avatar_url }] : []
  })
  return (
    <CycleOrModuleListRow
      definition={cycleDefinition}
      row={cycle}
      icon={<CycleIcon status={status} />}
      words={
        <>
          {cycleDaysText(cycle, i18n.language)}
          {status === 'CURRENT' &&
            days &&
            ` · ${t('cycles.daysLeft', { count: daysBetween(today, days.last) + 1 })}`}
          {status === 'UPCOMING' &&
            days &&
            ` · ${t('cycles.startsIn', { count: daysBetween(today, days.first) })}`}
        </>
      }
      counts={counts}
      measuring={measuring}
      people={
        <span className="flex w-20 shrink-0 max-sm:hidden">
          {people.length > 0 && (
            <AvatarStack label={t('planning.byAssignee')} people={people} max={faces} size="xs" />
          )}
        </span>
      }
      menu={<CycleMenu cycle={cycle} />}
    >
      {status === 'CURRENT' && <CycleSparkline cycle={cycle} measuring={measuring} />}
    </CycleOrModuleListRow>
  )
}
