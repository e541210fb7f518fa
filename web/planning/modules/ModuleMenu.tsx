import { Archive, ArchiveRestore, Link2, MoreHorizontal, Pencil, Trash2 } from 'lucide-react'
import type { ModuleRow } from '#common/planning/modules/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { FavoriteMenuItem } from '../../organization/favorites/FavoriteButton.tsx'
import { copyText } from '../../platform/ui/copy-text.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { Menu } from '../../platform/ui/Menu.tsx'
import { MenuItem } from '../../platform/ui/MenuItem.tsx'
import { MenuSeparator } from '../../platform/ui/MenuSeparator.tsx'
import { deleteModule, openModuleForm, setModuleArchived } from './actions.ts'
import { modulePath } from './paths.ts'
import { useModuleRights } from './rights.ts'

/** What can be done with a module as a whole, on its row and on its screen. */
export function ModuleMenu({ module, onDelete }: { module: ModuleRow; onDelete?: () => void }) {
  const { t } = useTranslation()
  const rights = useModuleRights(module.project_id)
  return (
    <Menu
      align="end"
      trigger={
        <IconButton
          className="z-1"
          label={t('modules.actionsOf', { name: module.name })}
          icon={<MoreHorizontal />}
        />
      }
    >
      {rights.edit(module) && (
        <MenuItem
          icon={<Pencil />}
          onSelect={() => openModuleForm({ project_id: module.project_id, id: module.id })}
        >
          {t('modules.edit')}
        </MenuItem>
      )}
      <MenuItem
        icon={<Link2 />}
        onSelect={() =>
          void copyText(new URL(modulePath(module), location.href).href, t('modules.linkCopied'))
        }
      >
        {t('modules.copyLink')}
      </MenuItem>
      {module.archived_at === null && <FavoriteMenuItem thing={{ type: 'module', ...module }} />}
      {rights.archive(module) && (
        <MenuItem icon={<Archive />} onSelect={() => void setModuleArchived(module, true)}>
          {t('modules.archive')}
        </MenuItem>
      )}
      {rights.unarchive(module) && (
        <MenuItem icon={<ArchiveRestore />} onSelect={() => void setModuleArchived(module, false)}>
          {t('modules.unarchive')}
        </MenuItem>
      )}
      {rights.delete(module) && (
        <>
          <MenuSeparator />
          <MenuItem
            icon={<Trash2 />}
            danger
            onSelect={() => {
              onDelete?.()
              void deleteModule(module)
            }}
          >
            {t('modules.delete')}
          </MenuItem>
        </>
      )}
    </Menu>
  )
}
