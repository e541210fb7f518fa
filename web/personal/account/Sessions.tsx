import { LogOut, Monitor, Smartphone } from 'lucide-react'
import { useCallback, useState } from 'react'
import type { Session } from '#common/personal/account/schema.ts'
import { useErrorMessage } from '../../identity/sign-in/use-error-message.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { request } from '../../platform/app/sync.ts'
import { LoadedContent } from '../../platform/shell/LoadedContent.tsx'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import { AlertDialog } from '../../platform/ui/AlertDialog.tsx'
import { Badge } from '../../platform/ui/Badge.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { SettingsSection } from '../../platform/ui/SettingsSection.tsx'
import { timeAgo } from '../../platform/ui/time-ago.ts'
import { toast } from '../../platform/ui/toast.ts'
import { useSessionChanges } from './use-session-changes.ts'

/** Lists the active sessions of the user. The list updates live. */
export function Sessions() {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const [sessions, setSessions] = useState<Session[]>([])
  const [endingOthers, setEndingOthers] = useState(false)
  const read = useCallback(async () => setSessions(await request('listSessions', {})), [])
  const loaded = useLoadState(read)
  useSessionChanges(read)

  async function attempt(what: Promise<unknown>, message: string) {
    try {
      await what
      await read()
      toast.ok(message)
    } catch (error) {
      toast.error(errorMessage(error))
    }
  }

  return (
    <SettingsSection
      title={t('security.sessions')}
      text={t('security.sessionsText')}
      action={
        sessions.length > 1 && (
          <Button icon={<LogOut />} onClick={() => setEndingOthers(true)}>
            {t('security.endOthers')}
          </Button>
        )
      }
    >
      <LoadedContent of={loaded}>
        <ul className="flex flex-col" aria-label={t('security.sessions')}>
          {[...sessions]
            .sort((a, b) => Number(b.is_current) - Number(a.is_current))
            .map((session) => (
              <SessionLine
                key={session.id}
                session={session}
                onEnd={(device) =>
                  void attempt(
                    request('endSession', { params: { session_id: session.id } }),
                    t('security.ended', { device }),
                  )
                }
              />
            ))}
        </ul>
      </LoadedContent>
      <AlertDialog
        open={endingOthers}
        onOpenChange={setEndingOthers}
        title={t('security.endOthersTitle')}
        text={t('security.endOthersText')}
        confirmLabel={t('security.endOthers')}
        onConfirm={() => attempt(request('endOtherSessions', {}), t('security.endedOthers'))}
      />
    </SettingsSection>
  )
}

const phones = new Set(['iPhone', 'iPad', 'Android'])

function SessionLine({ session, onEnd }: { session: Session; onEnd: (device: string) => void }) {
  const { t, i18n } = useTranslation()
  const { browser, system, ip, last_used_at, is_current } = session
  const device =
    browser !== null && system !== null
      ? t('security.device', { browser, system })
      : (browser ?? system ?? t('security.unknownDevice'))
  const Icon = phones.has(system ?? '') ? Smartphone : Monitor
  const facts = [
    ...(ip === null ? [] : [ip]),
    is_current ? t('security.usedNow') : t('security.used', { ago: timeAgo(last_used_at, i18n.language) }),
  ]
  return (
    <li className="flex items-center gap-3 border-b border-line py-3 last:border-0">
      <Icon className="size-4 shrink-0 text-icon-faint" aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 flex-wrap items-center gap-x-2">
          <span className="truncate font-medium">{device}</span>
          {is_current && <Badge tone="ok">{t('security.thisOne')}</Badge>}
        </p>
        <p className="wrap-anywhere text-soft text-sm">{facts.join(' · ')}</p>
      </div>
      {!is_current && (
        <Button
          size="sm"
          aria-label={t('security.endOf', { device, ip: ip ?? '' })}
          onClick={() => onEnd(device)}
        >
          {t('security.end')}
        </Button>
      )}
    </li>
  )
}
