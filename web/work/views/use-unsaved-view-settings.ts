import { atom, useAtom } from 'jotai'
import { atomFamily } from 'jotai-family'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import {
  createDefaultUserProperties,
  mergeUserProperties,
  type UserViewSettingsChange,
  type ViewSettings,
} from '#common/work/user-properties/rules.ts'
import type { ViewRow } from '#common/work/views/schema.ts'
import { isSameJson } from '../../platform/sync/is-same-json.ts'
import { offeredDisplayFilters } from '../listing/display.ts'
import { type ActiveViewSettings, parseFiltersFromUrl } from '../listing/filters.ts'
import type { RichFilters } from '../listing/rich-filters.ts'
import type { ListingScope } from '../listing/scopes.ts'
import { saveView } from './actions.ts'
import { areSameFilters, type DisplaySettings, withDefaultDisplaySettings } from './saved-settings.ts'

/**
 * Unsaved display settings by view id. The value is null while the settings equal those of the saved view.
 */
const copyAtom = atomFamily((_view: string) => atom<DisplaySettings | null>(null))
/** Collapsed groups of a view, which belong to the preferences of the user and are not saved with the view. */
const preferencesAtom = atomFamily((_view: string) => atom(createDefaultUserProperties().preferences))

export interface UnsavedViewSettings {
  settings: ActiveViewSettings
  isChanged: boolean
  /** The current settings of the screen, which `save` stores in the view. */
  unsavedSettings: ViewSettings
  reset: () => void
  save: () => Promise<void>
}

/**
 * Returns the settings of a view with the user's unsaved changes. The changed filters are in the URL, and the
 * changed display settings are in memory. Until the user changes something, the settings follow the saved view.
 */
export function useUnsavedViewSettings(
  view: ViewRow,
  { kind, properties }: ListingScope,
): UnsavedViewSettings {
  const [search, setSearch] = useSearchParams()
  const [copy, setCopy] = useAtom(copyAtom(view.id))
  const [preferences, setPreferences] = useAtom(preferencesAtom(view.id))
  const [isSaving, setSaving] = useState(false)
  const sent = search.get('filters')
  const saved = useMemo(() => withDefaultDisplaySettings(view), [view])
  const filters = useMemo(
    () => (sent === null ? view.rich_filters : parseFiltersFromUrl(sent)),
    [sent, view.rich_filters],
  )
  const otherFilters = sent !== null && !areSameFilters(filters, view.rich_filters)
  const otherDisplay = copy !== null && !isSameJson(copy, saved)

  const write = useCallback(
    (next: RichFilters | null) =>
      setSearch(
        (now) => {
          if (next === null) now.delete('filters')
          else now.set('filters', JSON.stringify(next))
          return now
        },
        { replace: true },
      ),
    [setSearch],
  )
  // Discard changes that equal the saved view. Do not discard them while they are being saved, because the
  // server can still reject them.
  useEffect(() => {
    if (isSaving) return
    if (sent !== null && !otherFilters) write(null)
    if (copy !== null && !otherDisplay) setCopy(null)
  }, [isSaving, sent, otherFilters, write, copy, otherDisplay, setCopy])

  const current = useMemo(
    () => ({
      ...createDefaultUserProperties(properties.context),
      ...(copy ?? saved),
      rich_filters: view.rich_filters,
      preferences,
    }),
    [properties.context, copy, saved, view.rich_filters, preferences],
  )
  const change = useCallback(
    (next: UserViewSettingsChange) => {
      const after = mergeUserProperties(current, next, properties.context)
      if (next.preferences) setPreferences(after.preferences)
      if (next.display_filters || next.display_properties)
        setCopy({ display_filters: after.display_filters, display_properties: after.display_properties })
    },
    [current, properties.context, setPreferences, setCopy],
  )
  const display = useMemo(
    () => ({
      settings: { ...current, display_filters: offeredDisplayFilters(kind, current.display_filters) },
      change,
    }),
    [current, kind, change],
  )
  const settings = useMemo(() => ({ display, filters, setFilters: write }), [display, filters, write])
  const unsavedSettings = { filters: view.filters, rich_filters: filters, ...(copy ?? saved) }
  return {
    settings,
    isChanged: otherFilters || otherDisplay,
    unsavedSettings,
    reset() {
      write(null)
      setCopy(null)
    },
    async save() {
      setSaving(true)
      await saveView(view, unsavedSettings)
      setSaving(false)
    },
  }
}
