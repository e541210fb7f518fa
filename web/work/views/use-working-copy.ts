import { atom, useAtom } from 'jotai'
import { atomFamily } from 'jotai-family'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import {
  changedProperties,
  freshProperties,
  type LookingAtChange,
  type Looks,
} from '#common/work/user-properties/rules.ts'
import type { ViewRow } from '#common/work/views/schema.ts'
import { isSame } from '../../platform/sync/is-same.ts'
import { offered } from '../listing/display.ts'
import { type LooksInUse, readFilters } from '../listing/filters.ts'
import type { RichFilters } from '../listing/rich-filters.ts'
import type { ListingScope } from '../listing/scopes.ts'
import { saveView } from './actions.ts'
import { type Arranged, areSameFilters, arrangedOf } from './kept.ts'

/** Unsaved display settings by view. Null while they equal the saved ones. */
const copyAtom = atomFamily((_view: string) => atom<Arranged | null>(null))
/** Collapsed groups are a preference of the user and not part of a view. */
const preferencesAtom = atomFamily((_view: string) => atom(freshProperties().preferences))

export interface WorkingCopy {
  looks: LooksInUse
  isChanged: boolean
  /** The settings that would be saved. */
  kept: Looks
  reset: () => void
  save: () => Promise<void>
}

/**
 * The user's unsaved changes to a view. Filters are in the URL, display settings in memory. Without changes, the user sees what the
 * owner saves.
 */
export function useWorkingCopy(view: ViewRow, { kind, properties }: ListingScope): WorkingCopy {
  const [search, setSearch] = useSearchParams()
  const [copy, setCopy] = useAtom(copyAtom(view.id))
  const [preferences, setPreferences] = useAtom(preferencesAtom(view.id))
  const [isSaving, setSaving] = useState(false)
  const sent = search.get('filters')
  const saved = useMemo(() => arrangedOf(view), [view])
  const filters = useMemo(
    () => (sent === null ? view.rich_filters : readFilters(sent)),
    [sent, view.rich_filters],
  )
  const otherFilters = sent !== null && !areSameFilters(filters, view.rich_filters)
  const otherDisplay = copy !== null && !isSame(copy, saved)

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
  // Discard changes that equal the saved view. While saving is in progress they are kept, because the server can still refuse them.
  useEffect(() => {
    if (isSaving) return
    if (sent !== null && !otherFilters) write(null)
    if (copy !== null && !otherDisplay) setCopy(null)
  }, [isSaving, sent, otherFilters, write, copy, otherDisplay, setCopy])

  const looking = useMemo(
    () => ({
      ...freshProperties(properties.context),
      ...(copy ?? saved),
      rich_filters: view.rich_filters,
      preferences,
    }),
    [properties.context, copy, saved, view.rich_filters, preferences],
  )
  const change = useCallback(
    (next: LookingAtChange) => {
      const after = changedProperties(looking, next, properties.context)
      if (next.preferences) setPreferences(after.preferences)
      if (next.display_filters || next.display_properties)
        setCopy({ display_filters: after.display_filters, display_properties: after.display_properties })
    },
    [looking, properties.context, setPreferences, setCopy],
  )
  const display = useMemo(
    () => ({
      looking: { ...looking, display_filters: offered(kind, looking.display_filters) },
      change,
    }),
    [looking, kind, change],
  )
  const looks = useMemo(() => ({ display, filters, setFilters: write }), [display, filters, write])
  const kept = { filters: view.filters, rich_filters: filters, ...(copy ?? saved) }
  return {
    looks,
    isChanged: otherFilters || otherDisplay,
    kept,
    reset() {
      write(null)
      setCopy(null)
    },
    async save() {
      setSaving(true)
      await saveView(view, kept)
      setSaving(false)
    },
  }
}
