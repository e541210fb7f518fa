import { useAtomValue } from 'jotai'
import { layoutOptions, type OfferedGrouping, type OfferedOrder } from '#common/listing/options.ts'
import { type PropertyName, propertyWhere } from '#common/listing/properties.ts'
import type { DisplayFilters } from '#common/user-properties/rules.ts'
import { t, useTranslation } from '../../locales/i18n.ts'
import { Switch } from '../../ui/Switch.tsx'
import type { Display } from '../display.ts'
import { propertyNamed } from '../properties/registry.ts'
import { isSwitchedOnAtom } from '../properties/switched.ts'
import type { ListingScope } from '../scopes.ts'
import { Choice } from './Choice.tsx'
import { PropertyToggles } from './PropertyToggles.tsx'

export interface DisplayPanelProps {
  scope: ListingScope
  display: Display
}

/** What the open display menu shows, which loads it: what the layout can do in this scope, and nothing else. */
export function DisplayPanel({ scope, display }: DisplayPanelProps) {
  const { t } = useTranslation()
  const { looking, change } = display
  const { layout, group_by, sub_group_by, order_by, type, sub_issue, show_empty_groups, calendar } =
    looking.display_filters
  const options = layoutOptions[scope.kind][layout]
  const isOn = useAtomValue(isSwitchedOnAtom(scope.context.project_id))
  if (options === undefined) return null
  const isGroupOn = (group: OfferedGrouping | null) => {
    const name = propertyOfSetting(group)
    return name === undefined || isOn(name)
  }
  const isOrderOn = (choice: OfferedOrder) => {
    const name = propertyWhere(({ order }) => order?.choice === choice)
    return name === undefined || isOn(name)
  }
  const set = (next: Partial<DisplayFilters>) => change({ display_filters: next })
  const isBoard = layout === 'kanban'
  return (
    <>
      <div className="flex flex-col gap-2 p-3">
        <Choice
          label={t(isBoard ? 'display.group' : 'display.groupList')}
          value={options.group_by.find((one) => one === group_by) ?? null}
          options={options.group_by.filter(isGroupOn)}
          wordOf={(group) => (group === null ? t('display.noGroups') : groupWord(group))}
          onChange={(group) => set({ group_by: group })}
        />
        <Choice
          label={t('display.lanes')}
          value={options.sub_group_by.find((one) => one === sub_group_by) ?? null}
          options={options.sub_group_by.filter((group) => group !== group_by && isGroupOn(group))}
          wordOf={(group) => (group === null ? t('display.noLanes') : groupWord(group))}
          onChange={(group) => set({ sub_group_by: group })}
        />
        <Choice
          label={t('display.order')}
          value={options.order_by.find((order) => order === order_by) ?? null}
          options={options.order_by.filter(isOrderOn)}
          wordOf={(order) => (order === null ? '' : t(`display.orders.${order}`))}
          onChange={(order) => order !== null && set({ order_by: order })}
        />
        <Choice
          label={t('display.show')}
          value={type}
          options={[null, 'active', 'backlog']}
          wordOf={(one) => t(`display.type.${one ?? 'all'}`)}
          onChange={(one) => set({ type: one })}
        />
      </div>
      {(options.sub_issue || options.show_empty_groups) && (
        <div className="flex flex-col gap-2.5 border-t border-line p-3">
          {options.sub_issue && (
            <Switch checked={sub_issue} onChange={(checked) => set({ sub_issue: checked })}>
              {t('display.subItems')}
            </Switch>
          )}
          {layout === 'calendar' && (
            <Switch
              checked={calendar.show_weekends}
              onChange={(show_weekends) => set({ calendar: { ...calendar, show_weekends } })}
            >
              {t('display.weekends')}
            </Switch>
          )}
          {options.show_empty_groups && group_by !== null && (
            <Switch checked={show_empty_groups} onChange={(checked) => set({ show_empty_groups: checked })}>
              {t('display.emptyGroups')}
            </Switch>
          )}
        </div>
      )}
      <PropertyToggles
        offered={options.properties.filter(isOn)}
        shown={looking.display_properties}
        onChange={(shown) => change({ display_properties: shown })}
      />
    </>
  )
}

/** Groups go by the name of what they are made by. */
function groupWord(setting: OfferedGrouping): string {
  const name = propertyOfSetting(setting)
  const property = name && propertyNamed(name)
  return property ? t(`properties.${property.name}`) : setting
}

function propertyOfSetting(setting: OfferedGrouping | null): PropertyName | undefined {
  return setting === null ? undefined : propertyWhere(({ group }) => group?.setting === setting)
}
