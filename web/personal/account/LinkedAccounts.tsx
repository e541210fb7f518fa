import { useCallback, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { authErrorMessage } from '#common/identity/sign-in/errors.ts'
import type { SignInProvider } from '#common/identity/sign-in/providers.ts'
import type { LinkedAccount } from '#common/personal/account/schema.ts'
import { AuthNotice } from '../../identity/sign-in/AuthNotice.tsx'
import { ProviderLogo } from '../../identity/sign-in/ProviderLogo.tsx'
import {
  enabledProviders,
  isKnownSignInProvider,
  providerName,
} from '../../identity/sign-in/provider-name.ts'
import { useIdentityProof } from '../../identity/sign-in/two-factor/use-identity-proof.tsx'
import { useErrorMessage } from '../../identity/sign-in/use-error-message.ts'
import { type InstanceConfigState, useInstanceConfig } from '../../identity/sign-in/use-instance-config.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { request } from '../../platform/app/sync.ts'
import { LoadedContent } from '../../platform/shell/LoadedContent.tsx'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { SettingsSection } from '../../platform/ui/SettingsSection.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { timeAgo } from '../../platform/ui/time-ago.ts'
import { toast } from '../../platform/ui/toast.ts'
import { linkAccount } from './actions.ts'
import { useSessionChanges } from './use-session-changes.ts'

/** Linked external accounts. Shows nothing when no provider is enabled and no account is linked. */
export function LinkedAccounts() {
  const { t } = useTranslation()
  const instanceConfig = useInstanceConfig()
  const [accounts, setAccounts] = useState<LinkedAccount[]>([])
  const read = useCallback(async () => setAccounts(await request('listMyAccounts', {})), [])
  const loaded = useLoadState(read)
  useSessionChanges(read)
  if (instanceConfig.status === 'open' && loaded.status === 'ready') {
    const providers = enabledProviders(instanceConfig.instance.config)
    if (providers.length === 0 && accounts.length === 0) return null
    return (
      <SettingsSection title={t('linked.title')}>
        <LinkResult instanceConfig={instanceConfig} />
        <p className="text-pretty text-soft">{t('linked.text')}</p>
        {accounts.length > 0 && (
          <ul className="flex flex-col" aria-label={t('linked.title')}>
            {accounts.map((account) => (
              <AccountLine
                key={account.id}
                account={account}
                name={providerName(account.provider, instanceConfig.instance.config)}
                onChange={read}
              />
            ))}
          </ul>
        )}
        <LinkButtons
          providers={providers.map((provider) => ({
            provider,
            name: providerName(provider, instanceConfig.instance.config),
          }))}
        />
      </SettingsSection>
    )
  }
  return (
    <SettingsSection title={t('linked.title')}>
      <LoadedContent
        of={instanceConfig.status === 'error' ? instanceConfig : loaded}
        skeleton={<Skeleton className="h-16" />}
      />
    </SettingsSection>
  )
}

/** Shows the result of linking an account. The redirect of the provider contains the result in the URL. */
function LinkResult({
  instanceConfig,
}: {
  instanceConfig: Extract<InstanceConfigState, { status: 'open' }>
}) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const [query] = useSearchParams()
  const linked = query.get('linked')
  const code = query.get('error_code')
  if (code !== null)
    return <AuthNotice kind="error">{errorMessage(authErrorMessage(Number(code)))}</AuthNotice>
  if (!isKnownSignInProvider(linked)) return null
  return (
    <AuthNotice kind="ok">
      {t('linked.done', { name: providerName(linked, instanceConfig.instance.config) })}
    </AuthNotice>
  )
}

interface AccountLineProps {
  account: LinkedAccount
  name: string
  onChange: () => Promise<void>
}

function AccountLine({ account, name, onChange }: AccountLineProps) {
  const { t, i18n } = useTranslation()
  const errorMessage = useErrorMessage()
  const { requestProof, dialog } = useIdentityProof()
  const shown = typeof account.metadata['name'] === 'string' ? account.metadata['name'] : name

  async function unlink() {
    try {
      await requestProof({
        title: t('linked.unlinkTitle', { name }),
        text: t('linked.unlinkText', { account: shown }),
        confirm: t('linked.unlink'),
        danger: true,
        onProved: async (proof) => {
          await request('unlinkAccount', { params: { account_id: account.id }, body: proof })
          await onChange()
          toast.ok(t('linked.unlinked', { name }))
        },
      })
    } catch (error) {
      toast.error(errorMessage(error))
    }
  }

  return (
    <li className="flex items-center gap-3 border-b border-line py-3 last:border-0">
      <ProviderLogo provider={account.provider} size={20} />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{shown}</p>
        <p className="text-sm text-soft">
          {[name, t('linked.used', { ago: timeAgo(account.last_connected_at, i18n.language) })].join(' · ')}
        </p>
      </div>
      <Button
        size="sm"
        aria-label={t('linked.unlinkOf', { name, account: shown })}
        onClick={() => void unlink()}
      >
        {t('linked.unlink')}
      </Button>
      {dialog}
    </li>
  )
}

function LinkButtons({ providers }: { providers: { provider: SignInProvider; name: string }[] }) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const { pathname } = useLocation()
  const { requestProof, dialog } = useIdentityProof()
  const [leavingFor, setLeavingFor] = useState<SignInProvider | null>(null)

  async function leave(provider: SignInProvider, name: string) {
    setLeavingFor(provider)
    try {
      await requestProof({
        title: t('linked.proveTitle'),
        text: t('linked.proveText', { name }),
        confirm: t('linked.link', { name }),
        onProved: (proof) => linkAccount(provider, pathname, proof),
      })
    } catch (error) {
      toast.error(errorMessage(error))
    }
    setLeavingFor(null)
  }

  return (
    <div className="flex flex-wrap gap-2">
      {providers.map(({ provider, name }) => (
        <Button
          key={provider}
          icon={<ProviderLogo provider={provider} size={14} />}
          loading={leavingFor === provider}
          disabled={leavingFor !== null}
          onClick={() => void leave(provider, name)}
        >
          {t('linked.link', { name })}
        </Button>
      ))}
      {dialog}
    </div>
  )
}
