import { Copy } from 'lucide-react'
import { providerNames } from '#common/auth/providers.ts'
import { instanceSettings, settingKeys, settingOf } from '#common/instance/settings.ts'
import { t, useTranslation } from '../locales/i18n.ts'
import { copyText } from '../ui/copy-text.ts'
import { Field } from '../ui/Field.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Input } from '../ui/Input.tsx'
import { Part, UntilLoaded } from './Part.tsx'
import { SettingsForm } from './SettingsForm.tsx'
import { useSettings } from './use-settings.ts'

/** Whoever opens a way to sign in by settings of their own. */
const providers = [
  ...new Set(
    settingKeys
      .filter((key) => settingOf(key).method !== undefined)
      .map((key) => instanceSettings[key].category)
      .filter((category) => category !== 'authentication'),
  ),
]

/** `/god-mode/authentication`: the ways to sign in, and the keys of those that vouch for people. */
export function AuthenticationScreen() {
  const { t } = useTranslation()
  const settings = useSettings()
  const own = settings.of('authentication').filter(({ key }) => key !== 'ENABLE_SIGNUP')
  return (
    <UntilLoaded loaded={settings}>
      <Part title={t('instance.methods')} text={t('instance.methodsText')}>
        <SettingsForm rows={own} save={settings.save} />
      </Part>
      {providers.map((provider) => (
        <Part key={provider} title={nameOf(provider)}>
          <Callback provider={provider} />
          <SettingsForm rows={settings.of(provider)} save={settings.save} />
        </Part>
      ))}
    </UntilLoaded>
  )
}

/** What the other side has to be told. */
function Callback({ provider }: { provider: string }) {
  const { t } = useTranslation()
  const address = `${location.origin}/auth/${provider}/callback/`
  return (
    <Field label={t('instance.callback')} hint={t('instance.callbackHint')}>
      <Input
        readOnly
        value={address}
        className="font-mono"
        end={
          <IconButton
            size="sm"
            label={t('instance.copyCallback', { name: nameOf(provider) })}
            icon={<Copy />}
            onClick={() => void copyText(address, t('instance.copied'))}
          />
        }
      />
    </Field>
  )
}

function nameOf(provider: string): string {
  const known: Record<string, string> = { ...providerNames, oidc: t('instance.oidc'), saml: 'SAML' }
  return known[provider] ?? provider
}
