import { useAtomValue } from 'jotai'
import { ChartNoAxesColumn, ListPlus } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { takesItems } from '#common/planning/cycles/rules.ts'
import type { CycleRow } from '#common/planning/cycles/schema.ts'
import { canKeepPlans } from '#common/planning/plans/rules.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { FavoriteButton } from '../../organization/favorites/FavoriteButton.tsx'
import { tables } from '../../platform/app/sync.ts'
import { projectRoleAtom } from '../../platform/person/may.ts'
import { ProjectCrumbs } from '../../platform/shell/ProjectCrumbs.tsx'
import { TopBar } from '../../platform/shell/TopBar.tsx'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { buttonClass } from '../../platform/ui/button-class.ts'
import { Gone } from '../../platform/ui/Gone.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { NoAccess } from '../../platform/ui/NoAccess.tsx'
import { useMediaQuery } from '../../platform/ui/use-media-query.ts'
import { peek } from '../../work/detail/peek-part.ts'
import { useOwnLooks } from '../../work/listing/filters.ts'
import { ItemsScreen } from '../../work/listing/ItemsScreen.tsx'
import { cycleScope } from '../../work/listing/scopes.ts'
import { CycleIcon } from '../../work/plans/CycleIcon.tsx'
import { cycleDaysWords } from '../../work/plans/cycle-words.ts'
import { statusOf } from '../../work/plans/cycles.ts'
import { useMeasure } from '../../work/plans/measure.ts'
import { ItemsPicker } from '../../work/work-items/ItemPicker.tsx'
import { PlanTime } from '../../work/worklogs/PlanTime.tsx'
import { AboveItems, BesideItems } from '../figures/BesideItems.tsx'
import { FiguresPanel } from '../figures/FiguresPanel.tsx'
import { addToCycle, openCycleForm, takeFromCycle } from './actions.ts'
import { CycleMenu } from './CycleMenu.tsx'
import { cyclesPath } from './paths.ts'
import { useCycleRights } from './rights.ts'
import { useFigures } from './use-figures.ts'

/** The items of a cycle in all layouts, with its figures beside them. */
export function CycleScreen() {
  const { t } = useTranslation()
  const { projectId = '', cycleId = '' } = useParams()
  const cycle = useAtomValue(tables.cycles.rowAtom(cycleId))
  const held = useAtomValue(projectRoleAtom(projectId))
  const project = useAtomValue(tables.projects.rowAtom(projectId))
  const crumbs = (page: string) => (
    <ProjectCrumbs
      projectId={projectId}
      within={{ to: cyclesPath(projectId), label: t('cycles.title') }}
      page={page}
    />
  )
  if (cycle?.project_id === projectId && project?.cycle_view && canKeepPlans({ role: held }))
    return <CycleItems key={cycle.id} cycle={cycle} crumbs={crumbs(cycle.name)} />
  const isGuest = held !== null && !canKeepPlans({ role: held })
  return (
    <>
      <TopBar title={t('cycles.title')} crumbs={crumbs('')} />
      {isGuest ? (
        <NoAccess title={t('cycles.noAccessTitle')} text={t('cycles.noAccessText')} />
      ) : project && !project.cycle_view ? (
        <NoAccess title={t('cycles.off')} />
      ) : (
        <Gone
          title={t('cycles.goneTitle')}
          text={t('cycles.goneText')}
          action={
            <Link className={buttonClass({})} to={cyclesPath(projectId)}>
              {t('cycles.toCycles')}
            </Link>
          }
        />
      )}
    </>
  )
}

function CycleItems({ cycle, crumbs }: { cycle: CycleRow; crumbs: ReactNode }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { id, project_id } = cycle
  const takes = takesItems(cycle, Date.now())
  const scope = useMemo(() => cycleScope(currentSlug(), project_id, id, takes), [project_id, id, takes])
  const looks = useOwnLooks(scope)
  const rights = useCycleRights(project_id)
  // Beside the list where there is room for both, above it where there is not.
  const isWide = useMediaQuery('(min-width: 64rem)')
  const [isShown, setShown] = useState(isWide)
  const measuring = useMeasure(project_id, cycle.progress_snapshot)
  const figures = useFigures(project_id, id, cycle.start_date !== null, measuring.measure)
  const panel = (
    <div className="flex flex-col gap-6">
      <FiguresPanel
        {...figures}
        measuring={measuring}
        note={cycle.progress_snapshot === null ? null : t('cycles.frozen')}
        noCharts={t('cycles.noDates')}
        filters={looks.filters}
        onFilter={looks.setFilters}
      />
      <PlanTime project_id={project_id} cycle_id={id} />
    </div>
  )
  return (
    <>
      <ItemsScreen
        scope={scope}
        looks={looks}
        peek={peek}
        title={cycle.name}
        crumbs={crumbs}
        actions={
          <span className="flex items-center gap-1.5">
            <CycleDays cycle={cycle} />
            {rights.edit(cycle) && <AddItems cycle={cycle} />}
            <IconButton
              label={t(isShown ? 'planning.hideFigures' : 'planning.showFigures')}
              aria-pressed={isShown}
              icon={<ChartNoAxesColumn />}
              onClick={() => setShown(!isShown)}
            />
            {cycle.archived_at === null && <FavoriteButton thing={{ type: 'cycle', ...cycle }} />}
            <CycleMenu cycle={cycle} onDelete={() => void navigate(cyclesPath(project_id))} />
          </span>
        }
        beside={isWide && isShown && <BesideItems label={t('planning.figures')}>{panel}</BesideItems>}
        noAccess={() => <NoAccess />}
      />
      {!isWide && (
        <AboveItems label={t('planning.figures')} name={cycle.name} open={isShown} onOpenChange={setShown}>
          {panel}
        </AboveItems>
      )}
    </>
  )
}

/** Where it may be changed, a press on its days does. */
function CycleDays({ cycle }: { cycle: CycleRow }) {
  const { t, i18n } = useTranslation()
  const rights = useCycleRights(cycle.project_id)
  const icon = <CycleIcon status={statusOf(cycle)} />
  const days = cycleDaysWords(cycle, i18n.language) || t('cycles.noDay')
  if (!rights.edit(cycle))
    return (
      <span className="flex items-center gap-1.5 text-sm text-soft tabular max-lg:hidden">
        {icon}
        {days}
      </span>
    )
  return (
    <Button
      variant="ghost"
      className="max-lg:hidden!"
      icon={icon}
      aria-label={`${t('cycles.edit')}: ${days}`}
      onClick={() => openCycleForm({ project_id: cycle.project_id, id: cycle.id })}
    >
      <span className="text-sm font-normal text-soft tabular">{days}</span>
    </Button>
  )
}

const inNone = { cycle: 'true' } as const

/** Items of the project that are in no cycle, found by their name or key. */
function AddItems({ cycle }: { cycle: CycleRow }) {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<Element | null>(null)
  return (
    <>
      <Button icon={<ListPlus />} onClick={(event) => setAnchor(event.currentTarget)}>
        <span className="max-sm:sr-only">{t('cycles.addItems')}</span>
      </Button>
      {anchor !== null && (
        <ItemsPicker
          item={{ project_id: cycle.project_id }}
          fitting={inNone}
          label={t('cycles.addItem')}
          emptyText={t('cycles.noItems')}
          anchor={anchor}
          onPick={({ id }) => void addToCycle(cycle, id)}
          onTake={({ id }) => void takeFromCycle(cycle, id)}
          onClose={() => setAnchor(null)}
        />
      )}
    </>
  )
}
