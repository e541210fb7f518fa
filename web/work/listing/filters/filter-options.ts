import { useAtomValue } from 'jotai'
import { noValueGroupName } from '#common/work/listing/keys.ts'
import type { FilterablePropertyName } from '#common/work/listing/properties.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import type { PickerOption } from '../../../platform/ui/picker-options.ts'
import { findProperty, noChoicesAtom } from '../properties/registry.ts'

/** Returns the filter values of a project, or of all the user's projects if `projectId` is null. */
export function useFilterOptions(name: FilterablePropertyName, projectId: string | null): PickerOption[] {
  const { t } = useTranslation()
  const choices = findProperty(name)?.choices
  const known = useAtomValue(
    choices?.filteredIn?.(projectId) ?? choices?.in(projectId ?? '') ?? noChoicesAtom,
  )
  if (choices === undefined) return []
  const { none, optionOf } = choices
  const options = known.map(({ id }) => optionOf(id, projectId))
  return none ? [{ value: noValueGroupName, label: t(none.label), icon: none.icon }, ...options] : options
}
