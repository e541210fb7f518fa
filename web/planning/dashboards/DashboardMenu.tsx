import { useAtomValue } from 'jotai'
import { Copy, Link2, MoreHorizontal, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useErrorMessage } from '../../identity/sign-in/use-error-message.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { FavoriteMenuItem } from '../../organization/favorites/FavoriteButton.tsx'
import { getMyId } from '../../platform/person/me.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import type { Dashboard } from '../../platform/sync/tables.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { Menu } from '../../platform/ui/Menu.tsx'
import { MenuItem } from '../../platform/ui/MenuItem.tsx'
import { MenuSeparator } from '../../platform/ui/MenuSeparator.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { deleteDashboard, duplicateDashboard, editDashboard } from './actions.ts'
import { canEditDashboardAtom } from './atoms.ts'
import { DashboardForm } from './DashboardForm.tsx'

interface DashboardMenuProps {
  dashboard: Dashboard
  /** Called before the dashboard is deleted, so that its screen can close. */
  onDelete?: () => void
}

/** Menu with the actions of a dashboard, on its row and on its screen. */
export function DashboardMenu({ dashboard, onDelete }: DashboardMenuProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const errorMessage = useErrorMessage()
  const canEdit = useAtomValue(canEditDashboardAtom(dashboard.id))
  const [isEditing, setEditing] = useState(false)
  const path = `/${currentSlug()}/dashboards/${dashboard.id}`
  const copyLink = async () => {
    await navigator.clipboard.writeText(location.origin + path)
    toast.ok(t('dashboards.linkCopied'))
  }
  const duplicate = async () => {
    try {
      const copy = await duplicateDashboard(dashboard.id)
      if (copy !== null) void navigate(`/${currentSlug()}/dashboards/${copy.id}`)
    } catch (error) {
      toast.error(errorMessage(error))
    }
  }
  return (
    <>
      <Menu
        align="end"
        trigger={
          <IconButton
            label={t('dashboards.actionsFor', { name: dashboard.name })}
            icon={<MoreHorizontal />}
          />
        }
      >
        {canEdit && (
          <MenuItem icon={<Pencil />} onSelect={() => setEditing(true)}>
            {t('dashboards.edit')}
          </MenuItem>
        )}
        <FavoriteMenuItem thing={{ type: 'dashboard', project_id: null, ...dashboard }} />
        <MenuItem icon={<Link2 />} onSelect={() => void copyLink()}>
          {t('dashboards.copyLink')}
        </MenuItem>
        <MenuItem icon={<Copy />} onSelect={() => void duplicate()}>
          {t('dashboards.duplicate')}
        </MenuItem>
        {canEdit && (
          <>
            <MenuSeparator />
            <MenuItem
              danger
              icon={<Trash2 />}
              onSelect={() => {
                onDelete?.()
                void deleteDashboard(dashboard)
              }}
            >
              {t('dashboards.delete')}
            </MenuItem>
          </>
        )}
      </Menu>
      {isEditing && (
        <DashboardForm
          title={t('dashboards.editTitle')}
          submit={t('dashboards.save')}
          startsWith={dashboard}
          canShare={dashboard.owned_by === getMyId()}
          onClose={() => setEditing(false)}
          onSubmit={async ({ name, description, logo_props, access }) => {
            const isOwner = dashboard.owned_by === getMyId()
            void editDashboard(dashboard, { name, description, logo_props, ...(isOwner && { access }) })
            return true
          }}
        />
      )}
    </>
  )
}
