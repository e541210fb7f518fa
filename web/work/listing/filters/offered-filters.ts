import { useAtomValue } from 'jotai'
import { listSelectableFilters } from '#common/work/listing/options.ts'
import type { FilterablePropertyName } from '#common/work/listing/properties.ts'
import { isPropertyEnabledAtom } from '../properties/enabled-properties.ts'
import type { ListingScope } from '../scopes.ts'

/** Returns the properties that a list offers to filter by. */
export function useOfferedFilters(scope: ListingScope): FilterablePropertyName[] {
  const isOn = useAtomValue(isPropertyEnabledAtom(scope.context.project_id))
  return listSelectableFilters(scope.kind).filter(isOn)
}
