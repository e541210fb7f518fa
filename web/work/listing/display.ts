import { atom, useAtomValue } from 'jotai'
import { atomFamily } from 'jotai-family'
import { useCallback, useMemo } from 'react'
import { layoutOptions } from '#common/work/listing/options.ts'
import {
  findPropertyName,
  getDisplaySetting,
  type PropertyName,
  propertyNames,
} from '#common/work/listing/properties.ts'
import type { DisplayFilters, Grouping } from '#common/work/listing/view-settings.ts'
import {
  createDefaultUserProperties,
  isCycleOrModuleScreen,
  isProjectScreen,
  mergeUserProperties,
  teamspaceScreen,
  type UserViewSettings,
  type UserViewSettingsChange,
} from '#common/work/user-properties/rules.ts'
import type { UserPropertiesRow } from '#common/work/user-properties/schema.ts'
import { mutate, store, tables } from '../../platform/app/sync.ts'
import { newUserPropertiesRow } from '../../platform/shell/new-properties.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { isPropertyEnabledAtom } from './properties/enabled-properties.ts'
import type { ListingScope } from './scopes.ts'

type ScopeProperties = ListingScope['properties']

/**
 * The user's preferences for a list, such as the items of a cycle. The key is `context:context_id`. The
 * value is undefined until the user changes a preference.
 */
const propertiesAtom = atomFamily((key: string) =>
  atom((get) => get(tables.user_properties.allAtom).find((row) => keyOf(row) === key)),
)

function keyOf({ context, context_id }: Pick<UserPropertiesRow, 'context' | 'context_id'>): string {
  return `${context}:${context_id}`
}

export interface ListingDisplaySettings {
  settings: UserViewSettings
  change: (change: UserViewSettingsChange) => void
}

/**
 * Returns the display settings that the user chose for a list, shared by all tabs of the user. A layout that
 * the list does not offer falls back to another one.
 */
export function useListingDisplaySettings({ kind, properties }: ListingScope): ListingDisplaySettings {
  const known = useAtomValue(propertiesAtom(keyOf(properties)))
  const settings = useMemo(() => {
    const chosen = known ?? createDefaultUserProperties(properties.context)
    return { ...chosen, display_filters: offeredDisplayFilters(kind, chosen.display_filters) }
  }, [known, kind, properties])
  const change = useCallback(
    (next: UserViewSettingsChange) => void changeDisplaySettings(properties, next),
    [properties],
  )
  return useMemo(() => ({ settings, change }), [settings, change])
}

/**
 * Returns the display settings without properties that are switched off in the project or not offered by the
 * list, and without grouping by them.
 */
export function useDisplaySettingsForEnabledFeatures(
  { kind, context }: ListingScope,
  display: ListingDisplaySettings,
): ListingDisplaySettings {
  const isOn = useAtomValue(isPropertyEnabledAtom(context.project_id))
  return useMemo(() => {
    const { settings } = display
    const isAvailable = (name: PropertyName) => isOn(name) && isOffered(kind, name)
    const off = propertyNames.flatMap((name) => (isAvailable(name) ? [] : (getDisplaySetting(name) ?? [])))
    const display_properties = {
      ...settings.display_properties,
      ...Object.fromEntries(off.map((name) => [name, false])),
    }
    const display_filters = withEnabledGroups(kind, settings.display_filters, isOn)
    return { ...display, settings: { ...settings, display_properties, display_filters } }
  }, [kind, display, isOn])
}

/** Returns whether some layout of the scope shows the property. */
function isOffered(kind: ListingScope['kind'], name: PropertyName): boolean {
  return Object.values(layoutOptions[kind]).some(({ properties }) => properties.includes(name))
}

/**
 * If a list is grouped by a disabled property, groups it by the first grouping that the layout offers. If
 * its lanes show a disabled property, removes the lanes.
 */
function withEnabledGroups(
  kind: ListingScope['kind'],
  display: DisplayFilters,
  isOn: (name: PropertyName) => boolean,
): DisplayFilters {
  const isOff = (setting: Grouping | null) => {
    const name = findPropertyName(({ group }) => setting !== null && group?.setting === setting)
    return name !== undefined && !isOn(name)
  }
  const { group_by, sub_group_by, layout } = display
  if (!isOff(group_by) && !isOff(sub_group_by)) return display
  return {
    ...display,
    group_by: isOff(group_by) ? (layoutOptions[kind][layout]?.group_by[0] ?? null) : group_by,
    sub_group_by: isOff(sub_group_by) ? null : sub_group_by,
  }
}

/**
 * If the list does not offer the chosen layout, uses the list layout or the spreadsheet instead. If the
 * layout does not offer the chosen grouping, uses the first grouping that it offers.
 */
export function offeredDisplayFilters(kind: ListingScope['kind'], display: DisplayFilters): DisplayFilters {
  const layouts = layoutOptions[kind]
  const layout = layouts[display.layout]
    ? display.layout
    : (['list', 'spreadsheet'] as const).find((one) => layouts[one])
  const options = layout && layouts[layout]
  if (!layout || !options) return display
  const chosen = options.group_by.find((one) => one === display.group_by)
  const group_by = chosen === undefined ? (options.group_by[0] ?? null) : chosen
  return { ...display, layout, group_by }
}

export async function changeDisplaySettings(
  scopeProperties: ScopeProperties,
  change: UserViewSettingsChange,
): Promise<void> {
  const known = store.get(propertiesAtom(keyOf(scopeProperties)))
  const row = known ?? newUserPropertiesRow(scopeProperties)
  const after: UserPropertiesRow = { ...row, ...mergeUserProperties(row, change, scopeProperties.context) }
  const parts = Object.keys(change) as (keyof UserViewSettingsChange)[]
  const fields = known === undefined ? after : Object.fromEntries(parts.map((part) => [part, after[part]]))
  const changes = [
    { entity: 'user_properties', id: row.id, op: known === undefined ? 'create' : 'update', fields } as const,
  ]
  const slug = currentSlug()
  const body = { id: row.id, ...change }
  const { context, context_id } = scopeProperties
  const queueKey = row.id
  if (isCycleOrModuleScreen(context)) {
    const project_id = tables[`${context}s`].get(context_id)?.project_id ?? ''
    const rest = { changes, answerTable: 'user_properties' as const, queueKey }
    await (context === 'cycle'
      ? mutate({
          call: 'updateCycleUserProperties',
          input: { params: { slug, project_id, cycle_id: context_id }, body },
          ...rest,
        })
      : mutate({
          call: 'updateModuleUserProperties',
          input: { params: { slug, project_id, module_id: context_id }, body },
          ...rest,
        }))
    return
  }
  if (context === teamspaceScreen) {
    await mutate({
      call: 'updateTeamspaceUserProperties',
      input: { params: { slug, teamspace_id: context_id }, body },
      changes,
      answerTable: 'user_properties',
      queueKey,
    })
    return
  }
  await (isProjectScreen(context)
    ? mutate({
        call: 'updateUserProperties',
        input: { params: { slug, project_id: context_id }, query: { context }, body },
        changes,
        answerTable: 'user_properties',
        queueKey,
      })
    : mutate({
        call: 'updateWorkspaceUserProperties',
        input: { params: { slug }, query: { context }, body },
        changes,
        answerTable: 'user_properties',
        queueKey,
      }))
}
