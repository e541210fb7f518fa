import { Monitor, Smartphone } from 'lucide-react'
import { useCallback, useState } from 'react'
import type { PushDevice } from '#common/personal/notifications/push/schema.ts'
import { useErrorMessage } from '../../../identity/sign-in/use-error-message.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { request } from '../../../platform/app/sync.ts'
import { LoadedContent } from '../../../platform/shell/LoadedContent.tsx'
import { useLoadState } from '../../../platform/shell/use-load-state.ts'
import { Badge } from '../../../platform/ui/Badge.tsx'
import { Button } from '../../../platform/ui/Button.tsx'
import { SettingsSection } from '../../../platform/ui/SettingsSection.tsx'
import { Skeleton } from '../../../platform/ui/Skeleton.tsx'
import { Switch } from '../../../platform/ui/Switch.tsx'
import { toast } from '../../../platform/ui/toast.ts'
import { disablePush, enablePush, isPushSupported } from './device.ts'

/** Lists the browsers that receive push messages for the user, including the current browser. */
export function PushDevices() {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const [devices, setDevices] = useState<PushDevice[] | null>(null)
  const [isSending, setIsSending] = useState(false)
  const read = useCallback(async () => setDevices(await request('listPushDevices', {})), [])
  const loaded = useLoadState(read)
  const own = devices?.find(({ is_current }) => is_current)

  async function attempt(what: () => Promise<string | null>) {
    setIsSending(true)
    try {
      const message = await what()
      await read()
      if (message !== null) toast.ok(message)
    } catch (error) {
      toast.error(errorMessage(error))
    }
    setIsSending(false)
  }
  const add = () =>
    attempt(async () => {
      const result = await enablePush()
      if (result !== 'on') toast.error(t(`push.${result}`))
      return result === 'on' ? t('push.on') : null
    })
  const remove = (device: PushDevice) =>
    attempt(async () => {
      await request('removePushDevice', { params: { push_device_id: device.id } })
      if (device.is_current) await disablePush()
      return t('push.removed')
    })
  const test = (device: PushDevice) =>
    attempt(async () => {
      await request('testPushDevice', { params: { push_device_id: device.id } })
      return t('push.tested')
    })

  return (
    <SettingsSection title={t('push.title')}>
      <LoadedContent of={loaded} skeleton={<Skeleton className="h-8 w-full" />}>
        <Switch
          checked={own !== undefined}
          disabled={isSending || (own === undefined && !isPushSupported())}
          hint={t(isPushSupported() ? 'push.hint' : 'push.unsupported')}
          onChange={(isOn) => void (isOn ? add() : own && remove(own))}
        >
          {t('push.switch')}
        </Switch>
        {devices && devices.length > 0 && (
          <ul className="flex flex-col" aria-label={t('push.title')}>
            {devices.map((device) => (
              <DeviceLine
                key={device.id}
                device={device}
                onTest={() => void test(device)}
                onRemove={() => void remove(device)}
              />
            ))}
          </ul>
        )}
      </LoadedContent>
    </SettingsSection>
  )
}

const phones = new Set(['iPhone', 'iPad', 'Android'])

interface DeviceLineProps {
  device: PushDevice
  onTest: () => void
  onRemove: () => void
}

function DeviceLine({ device: { browser, system, is_current }, onTest, onRemove }: DeviceLineProps) {
  const { t } = useTranslation()
  const name =
    browser !== null && system !== null
      ? t('security.device', { browser, system })
      : (browser ?? system ?? t('security.unknownDevice'))
  const Icon = phones.has(system ?? '') ? Smartphone : Monitor
  return (
    <li className="flex items-center gap-3 border-b border-line py-3 last:border-0">
      <Icon className="size-4 shrink-0 text-icon-faint" aria-hidden />
      <p className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2">
        <span className="truncate font-medium">{name}</span>
        {is_current && <Badge tone="ok">{t('security.thisOne')}</Badge>}
      </p>
      <Button size="sm" aria-label={t('push.testOf', { name })} onClick={onTest}>
        {t('push.test')}
      </Button>
      <Button size="sm" aria-label={t('push.removeOf', { name })} onClick={onRemove}>
        {t('push.remove')}
      </Button>
    </li>
  )
}
