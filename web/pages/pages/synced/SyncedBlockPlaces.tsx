import { atom, useAtomValue } from 'jotai'
import { useCallback, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { syncedBlockHash } from '#common/documents/content/synced-blocks.ts'
import type { BackLink, SyncedBlock } from '#common/pages/pages/schema.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { request } from '../../../platform/app/sync.ts'
import type { SyncedPlacesProps } from '../../../platform/shell/feature.ts'
import { useLoadState } from '../../../platform/shell/use-load-state.ts'
import { currentSlug } from '../../../platform/shell/workspace.ts'
import { MenuItem } from '../../../platform/ui/MenuItem.tsx'
import { VisitedIcon } from '../../recent-visits/VisitedIcon.tsx'
import { visitedEntityOf } from '../../recent-visits/visited-entity.ts'
import { pagePath } from '../paths.ts'

/** Menu items that lead to the original of a synced block, and to the texts that refer to it. */
export function SyncedBlockPlaces({ reference: { page, block } }: SyncedPlacesProps) {
  const { t } = useTranslation()
  const [found, setFound] = useState<SyncedBlock | null>(null)
  const { status, retry } = useLoadState(
    useCallback(async () => {
      const params = { slug: currentSlug(), page_id: page, block_id: block }
      setFound(await request('getSyncedBlock', { params, query: { places: 'true' } }))
    }, [page, block]),
  )
  if (status === 'no_access') return <MenuItem disabled>{t('editor.synced.hidden')}</MenuItem>
  if (status === 'error') return <MenuItem onSelect={retry}>{t('ui.retry')}</MenuItem>
  if (found === null) return <MenuItem disabled>{t('ui.loading')}</MenuItem>
  const { page: original, places } = found
  const path = `${pagePath(original.project_id, original.id)}#${syncedBlockHash(block)}`
  return (
    <>
      <MenuItem link={<Link to={path} />} hint={t('editor.synced.original')}>
        {original.name || t('pages.untitled')}
      </MenuItem>
      {places?.map((place) => (
        <PlaceItem key={place.entity_data.id} place={place} />
      ))}
      {places?.length === 0 && <MenuItem disabled>{t('editor.synced.noPlaces')}</MenuItem>}
    </>
  )
}

function PlaceItem({ place }: { place: BackLink }) {
  const { t } = useTranslation()
  const { to, icon, name, hint } = useAtomValue(
    useMemo(() => atom((get) => visitedEntityOf(get, place)), [place]),
  )
  return (
    <MenuItem
      icon={<VisitedIcon icon={icon} name={name} />}
      link={<Link to={`/${currentSlug()}${to}`} />}
      hint={place.entity_name === 'issue' ? hint : undefined}
    >
      {name || t('pages.untitled')}
    </MenuItem>
  )
}
