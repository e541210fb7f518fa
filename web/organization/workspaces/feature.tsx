import { Settings, UserPlus, Users } from 'lucide-react'
import { hasRoleAtLeast, role, roleName } from '#common/platform/roles.ts'
import { t } from '../../locales/i18n.ts'
import { store, tables } from '../../platform/app/sync.ts'
import { workspaceRoleAtom } from '../../platform/person/roles.ts'
import { meAtom } from '../../platform/person/session.ts'
import type { Feature, PaletteAction } from '../../platform/shell/feature.ts'
import { lazyScreen } from '../../platform/shell/screen.ts'
import { toast } from '../../platform/ui/toast.ts'

export const membersFeature: Feature = {
  id: 'members',
  routes: [
    { path: 'settings', ...lazyScreen('WorkspaceSettings', () => import('./WorkspaceSettings.tsx')) },
    { path: 'settings/members', ...lazyScreen('Members', () => import('./Members.tsx')) },
  ],
  actions: ({ get }) => {
    const invite: PaletteAction = {
      id: 'invite-people',
      group: 'create',
      label: t('members.invite'),
      icon: <UserPlus />,
      run: '/settings/members?invite',
      takesTyping: true,
    }
    const settings: PaletteAction = {
      id: 'workspace-settings',
      group: 'go',
      label: t('workspaces.settings'),
      icon: <Settings />,
      keys: 'g .',
      run: '/settings',
    }
    const own = get(workspaceRoleAtom)
    return [...(hasRoleAtLeast(own, role.member) ? [invite] : []), ...(own === role.admin ? [settings] : [])]
  },
  sections: [
    {
      id: 'members',
      preference: 'members',
      label: () => t('shell.nav.members'),
      icon: <Users />,
      keys: 'g s',
      path: '/settings/members',
    },
  ],
}

// A changed role shows or hides many parts of the interface, so a message explains why.
tables.workspace_members.listen((before, after) => {
  if (before === null || after === null || before.role === after.role) return
  if (after.member_id !== store.get(meAtom)?.id) return
  const words = t('workspaces.ownRole', { role: t(`roles.one.${roleName(after.role)}`) })
  toast.message(words, { id: 'own-role', text: t('workspaces.ownRoleText') })
})
