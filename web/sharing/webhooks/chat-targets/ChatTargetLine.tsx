import { Ellipsis, MessageSquare } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ChatTarget } from '#common/sharing/webhooks/chat-targets/schema.ts'
import { listNames } from '../../../locales/formats.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { IconButton } from '../../../platform/ui/IconButton.tsx'
import { Menu } from '../../../platform/ui/Menu.tsx'
import { MenuItem } from '../../../platform/ui/MenuItem.tsx'
import { Switch } from '../../../platform/ui/Switch.tsx'
import { timeAgo } from '../../../platform/ui/time-ago.ts'
import { chatErrorText } from './chat-error-text.ts'
import { chatServiceNames } from './chat-service-names.ts'

interface ChatTargetLineProps {
  target: ChatTarget
  /** True while the result of a test message is not known. */
  isTesting: boolean
  onTurn: (isOn: boolean) => void
  actions: { label: string; icon: ReactNode; run: () => void | Promise<void> }[]
}

/** A chat target with its events, its state, a switch and a menu. */
export function ChatTargetLine({ target, isTesting, onTurn, actions }: ChatTargetLineProps) {
  const { t, i18n } = useTranslation()
  const { name, service, host, events, is_active, off_reason, last_attempt_at, last_error } = target
  const sent = isTesting
    ? t('chatTargets.testing')
    : last_attempt_at === null
      ? t('chatTargets.neverSent')
      : t('chatTargets.lastSent', { ago: timeAgo(last_attempt_at, i18n.language) })
  return (
    <li className="flex items-start gap-3 border-b border-line py-3 last:border-0">
      <MessageSquare className="mt-0.5 size-4 shrink-0 text-icon-faint" aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium" dir="auto">
          {name}
        </p>
        <p className="truncate text-soft text-sm" aria-live="polite">
          {[chatServiceNames[service], host, sent].join(' · ')}
        </p>
        <p className="text-pretty text-soft text-sm">
          {events.length === 0
            ? t('webhooks.nothing')
            : listNames(events.map((event) => t(`chatTargets.events.${event}`)))}
        </p>
        {off_reason !== null && (
          <p className="text-danger text-sm">{t(`webhooks.offReasons.${off_reason}`)}</p>
        )}
        {off_reason === null && last_error !== null && !isTesting && (
          <p className="text-danger text-sm wrap-anywhere">
            {t('chatTargets.failing', { error: chatErrorText(target, last_error) })}
          </p>
        )}
      </div>
      <div className="flex shrink-0 items-center gap-3">
        <Switch checked={is_active} onChange={onTurn} label={t('chatTargets.switchOf', { name })} />
        <Menu
          align="end"
          trigger={<IconButton label={t('shell.projectActions', { name })} icon={<Ellipsis />} />}
        >
          {actions.map(({ label, icon, run }) => (
            <MenuItem key={label} icon={icon} onSelect={() => void Promise.resolve(run()).catch(() => {})}>
              {label}
            </MenuItem>
          ))}
        </Menu>
      </div>
    </li>
  )
}
