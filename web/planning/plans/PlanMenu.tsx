import { Archive, ArchiveRestore, Link2, MoreHorizontal, Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { FavoriteMenuItem } from '../../organization/favorites/FavoriteButton.tsx'
import { copyText } from '../../platform/ui/copy-text.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { Menu } from '../../platform/ui/Menu.tsx'
import { MenuItem } from '../../platform/ui/MenuItem.tsx'
import { MenuSeparator } from '../../platform/ui/MenuSeparator.tsx'
import { openPlanForm } from './actions.ts'
import { type PlanRow, type PlanType, planPath } from './plan-type.ts'

interface PlanMenuProps<Row extends PlanRow> {
  type: PlanType<Row>
  plan: Row
  onDelete?: (() => void) | undefined
  /** Additional menu entries that only cycles or only modules have. */
  children?: ReactNode
}

/** The menu of actions on a cycle or module, used in the list and on its screen. */
export function PlanMenu<Row extends PlanRow>({ type, plan, onDelete, children }: PlanMenuProps<Row>) {
  const { t } = useTranslation()
  const { table, kind } = type
  const { id, project_id, name } = plan
  const rights = type.useRights(project_id)
  const address = new URL(planPath(table, plan), location.href).href
  return (
    <Menu
      align="end"
      trigger={
        <IconButton className="z-1" label={t(`${table}.actionsOf`, { name })} icon={<MoreHorizontal />} />
      }
    >
      {rights.edit(plan) && (
        <MenuItem icon={<Pencil />} onSelect={() => openPlanForm(table, { project_id, id })}>
          {t(`${table}.edit`)}
        </MenuItem>
      )}
      <MenuItem icon={<Link2 />} onSelect={() => void copyText(address, t(`${table}.linkCopied`))}>
        {t(`${table}.copyLink`)}
      </MenuItem>
      {plan.archived_at === null && <FavoriteMenuItem thing={{ type: kind, ...plan }} />}
      {children}
      {rights.archive(plan) && (
        <MenuItem icon={<Archive />} onSelect={() => void type.setArchived(plan, true)}>
          {t(`${table}.archive`)}
        </MenuItem>
      )}
      {rights.unarchive(plan) && (
        <MenuItem icon={<ArchiveRestore />} onSelect={() => void type.setArchived(plan, false)}>
          {t(`${table}.unarchive`)}
        </MenuItem>
      )}
      {rights.delete(plan) && (
        <>
          <MenuSeparator />
          <MenuItem
            icon={<Trash2 />}
            danger
            onSelect={() => {
              onDelete?.()
              void type.remove(plan)
            }}
          >
            {t(`${table}.delete`)}
          </MenuItem>
        </>
      )}
    </Menu>
  )
}
