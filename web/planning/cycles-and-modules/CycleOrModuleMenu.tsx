import { Archive, ArchiveRestore, Link2, MoreHorizontal, Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { FavoriteMenuItem } from '../../organization/favorites/FavoriteButton.tsx'
import { SubscribeMenuItem } from '../../platform/shell/SubscribeMenuItem.tsx'
import { copyText } from '../../platform/ui/copy-text.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { Menu } from '../../platform/ui/Menu.tsx'
import { MenuItem } from '../../platform/ui/MenuItem.tsx'
import { MenuSeparator } from '../../platform/ui/MenuSeparator.tsx'
import { AnalyzeMenuItem } from '../../work/listing/AnalyzeMenuItem.tsx'
import { openCycleOrModuleForm } from './actions.ts'
import { type CycleOrModuleDefinition, type CycleOrModuleRow, cycleOrModulePath } from './definition.ts'

interface CycleOrModuleMenuProps<Row extends CycleOrModuleRow> {
  definition: CycleOrModuleDefinition<Row>
  row: Row
  onDelete?: (() => void) | undefined
  /** Additional menu entries that only cycles or only modules have. */
  children?: ReactNode
}

/** The menu of actions on a cycle or module, used in the list and on its screen. */
export function CycleOrModuleMenu<Row extends CycleOrModuleRow>({
  definition,
  row,
  onDelete,
  children,
}: CycleOrModuleMenuProps<Row>) {
  const { t } = useTranslation()
  const { table, kind } = definition
  const { id, project_id, name } = row
  const rights = definition.useRights(project_id)
  const address = new URL(cycleOrModulePath(table, row), location.href).href
  return (
    <Menu
      align="end"
      trigger={
        <IconButton className="z-1" label={t(`${table}.actionsOf`, { name })} icon={<MoreHorizontal />} />
      }
    >
      {rights.edit(row) && (
        <MenuItem icon={<Pencil />} onSelect={() => openCycleOrModuleForm(table, { project_id, id })}>
          {t(`${table}.edit`)}
        </MenuItem>
      )}
      <MenuItem icon={<Link2 />} onSelect={() => void copyText(address, t(`${table}.linkCopied`))}>
        {t(`${table}.copyLink`)}
      </MenuItem>
      {row.archived_at === null && (
        <>
          <FavoriteMenuItem thing={{ type: kind, ...row }} />
          <AnalyzeMenuItem projectId={project_id} filters={{ [`${kind}_id`]: id }} />
          <SubscribeMenuItem target={{ kind, id }} />
        </>
      )}
      {children}
      {rights.archive(row) && (
        <MenuItem icon={<Archive />} onSelect={() => void definition.setArchived(row, true)}>
          {t(`${table}.archive`)}
        </MenuItem>
      )}
      {rights.unarchive(row) && (
        <MenuItem icon={<ArchiveRestore />} onSelect={() => void definition.setArchived(row, false)}>
          {t(`${table}.unarchive`)}
        </MenuItem>
      )}
      {rights.delete(row) && (
        <>
          <MenuSeparator />
          <MenuItem
            icon={<Trash2 />}
            danger
            onSelect={() => {
              onDelete?.()
              void definition.remove(row)
            }}
          >
            {t(`${table}.delete`)}
          </MenuItem>
        </>
      )}
    </Menu>
  )
}
