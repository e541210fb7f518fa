import { ChartNoAxesColumn, ListPlus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { useTranslation } from '../../locales/i18n.ts'
import { FavoriteButton } from '../../organization/favorites/FavoriteButton.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { NoAccess } from '../../platform/ui/NoAccess.tsx'
import { useMediaQuery } from '../../platform/ui/use-media-query.ts'
import { peek } from '../../work/detail/peek-part.ts'
import { useOwnLooks } from '../../work/listing/filters.ts'
import { ItemsScreen } from '../../work/listing/ItemsScreen.tsx'
import type { ListingScope } from '../../work/listing/scopes.ts'
import { ItemsPicker } from '../../work/work-items/ItemPicker.tsx'
import { PlanTime } from '../../work/worklogs/PlanTime.tsx'
import { AboveItems, BesideItems } from '../figures/BesideItems.tsx'
import { FiguresPanel, type FiguresPanelProps } from '../figures/FiguresPanel.tsx'
import { type PlanRow, type PlanType, plansPath } from './plan-type.ts'

interface PlanItemsProps<Row extends PlanRow> {
  type: PlanType<Row>
  plan: Row
  crumbs: ReactNode
  scope: ListingScope
  figures: Omit<FiguresPanelProps, 'noCharts' | 'filters' | 'onFilter'>
  /** The search for items that can be added; the same object on each render. */
  fitting: { cycle: 'true' } | { module: string }
  /** Says in the top bar when the plan is. */
  days: ReactNode
  /** Shows the other fields of the plan. */
  details?: ReactNode
  menu: (onDelete: () => void) => ReactNode
}

/** The items of a plan in all layouts, with its figures beside them. */
export function PlanItems<Row extends PlanRow>(props: PlanItemsProps<Row>) {
  const { type, plan, scope, figures, days, details } = props
  const { t } = useTranslation()
  const navigate = useNavigate()
  const looks = useOwnLooks(scope)
  const canEdit = type.useRights(plan.project_id).edit(plan)
  // Beside the list where there is room for both, above it where there is not.
  const isWide = useMediaQuery('(min-width: 64rem)')
  const [isShown, setShown] = useState(isWide)
  const words = wordsOf[type.table]
  const panel = (
    <div className="flex flex-col gap-6">
      {details}
      <FiguresPanel
        {...figures}
        noCharts={t(`${type.table}.noDates`)}
        filters={looks.filters}
        onFilter={looks.setFilters}
      />
      <PlanTime project_id={plan.project_id} {...{ [`${type.kind}_id`]: plan.id }} />
    </div>
  )
  return (
    <>
      <ItemsScreen
        scope={scope}
        looks={looks}
        peek={peek}
        title={plan.name}
        crumbs={props.crumbs}
        actions={
          <span className="flex items-center gap-1.5">
            {days}
            {canEdit && <AddItems type={type} plan={plan} fitting={props.fitting} />}
            <IconButton
              label={t(isShown ? words.hide : words.show)}
              aria-pressed={isShown}
              icon={<ChartNoAxesColumn />}
              onClick={() => setShown(!isShown)}
            />
            {plan.archived_at === null && <FavoriteButton thing={{ type: type.kind, ...plan }} />}
            {props.menu(() => void navigate(plansPath(type.table, plan.project_id)))}
          </span>
        }
        beside={isWide && isShown && <BesideItems label={t(words.panel)}>{panel}</BesideItems>}
        noAccess={() => <NoAccess />}
      />
      {!isWide && (
        <AboveItems label={t(words.panel)} name={plan.name} open={isShown} onOpenChange={setShown}>
          {panel}
        </AboveItems>
      )}
    </>
  )
}

const wordsOf = {
  cycles: { panel: 'planning.figures', show: 'planning.showFigures', hide: 'planning.hideFigures' },
  modules: { panel: 'modules.details', show: 'modules.showDetails', hide: 'modules.hideDetails' },
} as const

/** Adds items of the project, found by their name or key. */
function AddItems<Row extends PlanRow>({
  type,
  plan,
  fitting,
}: Pick<PlanItemsProps<Row>, 'type' | 'plan' | 'fitting'>) {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<Element | null>(null)
  return (
    <>
      <Button icon={<ListPlus />} onClick={(event) => setAnchor(event.currentTarget)}>
        <span className="max-sm:sr-only">{t(`${type.table}.addItems`)}</span>
      </Button>
      {anchor !== null && (
        <ItemsPicker
          item={{ project_id: plan.project_id }}
          fitting={fitting}
          label={t(`${type.table}.addItem`)}
          emptyText={t(`${type.table}.noItems`)}
          anchor={anchor}
          onPick={({ id }) => void type.addItem(plan, id)}
          onTake={({ id }) => void type.takeItem(plan, id)}
          onClose={() => setAnchor(null)}
        />
      )}
    </>
  )
}
