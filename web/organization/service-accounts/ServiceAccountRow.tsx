import { useAtomValue } from 'jotai'
import { Ellipsis, KeyRound, Pencil, Power, PowerOff, Trash2 } from 'lucide-react'
import type { ServiceAccount } from '#common/organization/service-accounts/schema.ts'
import { roleName } from '#common/platform/roles.ts'
import { listNames } from '../../locales/formats.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { displayNameOf } from '../../platform/person/display-name.ts'
import { Avatar } from '../../platform/ui/Avatar.tsx'
import { Badge } from '../../platform/ui/Badge.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { Menu } from '../../platform/ui/Menu.tsx'
import { MenuItem } from '../../platform/ui/MenuItem.tsx'
import { timeAgo } from '../../platform/ui/time-ago.ts'

interface ServiceAccountRowProps {
  account: ServiceAccount
  onEdit: () => void
  onTokens: () => void
  onDisable: () => void
  onEnable: () => void
  onDelete: () => void
}

/** A service account with its role, projects, owner and last use. */
export function ServiceAccountRow(props: ServiceAccountRowProps) {
  const { account, onEdit, onTokens, onDisable, onEnable, onDelete } = props
  const { t, i18n } = useTranslation()
  const { id, display_name: name, avatar_url, is_active, disabled_reason, last_used } = account
  const owner = displayNameOf(useAtomValue(tables.users.rowAtom(account.owner_id))) ?? ''
  const projects = useProjectNames(account)
  const facts = [
    t(`roles.${roleName(account.role)}`),
    projects === '' ? t('serviceAccounts.noProjects') : projects,
    t('serviceAccounts.ownerLine', { name: owner }),
    last_used === null
      ? t('apiTokens.neverUsed')
      : t('apiTokens.lastUsed', { ago: timeAgo(last_used, i18n.language) }),
  ]
  const isLeft = disabled_reason === 'owner_left'
  const enableText = t(isLeft ? 'serviceAccounts.takeOwnership' : 'serviceAccounts.enable')
  return (
    <li className="flex items-start gap-3 border-b border-line py-3 last:border-0">
      <Avatar id={id} name={name} src={avatar_url} size="md" decorative />
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 items-center gap-2">
          <span className={is_active ? 'truncate font-medium' : 'truncate font-medium text-soft'}>
            {name}
          </span>
          {!is_active && <Badge tone="warn">{t('serviceAccounts.off')}</Badge>}
        </p>
        <p className="text-pretty wrap-anywhere text-soft text-sm">{facts.join(' · ')}</p>
        {isLeft && (
          <div className="mt-1.5 flex flex-col items-start gap-2">
            <p className="text-pretty text-danger text-sm">
              {t('serviceAccounts.ownerLeft', { name: owner })}
            </p>
            <Button icon={<Power />} onClick={onEnable}>
              {enableText}
            </Button>
          </div>
        )}
      </div>
      <Menu
        align="end"
        trigger={<IconButton label={t('members.actionsFor', { name })} icon={<Ellipsis />} />}
      >
        <MenuItem icon={<KeyRound />} onSelect={onTokens}>
          {t('apiTokens.title')}
        </MenuItem>
        <MenuItem icon={<Pencil />} onSelect={onEdit}>
          {t('comments.edit')}
        </MenuItem>
        {is_active ? (
          <MenuItem icon={<PowerOff />} onSelect={onDisable}>
            {t('serviceAccounts.disable')}
          </MenuItem>
        ) : (
          <MenuItem icon={<Power />} onSelect={onEnable}>
            {enableText}
          </MenuItem>
        )}
        <MenuItem danger icon={<Trash2 />} onSelect={onDelete}>
          {t('serviceAccounts.delete')}
        </MenuItem>
      </Menu>
    </li>
  )
}

/** Returns the names of the account's projects as a list in the user's language. */
function useProjectNames({ projects }: ServiceAccount): string {
  const rows = useAtomValue(tables.projects.allAtom)
  const ids = new Set(projects.map(({ project_id }) => project_id))
  return listNames(rows.filter(({ id }) => ids.has(id)).map(({ name }) => name))
}
