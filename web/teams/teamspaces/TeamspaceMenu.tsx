import { useAtomValue } from 'jotai'
import { Link2, LogOut, MoreHorizontal, Pencil, Trash2, UserRoundPlus } from 'lucide-react'
import { useState } from 'react'
import type { TeamspaceRow } from '#common/organization/teamspaces/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { FavoriteMenuItem } from '../../organization/favorites/FavoriteButton.tsx'
import {
  deleteTeamspace,
  editTeamspace,
  joinTeamspace,
  leaveTeamspace,
} from '../../organization/teamspaces/actions.ts'
import { teamspaceRightsAtom } from '../../organization/teamspaces/atoms.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { AlertDialog } from '../../platform/ui/AlertDialog.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { Menu } from '../../platform/ui/Menu.tsx'
import { MenuItem } from '../../platform/ui/MenuItem.tsx'
import { MenuSeparator } from '../../platform/ui/MenuSeparator.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { TeamspaceForm } from './TeamspaceForm.tsx'

interface TeamspaceMenuProps {
  team: TeamspaceRow
  /** Called before the teamspace is deleted, so that its screen can close. */
  onDelete?: () => void
}

/** Menu with the actions of a teamspace, on its row and on its screens. */
export function TeamspaceMenu({ team, onDelete }: TeamspaceMenuProps) {
  const { t } = useTranslation()
  const rights = useAtomValue(teamspaceRightsAtom(team.id))
  const [isEditing, setEditing] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const { name, logo_props, access } = team
  const copyLink = async () => {
    await navigator.clipboard.writeText(`${location.origin}/${currentSlug()}/teamspaces/${team.id}`)
    toast.ok(t('teamspaces.linkCopied'))
  }
  return (
    <>
      <Menu
        align="end"
        trigger={<IconButton label={t('teamspaces.actionsFor', { name })} icon={<MoreHorizontal />} />}
      >
        {rights.manage && (
          <MenuItem icon={<Pencil />} onSelect={() => setEditing(true)}>
            {t('teamspaces.edit')}
          </MenuItem>
        )}
        <FavoriteMenuItem thing={{ type: 'teamspace', id: team.id, project_id: null, name, logo_props }} />
        <MenuItem icon={<Link2 />} onSelect={() => void copyLink()}>
          {t('teamspaces.copyLink')}
        </MenuItem>
        {rights.join && (
          <MenuItem icon={<UserRoundPlus />} onSelect={() => void joinTeamspace(team)}>
            {t('teamspaces.join')}
          </MenuItem>
        )}
        {rights.leave && (
          <MenuItem
            icon={<LogOut />}
            onSelect={() => (access === 0 ? setLeaving(true) : void leaveTeamspace(team))}
          >
            {t('teamspaces.leave')}
          </MenuItem>
        )}
        {rights.manage && (
          <>
            <MenuSeparator />
            <MenuItem
              danger
              icon={<Trash2 />}
              onSelect={() => {
                onDelete?.()
                void deleteTeamspace(team)
              }}
            >
              {t('teamspaces.delete')}
            </MenuItem>
          </>
        )}
      </Menu>
      <AlertDialog
        open={isLeaving}
        onOpenChange={setLeaving}
        title={t('teamspaces.leaveTitle', { name })}
        text={t('teamspaces.leaveText')}
        confirmLabel={t('teamspaces.leave')}
        danger
        onConfirm={() => leaveTeamspace(team)}
      />
      {isEditing && (
        <TeamspaceForm
          title={t('teamspaces.editTitle')}
          submit={t('teamspaces.save')}
          startsWith={fieldsOf(team)}
          onClose={() => setEditing(false)}
          onSubmit={async (fields) => {
            void editTeamspace(team, fields)
            return true
          }}
        />
      )}
    </>
  )
}

function fieldsOf(team: TeamspaceRow) {
  const { name, description, logo_props, access, lead_id, member_ids, project_ids } = team
  return { name, description, logo_props, access, lead_id, member_ids, project_ids }
}
