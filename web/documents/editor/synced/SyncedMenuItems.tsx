import { ExternalLink, MapPin, Repeat2, Trash2, Unlink } from 'lucide-react'
import { Link } from 'react-router'
import type { SyncedReference } from '#common/documents/content/synced-blocks.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { useFeatures } from '../../../platform/shell/feature.ts'
import { LazyComponent } from '../../../platform/ui/LazyComponent.tsx'
import { MenuItem } from '../../../platform/ui/MenuItem.tsx'
import { MenuSeparator } from '../../../platform/ui/MenuSeparator.tsx'
import { MenuSub } from '../../../platform/ui/MenuSub.tsx'
import { copySyncedAddress } from './copy-synced-block.ts'

interface SyncedMenuItemsProps {
  reference: SyncedReference
  /** The address of the page that contains the original. */
  path: string
  isOriginal: boolean
  /** Turns the block into normal blocks. Is undefined if the user may not edit the text around the block. */
  onUnsync: (() => void) | undefined
  onDelete: (() => void) | undefined
}

/** The menu items for a synced block, of the original and of a reference to it. */
export function SyncedMenuItems({ reference, path, isOriginal, onUnsync, onDelete }: SyncedMenuItemsProps) {
  const { t } = useTranslation()
  const part = useFeatures().find(({ syncedBlocks }) => syncedBlocks !== undefined)?.syncedBlocks?.places
  return (
    <>
      <MenuItem icon={<Repeat2 />} onSelect={() => void copySyncedAddress(path, reference.block)}>
        {t('editor.synced.copyAndSync')}
      </MenuItem>
      {!isOriginal && (
        <MenuItem icon={<ExternalLink />} link={<Link to={path} />}>
          {t('editor.synced.openOriginal')}
        </MenuItem>
      )}
      {part && (
        <MenuSub icon={<MapPin />} label={t('editor.synced.places')}>
          <LazyComponent
            part={part}
            props={{ reference }}
            fallback={<MenuItem disabled>{t('ui.loading')}</MenuItem>}
          />
        </MenuSub>
      )}
      {onUnsync && (
        <>
          <MenuSeparator />
          <MenuItem icon={<Unlink />} onSelect={onUnsync}>
            {t('editor.synced.unsync')}
          </MenuItem>
        </>
      )}
      {onDelete && (
        <MenuItem danger icon={<Trash2 />} onSelect={onDelete}>
          {t('editor.block.delete')}
        </MenuItem>
      )}
    </>
  )
}
