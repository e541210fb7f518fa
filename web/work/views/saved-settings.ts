import { type ViewSettings, withDefaultUserProperties } from '#common/work/user-properties/rules.ts'
import { isSameJson } from '../../platform/sync/is-same-json.ts'
import { type RichFilters, splitFilters } from '../listing/rich-filters.ts'

/** The display settings of a view, without its filters. */
export type DisplaySettings = Pick<ViewSettings, 'display_filters' | 'display_properties'>

/** Returns the display settings of a view. Adds defaults for settings that other API clients have omitted. */
export function withDefaultDisplaySettings(view: DisplaySettings): DisplaySettings {
  const { display_filters, display_properties } = withDefaultUserProperties(view)
  return { display_filters, display_properties }
}

/** Compares filters by their parts, so that a single filter equals an `and` with only that filter. */
export function areSameFilters(one: RichFilters, other: RichFilters): boolean {
  return isSameJson(splitFilters(one), splitFilters(other))
}
