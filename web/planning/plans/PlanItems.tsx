import { ChartNoAxesColumn, ListPlus } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { useTranslation } from '../../locales/i18n.ts'
import { FavoriteButton } from '../../organization/favorites/FavoriteButton.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { NoAccessState } from '../../platform/ui/NoAccessState.tsx'
import { useMediaQuery } from '../../platform/ui/use-media-query.ts'
import { lazyPeekPanel } from '../../work/detail/peek-part.ts'
import { useOwnViewSettings } from '../../work/listing/filters.ts'
import { ItemsScreen } from '../../work/listing/ItemsScreen.tsx'
import { planScope } from '../../work/listing/scopes.ts'
import { MultiItemPicker } from '../../work/work-items/ItemPicker.tsx'
import { PlanLoggedTime } from '../../work/worklogs/PlanLoggedTime.tsx'
import { PlanStatsPanel, type PlanStatsPanelProps } from '../figures/PlanStatsPanel.tsx'
import { SidePanel, SidePanelSheet } from '../figures/SidePanel.tsx'
import { type PlanRow, type PlanType, plansPath } from './plan-type.ts'

interface PlanItemsProps<Row extends PlanRow> {
  type: PlanType<Row>
  plan: Row
  crumbs: ReactNode
  takesItems: boolean
  figures: Omit<PlanStatsPanelProps, 'noCharts' | 'filters' | 'onFilter'>
  /** Shows the days of the cycle or module in the top bar. */
  days: ReactNode
  /** Shows the other fields of the cycle or module. */
  details?: ReactNode
  menu: (onDelete: () => void) => ReactNode
}

/** Shows the items of a cycle or module in all layouts, with its statistics next to them. */
export function PlanItems<Row extends PlanRow>(props: PlanItemsProps<Row>) {
  const { type, plan, takesItems, figures, days, details } = props
  const { id, project_id } = plan
  const { t } = useTranslation()
  const navigate = useNavigate()
  const scope = useMemo(
    () => planScope(type.kind, project_id, id, takesItems),
    [type, project_id, id, takesItems],
  )
  const settings = useOwnViewSettings(scope)
  const canEdit = type.useRights(project_id).edit(plan)
  // Wide screens show the panel next to the list, narrow screens show it as a sheet.
  const isWide = useMediaQuery('(min-width: 64rem)')
  const [isShown, setShown] = useState(isWide)
  const words = wordsOf[type.table]
  const panel = (
    <div className="flex flex-col gap-6">
      {details}
      <PlanStatsPanel
        {...figures}
        noCharts={t(`${type.table}.noDates`)}
        filters={settings.filters}
        onFilter={settings.setFilters}
      />
      <PlanLoggedTime project_id={project_id} {...{ [`${type.kind}_id`]: id }} />
    </div>
  )
  return (
    <>
      <ItemsScreen
        scope={scope}
        settings={settings}
        peek={lazyPeekPanel}
        title={plan.name}
        crumbs={props.crumbs}
        actions={
          <span className="flex items-center gap-1.5">
            {days}
            {canEdit && <AddItems type={type} plan={plan} />}
            <IconButton
              label={t(isShown ? words.hide : words.show)}
              aria-pressed={isShown}
              icon={<ChartNoAxesColumn />}
              onClick={() => setShown(!isShown)}
            />
            {plan.archived_at === null && <FavoriteButton thing={{ type: type.kind, ...plan }} />}
            {props.menu(() => void navigate(plansPath(type.table, project_id)))}
          </span>
        }
        beside={isWide && isShown && <SidePanel label={t(words.panel)}>{panel}</SidePanel>}
        noAccess={() => <NoAccessState />}
      />
      {!isWide && (
        <SidePanelSheet label={t(words.panel)} name={plan.name} open={isShown} onOpenChange={setShown}>
          {panel}
        </SidePanelSheet>
      )}
    </>
  )
}

const wordsOf = {
  cycles: { panel: 'planning.figures', show: 'planning.showFigures', hide: 'planning.hideFigures' },
  modules: { panel: 'modules.details', show: 'modules.showDetails', hide: 'modules.hideDetails' },
} as const

/** The search parameters that limit the results to items that can be added. */
const searchQueryOf = {
  cycle: () => ({ cycle: 'true' }) as const,
  module: (id: string) => ({ module: id }),
}

/** The picker that adds items of the project. The user searches for items by title or key. */
function AddItems<Row extends PlanRow>({ type, plan }: Pick<PlanItemsProps<Row>, 'type' | 'plan'>) {
  const { t } = useTranslation()
  const searchQuery = useMemo(() => searchQueryOf[type.kind](plan.id), [type, plan.id])
  const [anchor, setAnchor] = useState<Element | null>(null)
  return (
    <>
      <Button icon={<ListPlus />} onClick={(event) => setAnchor(event.currentTarget)}>
        <span className="max-sm:sr-only">{t(`${type.table}.addItems`)}</span>
      </Button>
      {anchor !== null && (
        <MultiItemPicker
          item={{ project_id: plan.project_id }}
          searchQuery={searchQuery}
          label={t(`${type.table}.addItem`)}
          emptyText={t(`${type.table}.noItems`)}
          anchor={anchor}
          onPick={({ id }) => void type.addItem(plan, id)}
          onUnpick={({ id }) => void type.takeItem(plan, id)}
          onClose={() => setAnchor(null)}
        />
      )}
    </>
  )
}
