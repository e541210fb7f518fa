import { ChartNoAxesColumn, ListPlus } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { useTranslation } from '../../locales/i18n.ts'
import { FavoriteButton } from '../../organization/favorites/FavoriteButton.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { NoAccessState } from '../../platform/ui/NoAccessState.tsx'
import { useMediaQuery } from '../../platform/ui/use-media-query.ts'
import { lazyPeekPanel } from '../../work/detail/lazy-peek-panel.ts'
import { useOwnViewSettings } from '../../work/listing/filters.ts'
import { ItemsScreen } from '../../work/listing/ItemsScreen.tsx'
import { cycleOrModuleScope } from '../../work/listing/scopes.ts'
import { MultiItemPicker } from '../../work/work-items/ItemPicker.tsx'
import { CycleOrModuleLoggedTime } from '../../work/worklogs/CycleOrModuleLoggedTime.tsx'
import {
  CycleOrModuleStatsPanel,
  type CycleOrModuleStatsPanelProps,
} from '../figures/CycleOrModuleStatsPanel.tsx'
import { SidePanel, SidePanelSheet } from '../figures/SidePanel.tsx'
import { type CycleOrModuleDefinition, type CycleOrModuleRow, cyclesOrModulesPath } from './definition.ts'

interface CycleOrModuleItemsProps<Row extends CycleOrModuleRow> {
  definition: CycleOrModuleDefinition<Row>
  row: Row
  crumbs: ReactNode
  takesItems: boolean
  figures: Omit<CycleOrModuleStatsPanelProps, 'noCharts' | 'filters' | 'onFilter'>
  /** The first and last day of the cycle or module, shown in the top bar. */
  days: ReactNode
  /** The other fields of the cycle or module. */
  details?: ReactNode
  /** A notice below the top bar. */
  notice?: ReactNode
  menu: (onDelete: () => void) => ReactNode
}

/** Shows the items of a cycle or module in all layouts, with its statistics next to them. */
export function CycleOrModuleItems<Row extends CycleOrModuleRow>(props: CycleOrModuleItemsProps<Row>) {
  const { definition, row, takesItems, figures, days, details } = props
  const { id, project_id } = row
  const { t } = useTranslation()
  const navigate = useNavigate()
  const scope = useMemo(
    () => cycleOrModuleScope(definition.kind, project_id, id, takesItems),
    [definition, project_id, id, takesItems],
  )
  const settings = useOwnViewSettings(scope)
  const canEdit = definition.useRights(project_id).edit(row)
  // Wide screens show the panel next to the list, narrow screens show it as a sheet.
  const isWide = useMediaQuery('(min-width: 64rem)')
  const [isShown, setShown] = useState(isWide)
  const words = wordsOf[definition.table]
  const panel = (
    <div className="flex flex-col gap-6">
      {details}
      <CycleOrModuleStatsPanel
        {...figures}
        noCharts={t(`${definition.table}.noDates`)}
        filters={settings.filters}
        onFilter={settings.setFilters}
      />
      <CycleOrModuleLoggedTime project_id={project_id} {...{ [`${definition.kind}_id`]: id }} />
    </div>
  )
  return (
    <>
      <ItemsScreen
        scope={scope}
        settings={settings}
        peek={lazyPeekPanel}
        title={row.name}
        crumbs={props.crumbs}
        tabs={props.notice}
        actions={
          <span className="flex items-center gap-1.5">
            {days}
            {canEdit && <AddItems definition={definition} row={row} />}
            <IconButton
              label={t(isShown ? words.hide : words.show)}
              aria-pressed={isShown}
              icon={<ChartNoAxesColumn />}
              onClick={() => setShown(!isShown)}
            />
            {row.archived_at === null && <FavoriteButton thing={{ type: definition.kind, ...row }} />}
            {props.menu(() => void navigate(cyclesOrModulesPath(definition.table, project_id)))}
          </span>
        }
        beside={isWide && isShown && <SidePanel label={t(words.panel)}>{panel}</SidePanel>}
        noAccess={() => <NoAccessState />}
      />
      {!isWide && (
        <SidePanelSheet label={t(words.panel)} name={row.name} open={isShown} onOpenChange={setShown}>
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
function AddItems<Row extends CycleOrModuleRow>({
  definition,
  row,
}: Pick<CycleOrModuleItemsProps<Row>, 'definition' | 'row'>) {
  const { t } = useTranslation()
  const searchQuery = useMemo(() => searchQueryOf[definition.kind](row.id), [definition, row.id])
  const [anchor, setAnchor] = useState<Element | null>(null)
  return (
    <>
      <Button
        title={t(`${definition.table}.addItems`)}
        icon={<ListPlus />}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {/* In a narrow bar, the breadcrumbs need the space of the label. */}
        <span className="@max-7xl:sr-only">{t(`${definition.table}.addItems`)}</span>
      </Button>
      {anchor !== null && (
        <MultiItemPicker
          item={{ project_id: row.project_id }}
          searchQuery={searchQuery}
          label={t(`${definition.table}.addItem`)}
          emptyText={t(`${definition.table}.noItems`)}
          anchor={anchor}
          onPick={({ id }) => void definition.addItem(row, id)}
          onUnpick={({ id }) => void definition.takeItem(row, id)}
          onClose={() => setAnchor(null)}
        />
      )}
    </>
  )
}
