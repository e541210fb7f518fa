import { useAtomValue } from 'jotai'
import {
  ArrowDownWideNarrow,
  ArrowUpDown,
  ArrowUpNarrowWide,
  Eye,
  LayoutPanelLeft,
  Rows3,
  SquareKanban,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { effectiveArrangement, parseDisplayFilters } from '#common/work/listing/display.ts'
import { splitOrder } from '#common/work/listing/keys.ts'
import { layoutOptions, type SelectableGrouping, type SelectableOrder } from '#common/work/listing/options.ts'
import { findPropertyName, type PropertyName } from '#common/work/listing/properties.ts'
import { type DisplayFilters, layouts as layoutNames } from '#common/work/listing/view-settings.ts'
import { t } from '../../../locales/i18n.ts'
import type { ListingDisplaySettings } from '../display.ts'
import { layouts } from '../layouts/layouts.tsx'
import { isPropertyEnabledAtom } from '../properties/enabled-properties.ts'
import { findProperty } from '../properties/registry.ts'
import { reverseOrder, sortDirectionName, sortedPropertyOf } from '../properties/sort-words.ts'
import { isDraftsScope, type ListingScope } from '../scopes.ts'

/** A display setting with its options, used in the bar of a list, in the display menu and in the palette. */
export interface DisplaySetting {
  id: 'layout' | 'group' | 'lanes' | 'order' | 'direction' | 'show'
  label: string
  icon: ReactNode
  value: string
  options: { value: string; label: string; icon?: ReactNode }[]
  choose: (value: string) => void
}

export interface DisplaySettingsProps {
  scope: ListingScope
  display: ListingDisplaySettings
}

interface Given<Value extends string> extends Pick<DisplaySetting, 'id' | 'label' | 'icon'> {
  value: Value | null
  /** The selectable values. Null can be one of them, for example "no groups". */
  options: readonly (Value | null)[]
  wordOf: (value: Value | null) => string
  iconOf?: (value: Value | null) => ReactNode
  onChange: (value: Value | null) => void
}

function choice<Value extends string>({
  value,
  options,
  wordOf,
  iconOf,
  onChange,
  ...rest
}: Given<Value>): DisplaySetting {
  const name = (one: Value | null) => one ?? 'null'
  return {
    ...rest,
    value: name(value),
    options: options.map((one) => ({
      value: name(one),
      label: wordOf(one),
      ...(iconOf && { icon: iconOf(one) }),
    })),
    choose: (chosen) => {
      const found = options.find((one) => name(one) === chosen)
      if (found !== undefined) onChange(found)
    },
  }
}

export function createLayoutSetting({ scope, display }: DisplaySettingsProps): DisplaySetting {
  return choice({
    id: 'layout',
    label: t('workItems.layout'),
    icon: <LayoutPanelLeft />,
    value: display.settings.display_filters.layout,
    options: layoutNames.filter((name) => layoutOptions[scope.kind][name] !== undefined),
    wordOf: (name) => (name === null ? '' : t(`workItems.layouts.${name}`)),
    iconOf: (name) => name && layouts[name].icon,
    onChange: (layout) => layout !== null && display.change({ display_filters: { layout } }),
  })
}

/**
 * Returns the display settings that the layout supports in this list. Settings with only one option are
 * omitted.
 */
export function useLayoutDisplaySettings({ scope, display }: DisplaySettingsProps): DisplaySetting[] {
  const { layout, group_by, sub_group_by, type } = display.settings.display_filters
  const isOn = useAtomValue(isPropertyEnabledAtom(scope.context.project_id))
  const options = layoutOptions[scope.kind][layout]
  if (options === undefined) return []
  const isGroupOn = (group: SelectableGrouping | null) => {
    const name = propertyOfSetting(group)
    return name === undefined || isOn(name)
  }
  const isOrderOn = (one: SelectableOrder) => {
    const name = findPropertyName(({ order }) => order?.choice === one)
    return name === undefined || isOn(name)
  }
  const set = (next: Partial<DisplayFilters>) => display.change({ display_filters: next })
  const { order_by: order } = effectiveArrangement(
    parseDisplayFilters(display.settings.display_filters),
    scope.context,
  )
  const { key: sortedBy } = splitOrder(order)
  // A board always has columns, but a list without groups has no sub-groups.
  const hasGroups = layout === 'kanban' || group_by !== null
  return [
    choice({
      id: 'group',
      label: t(layout === 'kanban' ? 'display.group' : 'display.groupList'),
      icon: <SquareKanban />,
      value: options.group_by.find((one) => one === group_by) ?? null,
      options: options.group_by.filter(isGroupOn),
      wordOf: (group) => (group === null ? t('display.noGroups') : groupingName(group)),
      onChange: (group) => set({ group_by: group }),
    }),
    choice({
      id: 'lanes',
      label: t(layout === 'kanban' ? 'display.lanes' : 'display.subGroup'),
      icon: <Rows3 />,
      value: options.sub_group_by.find((one) => one === sub_group_by) ?? null,
      options: hasGroups
        ? options.sub_group_by.filter((group) => group !== group_by && isGroupOn(group))
        : [null],
      wordOf: (group) =>
        group === null
          ? t(layout === 'kanban' ? 'display.noLanes' : 'display.noSubGroups')
          : groupingName(group),
      onChange: (group) => set({ sub_group_by: group }),
    }),
    choice({
      id: 'order',
      label: t('display.order'),
      icon: <ArrowUpDown />,
      value: options.order_by.find((order) => splitOrder(order).key === sortedBy) ?? null,
      options: options.order_by.filter(isOrderOn),
      wordOf: (order) => (order === null ? '' : orderName(order)),
      onChange: (order) => order !== null && set({ order_by: order }),
    }),
    choice({
      id: 'direction',
      label: t('display.direction'),
      icon: splitOrder(order).descending ? <ArrowDownWideNarrow /> : <ArrowUpNarrowWide />,
      value: order,
      options:
        options.order_by.length === 0 || sortedBy === 'sort_order'
          ? [order]
          : [order, reverseOrder(order)].toSorted(),
      wordOf: (one) => (one === null ? '' : sortDirectionName(one)),
      onChange: (one) => one !== null && set({ order_by: one }),
    }),
    choice({
      id: 'show',
      label: t('display.show'),
      icon: <Eye />,
      value: type,
      // Drafts are never in progress, so drafts have no options for active or backlog items.
      options: isDraftsScope(scope) ? [type] : ([null, 'active', 'backlog'] as const),
      wordOf: (one) => t(`display.type.${one ?? 'all'}`),
      onChange: (one) => set({ type: one }),
    }),
  ].filter(({ options: offered }) => offered.length > 1)
}

function orderName(order: SelectableOrder): string {
  const name = sortedPropertyOf(order)
  const property = name && findProperty(name)
  return property ? t(`properties.${property.name}`) : t('display.orders.sort_order')
}

/** Returns the name of the property that items are grouped by. */
function groupingName(setting: SelectableGrouping): string {
  const name = propertyOfSetting(setting)
  const property = name && findProperty(name)
  return property ? t(`properties.${property.name}`) : setting
}

function propertyOfSetting(setting: SelectableGrouping | null): PropertyName | undefined {
  // In teamspaces, the setting `team_project` groups items by project.
  if (setting === 'team_project') return 'project'
  return setting === null ? undefined : findPropertyName(({ group }) => group?.setting === setting)
}
