import { type ReactNode, useCallback, useState } from 'react'
import { emailPreferences, pushPreferenceName } from '#common/personal/notifications/rules.ts'
import type { NotificationPreferences } from '#common/personal/notifications/schema.ts'
import { useErrorMessage } from '../../identity/sign-in/use-error-message.ts'
import { useCanSendEmail } from '../../identity/sign-in/use-instance-config.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { request } from '../../platform/app/sync.ts'
import { AccountScreen } from '../../platform/shell/AccountScreen.tsx'
import { LoadError } from '../../platform/shell/LoadError.tsx'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import { Field } from '../../platform/ui/Field.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { SettingsSection } from '../../platform/ui/SettingsSection.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { Switch } from '../../platform/ui/Switch.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { PushDevices } from './push/PushDevices.tsx'

/** Screen `/{slug}/settings/profile/notifications` with the email and push settings and the quiet hours. */
export function NotificationSettings() {
  const { t } = useTranslation()
  const { status, retry, preferences, change } = usePreferences()
  const canSendEmail = useCanSendEmail()
  if (status === 'error' || status === 'no_access')
    return (
      <AccountScreen>
        <LoadError onRetry={retry} />
      </AccountScreen>
    )
  return (
    <AccountScreen>
      <SettingsSection title={t('inbox.told.title')} text={t('inbox.told.text')}>
        {!canSendEmail && <p className="text-pretty">{t('inbox.told.noMails')}</p>}
        {preferences === null ? (
          emailPreferences.map((name) => <Skeleton key={name} className="h-8 w-full" />)
        ) : (
          <SwitchTable preferences={preferences} onChange={change} />
        )}
      </SettingsSection>
      <PushDevices />
      <SettingsSection title={t('inbox.quiet.title')}>
        {preferences === null ? (
          <Skeleton className="h-8 w-full" />
        ) : (
          <QuietHours {...preferences} onChange={change} />
        )}
      </SettingsSection>
    </AccountScreen>
  )
}

interface SwitchTableProps {
  preferences: NotificationPreferences
  onChange: (body: Partial<NotificationPreferences>) => void
}

/** A table of switches with kinds of events in rows and channels in columns. */
function SwitchTable({ preferences, onChange }: SwitchTableProps) {
  const { t } = useTranslation()
  return (
    <table className="w-full">
      <thead className="text-ui-start text-soft text-sm">
        <tr>
          <th scope="col" className="pb-2 font-medium">
            {t('inbox.told.what')}
          </th>
          <th scope="col" className="w-16 pb-2 text-center font-medium">
            {t('inbox.told.mail')}
          </th>
          <th scope="col" className="w-20 pb-2 text-center font-medium">
            {t('inbox.told.push')}
          </th>
        </tr>
      </thead>
      <tbody>
        {emailPreferences.map((name) => (
          <tr key={name} className="border-line border-t">
            <th scope="row" className="py-3 pe-3 text-ui-start font-normal">
              {t(`inbox.told.switches.${name}`)}
              <span className="block text-pretty text-soft text-sm">{t(`inbox.told.hints.${name}`)}</span>
            </th>
            {([name, pushPreferenceName(name)] as const).map((column) => (
              <td key={column} className="text-center">
                <Switch
                  label={t(column === name ? 'inbox.told.byMail' : 'inbox.told.byPush', {
                    what: t(`inbox.told.switches.${name}`),
                  })}
                  checked={preferences[column]}
                  onChange={(isOn) => onChange({ [column]: isOn })}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type QuietHoursValue = Pick<NotificationPreferences, 'quiet_from' | 'quiet_to'>

function QuietHours({
  quiet_from,
  quiet_to,
  onChange,
}: QuietHoursValue & { onChange: (quiet: QuietHoursValue) => void }): ReactNode {
  const { t } = useTranslation()
  const isOn = quiet_from !== null && quiet_to !== null
  const set = (quiet: Partial<QuietHoursValue>) => {
    const next = { quiet_from, quiet_to, ...quiet }
    // A field is empty while the user edits it, so quiet hours are saved only when both fields have a value.
    if (next.quiet_from && next.quiet_to) onChange(next)
  }
  return (
    <>
      <Switch
        checked={isOn}
        hint={t('inbox.quiet.hint')}
        onChange={(isWanted) =>
          onChange(
            isWanted ? { quiet_from: '20:00', quiet_to: '08:00' } : { quiet_from: null, quiet_to: null },
          )
        }
      >
        {t('inbox.quiet.switch')}
      </Switch>
      {isOn && (
        <div className="flex gap-4">
          {(['quiet_from', 'quiet_to'] as const).map((name) => (
            <Field key={name} label={t(`inbox.quiet.${name}`)} className="w-32">
              <Input
                size="lg"
                type="time"
                value={{ quiet_from, quiet_to }[name]}
                onChange={(event) => set({ [name]: event.target.value })}
              />
            </Field>
          ))}
        </div>
      )}
    </>
  )
}

/**
 * Loads the notification settings. Changes are shown immediately and reverted when the server rejects them.
 */
function usePreferences() {
  const errorMessage = useErrorMessage()
  const [preferences, setPreferences] = useState<NotificationPreferences | null>(null)
  const read = useCallback(async () => setPreferences(await request('getNotificationPreferences', {})), [])
  const { status, retry } = useLoadState(read)
  const change = async (body: Partial<NotificationPreferences>) => {
    const before = preferences
    if (before === null) return
    setPreferences({ ...before, ...body })
    try {
      setPreferences(await request('updateNotificationPreferences', { body }))
    } catch (error) {
      setPreferences(before)
      toast.error(errorMessage(error))
    }
  }
  return { status, retry, preferences, change: (body: Partial<NotificationPreferences>) => void change(body) }
}
