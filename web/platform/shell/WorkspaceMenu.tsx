import { useAtomValue } from 'jotai'
import { Check, ChevronDown, Plus, Settings, UserPlus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { WorkspaceResponse } from '#common/organization/workspaces/schema.ts'
import { role } from '#common/platform/roles.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { request, tables } from '../app/sync.ts'
import { canCreateWorkspacesAtom, loadInstancePermissions } from '../person/instance-admin.ts'
import { workspaceRoleAtom } from '../person/roles.ts'
import { RequestError } from '../sync/http.ts'
import { Menu } from '../ui/Menu.tsx'
import { MenuGroup } from '../ui/MenuGroup.tsx'
import { MenuItem } from '../ui/MenuItem.tsx'
import { MenuSeparator } from '../ui/MenuSeparator.tsx'
import { WorkspaceLogo } from './WorkspaceLogo.tsx'
import { workspaceAtom } from './workspace.ts'

/** The menu to switch between the user's workspaces. */
export function WorkspaceMenu() {
  const { t } = useTranslation()
  const { id, slug } = useAtomValue(workspaceAtom)
  const workspace = useAtomValue(tables.workspaces.rowAtom(id ?? ''))
  const workspaceRole = useAtomValue(workspaceRoleAtom)
  const [open, setOpen] = useState(false)
  const others = useWorkspaces(open)
  const mayCreate = useAtomValue(canCreateWorkspacesAtom)
  return (
    <Menu
      open={open}
      onOpenChange={setOpen}
      asWide
      trigger={
        <button
          type="button"
          className="flex h-8 min-w-0 flex-1 items-center gap-2 rounded-sm px-2 text-ui-start font-strong text-text hover:bg-hover coarse:h-touch"
        >
          <WorkspaceLogo logo={workspace?.logo_url} />
          <span className="truncate">{workspace?.name}</span>
          <ChevronDown className="shrink-0 text-icon-faint" aria-hidden />
        </button>
      }
    >
      <MenuGroup label={t('shell.workspaces')}>
        {others.map((each) => (
          <MenuItem
            key={each.id}
            icon={<WorkspaceLogo logo={each.logo_url} />}
            hint={each.slug === slug ? <Check aria-label={t('shell.current')} /> : undefined}
            link={<Link to={`/${each.slug}`} />}
          >
            {each.name}
          </MenuItem>
        ))}
      </MenuGroup>
      {(mayCreate || workspaceRole === role.admin) && <MenuSeparator />}
      {mayCreate && (
        <MenuItem icon={<Plus />} link={<Link to="/create-workspace" />}>
          {t('shell.createWorkspace')}
        </MenuItem>
      )}
      {workspaceRole === role.admin && (
        <MenuItem icon={<Settings />} link={<Link to={`/${slug}/settings`} />}>
          {t('workspaces.settings')}
        </MenuItem>
      )}
      {workspaceRole === role.admin && (
        <MenuItem icon={<UserPlus />} link={<Link to={`/${slug}/settings/members`} />}>
          {t('shell.invite')}
        </MenuItem>
      )}
    </Menu>
  )
}

/**
 * Loads the user's workspaces each time the menu opens, to include new invitations and the permission to create
 * workspaces.
 */
function useWorkspaces(open: boolean): WorkspaceResponse[] {
  const [workspaces, setWorkspaces] = useState<WorkspaceResponse[]>([])
  useEffect(() => {
    if (!open) return
    void loadInstancePermissions()
    request('listWorkspaces', {}).then(setWorkspaces, (error: unknown) => {
      if (!(error instanceof RequestError)) throw error
    })
  }, [open])
  return workspaces
}
