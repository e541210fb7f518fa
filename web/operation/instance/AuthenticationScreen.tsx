import { Copy } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { providerNames } from '#common/identity/sign-in/providers.ts'
import type { ProviderProblem } from '#common/operation/instance/schema.ts'
import { instanceSettings, settingDeclaration, settingKeys } from '#common/operation/instance/settings.ts'
import { t, useTranslation } from '../../locales/i18n.ts'
import { request } from '../../platform/app/sync.ts'
import { Badge } from '../../platform/ui/Badge.tsx'
import { copyText } from '../../platform/ui/copy-text.ts'
import { Field } from '../../platform/ui/Field.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { SettingsSection } from '../../platform/ui/SettingsSection.tsx'
import { timeAgo } from '../../platform/ui/time-ago.ts'
import { InstanceLoadedContent } from './InstanceLoadedContent.tsx'
import { SettingsForm } from './SettingsForm.tsx'
import { useInstanceSettings } from './use-settings.ts'

/** The sign-in providers that have settings of their own, such as credentials. */
const providers = [
  ...new Set(
    settingKeys
      .filter((key) => settingDeclaration(key).method !== undefined)
      .map((key) => instanceSettings[key].category)
      .filter((category) => category !== 'authentication'),
  ),
]

/** Screen `/admin/authentication` with the sign-in methods and the credentials of providers. */
export function AuthenticationScreen() {
  const { t } = useTranslation()
  const settings = useInstanceSettings()
  const { problems, reload } = useProblems()
  const save: typeof settings.save = async (values) => {
    const found = await settings.save(values)
    reload()
    return found
  }
  const own = settings.of('authentication').filter(({ key }) => key !== 'ENABLE_SIGNUP')
  return (
    <InstanceLoadedContent of={settings}>
      <SettingsSection title={t('instance.methods')} text={t('instance.methodsText')}>
        <SettingsForm rows={own} save={save} />
      </SettingsSection>
      {providers.map((provider) => (
        <SettingsSection key={provider} title={nameOf(provider)}>
          <Problem problem={problems.find((one) => one.provider === provider)} />
          <Callback provider={provider} />
          <SettingsForm rows={settings.of(provider)} save={save} />
        </SettingsSection>
      ))}
    </InstanceLoadedContent>
  )
}

/**
 * Loads the last error of each sign-in provider in a separate request, so that the screen works even if this
 * request fails. The errors are loaded again after each change of the settings.
 */
function useProblems(): { problems: ProviderProblem[]; reload: () => void } {
  const [problems, setProblems] = useState<ProviderProblem[]>([])
  const reload = useCallback(() => {
    request('listProviderProblems', {}).then(setProblems, () => setProblems([]))
  }, [])
  useEffect(reload, [reload])
  return { problems, reload }
}

/**
 * Shows the last error of a sign-in provider and its time. For example, the issuer in the settings differs
 * from the issuer that the provider reports.
 */
function Problem({ problem }: { problem: ProviderProblem | undefined }) {
  const { t, i18n } = useTranslation()
  if (problem === undefined) return null
  return (
    <div role="status" className="flex flex-col items-start gap-1">
      <Badge tone="warn">{t('instance.providerFails')}</Badge>
      <p className="max-w-140 text-pretty wrap-anywhere">{problem.reason}</p>
      <p className="text-sm text-soft">
        {t('instance.providerSeen', { time: timeAgo(problem.last_at, i18n.language) })}
      </p>
    </div>
  )
}

/** Shows the callback address that must be registered at the provider. */
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
