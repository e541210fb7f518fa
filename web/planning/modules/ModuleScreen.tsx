import { useAtomValue } from 'jotai'
import { ChartNoAxesColumn, ListPlus } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { takesItems } from '#common/planning/modules/rules.ts'
import type { ModuleRow } from '#common/planning/modules/schema.ts'
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
import { moduleScope } from '../../work/listing/scopes.ts'
import { ModuleStatusIcon } from '../../work/plans/ModuleIcon.tsx'
import { useMeasure } from '../../work/plans/measure.ts'
import { ItemsPicker } from '../../work/work-items/ItemPicker.tsx'
import { PlanTime } from '../../work/worklogs/PlanTime.tsx'
import { AboveItems, BesideItems } from '../figures/BesideItems.tsx'
import { FiguresPanel } from '../figures/FiguresPanel.tsx'
import { addToModule, takeFromModule } from './actions.ts'
import { ModuleDetails } from './ModuleDetails.tsx'
import { ModuleMenu } from './ModuleMenu.tsx'
import { modulesPath } from './paths.ts'
import { useModuleRights } from './rights.ts'
import { useFigures } from './use-figures.ts'
import { moduleDaysWords } from './words.ts'

/** The items of a module in all layouts, with what is known of it and its figures beside them. */
export function ModuleScreen() {
  const { t } = useTranslation()
  const { projectId = '', moduleId = '' } = useParams()
  const module = useAtomValue(tables.modules.rowAtom(moduleId))
  const held = useAtomValue(projectRoleAtom(projectId))
  const project = useAtomValue(tables.projects.rowAtom(projectId))
  const crumbs = (page: string) => (
    <ProjectCrumbs
      projectId={projectId}
      within={{ to: modulesPath(projectId), label: t('modules.title') }}
      page={page}
    />
  )
  if (module?.project_id === projectId && project?.module_view && canKeepPlans({ role: held }))
    return <ModuleItems key={module.id} module={module} crumbs={crumbs(module.name)} />
  const isGuest = held !== null && !canKeepPlans({ role: held })
  return (
    <>
      <TopBar title={t('modules.title')} crumbs={crumbs('')} />
      {isGuest ? (
        <NoAccess title={t('modules.noAccessTitle')} text={t('modules.noAccessText')} />
      ) : project && !project.module_view ? (
        <NoAccess title={t('modules.off')} />
      ) : (
        <Gone
          title={t('modules.goneTitle')}
          text={t('modules.goneText')}
          action={
            <Link className={buttonClass({})} to={modulesPath(projectId)}>
              {t('modules.toModules')}
            </Link>
          }
        />
      )}
    </>
  )
}

function ModuleItems({ module, crumbs }: { module: ModuleRow; crumbs: ReactNode }) {
  const { t, i18n } = useTranslation()
  const navigate = useNavigate()
  const { id, project_id } = module
  const takes = takesItems(module)
  const scope = useMemo(() => moduleScope(currentSlug(), project_id, id, takes), [project_id, id, takes])
  const looks = useOwnLooks(scope)
  const rights = useModuleRights(project_id)
  const measuring = useMeasure(project_id)
  const figures = useFigures(project_id, id, !takes, measuring.measure)
  // Beside the list where there is room for both, above it where there is not.
  const isWide = useMediaQuery('(min-width: 64rem)')
  const [isShown, setShown] = useState(isWide)
  const panel = (
    <div className="flex flex-col gap-6">
      <ModuleDetails module={module} />
      <FiguresPanel
        {...figures}
        measuring={measuring}
        noCharts={t('modules.noDates')}
        filters={looks.filters}
        onFilter={looks.setFilters}
      />
      <PlanTime project_id={project_id} module_id={id} />
    </div>
  )
  return (
    <>
      <ItemsScreen
        scope={scope}
        looks={looks}
        peek={peek}
        title={module.name}
        crumbs={crumbs}
        actions={
          <span className="flex items-center gap-1.5">
            <span className="flex items-center gap-1.5 text-sm text-soft tabular max-lg:hidden">
              <ModuleStatusIcon status={module.status} />
              {moduleDaysWords(module, i18n.language) || t(`modules.status.${module.status}`)}
            </span>
            {rights.edit(module) && <AddItems module={module} />}
            <IconButton
              label={t(isShown ? 'modules.hideDetails' : 'modules.showDetails')}
              aria-pressed={isShown}
              icon={<ChartNoAxesColumn />}
              onClick={() => setShown(!isShown)}
            />
            {module.archived_at === null && <FavoriteButton thing={{ type: 'module', ...module }} />}
            <ModuleMenu module={module} onDelete={() => void navigate(modulesPath(project_id))} />
          </span>
        }
        beside={isWide && isShown && <BesideItems label={t('modules.details')}>{panel}</BesideItems>}
        noAccess={() => <NoAccess />}
      />
      {!isWide && (
        <AboveItems label={t('modules.details')} name={module.name} open={isShown} onOpenChange={setShown}>
          {panel}
        </AboveItems>
      )}
    </>
  )
}

/** Items of the project that are not in the module, found by their name or key. */
function AddItems({ module }: { module: ModuleRow }) {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<Element | null>(null)
  const fitting = useMemo(() => ({ module: module.id }), [module.id])
  return (
    <>
      <Button icon={<ListPlus />} onClick={(event) => setAnchor(event.currentTarget)}>
        <span className="max-sm:sr-only">{t('modules.addItems')}</span>
      </Button>
      {anchor !== null && (
        <ItemsPicker
          item={{ project_id: module.project_id }}
          fitting={fitting}
          label={t('modules.addItem')}
          emptyText={t('modules.noItems')}
          anchor={anchor}
          onPick={({ id }) => void addToModule(module, id)}
          onTake={({ id }) => void takeFromModule(module, id)}
          onClose={() => setAnchor(null)}
        />
      )}
    </>
  )
}
