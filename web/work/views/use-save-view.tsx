import type { ReactNode } from 'react'
import { createDefaultUserProperties } from '#common/work/user-properties/rules.ts'
import { useTranslation } from '../../locales/i18n.ts'
import type { ActiveViewSettings } from '../listing/filters.ts'
import { combineFilters, hasNoFilters } from '../listing/rich-filters.ts'
import type { ListingScope } from '../listing/scopes.ts'
import { useCanCreateView } from './atoms.ts'
import { SaveAsNewViewButton } from './SaveAsNewViewButton.tsx'

/**
 * Returns the button that saves the filters of a scope as a view. Returns null if there are no filters or if
 * the user may not create views.
 */
export function useSaveView(scope: ListingScope, { display, filters }: ActiveViewSettings): ReactNode {
  const { t } = useTranslation()
  const projectId = scope.context.project_id
  const teamspaceId = scope.kind === 'team' ? scope.properties.context_id : null
  const canCreate = useCanCreateView(projectId, teamspaceId)
  if (!canCreate || hasNoFilters(filters)) return null
  const { display_filters, display_properties } = display.settings
  return (
    <SaveAsNewViewButton
      hasShortcut
      button={{ size: 'sm', variant: 'ghost', children: t('views.saveView') }}
      projectId={projectId}
      teamspaceId={teamspaceId}
      settings={{
        filters: createDefaultUserProperties().filters,
        rich_filters: combineFilters(scope.own, filters),
        display_filters,
        display_properties,
      }}
    />
  )
}
