import { useAtomValue } from 'jotai'
import { type ReactNode, useMemo } from 'react'
import { useNavigate } from 'react-router'
import type { ViewRow } from '#common/work/views/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { FavoriteButton } from '../../organization/favorites/FavoriteButton.tsx'
import { clockAtom } from '../../platform/person/today.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { NoAccessState } from '../../platform/ui/NoAccessState.tsx'
import { lazyPeekPanel } from '../detail/lazy-peek-panel.ts'
import { ItemsScreen } from '../listing/ItemsScreen.tsx'
import type { ListingScope } from '../listing/scopes.ts'
import { useCanCreateView, viewRightsAtom } from './atoms.ts'
import { viewListPath } from './paths.ts'
import { SaveAsNewViewButton } from './SaveAsNewViewButton.tsx'
import { listingScopeOfView } from './scope.ts'
import { type UnsavedViewSettings, useUnsavedViewSettings } from './use-unsaved-view-settings.ts'
import { ViewMenu } from './ViewMenu.tsx'
import { ViewStatusIcons } from './ViewStatusIcons.tsx'

interface ViewScreenProps {
  view: ViewRow
  /** The list of items that the view filters. */
  within: ListingScope
  crumbs: ReactNode
  tabs?: ReactNode
}

/** The work items of a view. Changes to filters and display are private to the user until they are saved. */
export function ViewScreen({ view, within, crumbs, tabs }: ViewScreenProps) {
  const navigate = useNavigate()
  const clock = useAtomValue(clockAtom)
  const { id, filters } = view
  const scope = useMemo(
    () => listingScopeOfView({ id, filters }, within, clock),
    [id, filters, within, clock],
  )
  const copy = useUnsavedViewSettings(view, scope)
  return (
    <ItemsScreen
      scope={scope}
      settings={copy.settings}
      peek={lazyPeekPanel}
      title={view.name}
      crumbs={crumbs}
      tabs={tabs}
      actions={
        <span className="flex items-center gap-1.5">
          <ViewStatusIcons view={view} />
          <FavoriteButton thing={{ type: 'view', ...view }} />
          <ViewMenu view={view} onDelete={() => void navigate(viewListPath(view))} />
        </span>
      }
      saving={copy.isChanged && <Changes view={view} copy={copy} />}
      canClear={!copy.isChanged}
      noAccess={() => <NoAccessState />}
    />
  )
}

function Changes({ view, copy }: { view: ViewRow; copy: UnsavedViewSettings }) {
  const { t } = useTranslation()
  const { edit } = useAtomValue(viewRightsAtom(view.id))
  const teamspaceId = view.teamspace_id
  const canCreate = useCanCreateView(view.project_id, teamspaceId)
  return (
    <>
      <Button size="sm" variant="ghost" onClick={copy.reset}>
        {t('views.reset')}
      </Button>
      {edit && (
        <Button size="sm" onClick={() => void copy.save()}>
          {t('views.save')}
        </Button>
      )}
      {!edit && canCreate && (
        <SaveAsNewViewButton
          button={{ size: 'sm', variant: 'ghost', children: t('views.saveAsNew') }}
          projectId={view.project_id}
          teamspaceId={teamspaceId}
          settings={copy.unsavedSettings}
          onCreated={copy.reset}
        />
      )}
    </>
  )
}
