import { type Atom, useAtomValue } from 'jotai'
import { noValueGroupName } from '#common/work/listing/keys.ts'
import type { FilterablePropertyName } from '#common/work/listing/properties.ts'
import { t, useTranslation } from '../../../locales/i18n.ts'
import { store } from '../../../platform/app/sync.ts'
import type { PickerOption } from '../../../platform/ui/picker-options.ts'
import { findProperty, noChoicesAtom } from '../properties/registry.ts'

/**
 * Returns the values of a property that users can filter by: the values in a project, or in all the user's
 * projects if `projectId` is null.
 */
export function useFilterOptions(name: FilterablePropertyName, projectId: string | null): PickerOption[] {
  useTranslation()
  return optionsOf(name, projectId, useAtomValue(choicesAtom(name, projectId)))
}

/** Returns the same values as `useFilterOptions`, for code outside of React components. */
export function getFilterOptions(name: FilterablePropertyName, projectId: string | null): PickerOption[] {
  return optionsOf(name, projectId, store.get(choicesAtom(name, projectId)))
}

type Choices = readonly { id: string }[]

function choicesAtom(name: FilterablePropertyName, projectId: string | null): Atom<Choices> {
  const choices = findProperty(name)?.choices
  return choices?.filteredIn?.(projectId) ?? choices?.in(projectId ?? '') ?? noChoicesAtom
}

function optionsOf(name: FilterablePropertyName, projectId: string | null, known: Choices): PickerOption[] {
  const choices = findProperty(name)?.choices
  if (choices === undefined) return []
  const { none, optionOf } = choices
  const options = known.map(({ id }) => optionOf(id, projectId))
  return none ? [{ value: noValueGroupName, label: t(none.label), icon: none.icon }, ...options] : options
}
