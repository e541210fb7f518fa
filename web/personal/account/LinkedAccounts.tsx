import { useCallback, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { authSentence } from '#common/identity/sign-in/errors.ts'
import type { SignInProvider } from '#common/identity/sign-in/providers.ts'
import type { LinkedAccount } from '#common/personal/account/schema.ts'
import { AccountPart } from '../../identity/sign-in/AccountPart.tsx'
import { Notice } from '../../identity/sign-in/Notice.tsx'
import { ProviderMark } from '../../identity/sign-in/ProviderMark.tsx'
import { useProblemWords } from '../../identity/sign-in/problems.ts'
import { isProvider, providerName, providersOn } from '../../identity/sign-in/provider-name.ts'
import { useProof } from '../../identity/sign-in/second-factor/use-proof.tsx'
import { type EntranceState, useEntrance } from '../../identity/sign-in/use-entrance.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { request } from '../../platform/app/sync.ts'
import { Loaded } from '../../platform/shell/Loaded.tsx'
import { useLoaded } from '../../platform/shell/use-loaded.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { timeAgo } from '../../platform/ui/time-ago.ts'
import { toast } from '../../platform/ui/toast.ts'
import { linkAccount } from './actions.ts'
import { useSessionNews } from './session-news.ts'

/** The accounts elsewhere by which one signs in; nothing where the installation lets nobody vouch and one has none from before. */
export function LinkedAccounts() {
  const { t } = useTranslation()
  const entrance = useEntrance()
  const [accounts, setAccounts] = useState<LinkedAccount[]>([])
  const read = useCallback(async () => setAccounts(await request('listMyAccounts', {})), [])
  const loaded = useLoaded(read)
  useSessionNews(read)
  if (entrance.status === 'open' && loaded.status === 'ready') {
    const providers = providersOn(entrance.instance.config)
    if (providers.length === 0 && accounts.length === 0) return null
    return (
      <AccountPart title={t('linked.title')}>
        <Outcome entrance={entrance} />
        <p className="text-pretty text-soft">{t('linked.text')}</p>
        {accounts.length > 0 && (
          <ul className="flex flex-col" aria-label={t('linked.title')}>
            {accounts.map((account) => (
              <AccountLine
                key={account.id}
                account={account}
                name={providerName(account.provider, entrance.instance.config)}
                onChange={read}
              />
            ))}
          </ul>
        )}
        <LinkButtons
          providers={providers.map((provider) => ({
            provider,
            name: providerName(provider, entrance.instance.config),
          }))}
        />
      </AccountPart>
    )
  }
  return (
    <AccountPart title={t('linked.title')}>
      <Loaded of={entrance.status === 'error' ? entrance : loaded} skeleton={<Skeleton className="h-16" />} />
    </AccountPart>
  )
}

/** Back from a provider: what became of it stands in the address. */
function Outcome({ entrance }: { entrance: Extract<EntranceState, { status: 'open' }> }) {
  const { t } = useTranslation()
  const words = useProblemWords()
  const [query] = useSearchParams()
  const linked = query.get('linked')
  const code = query.get('error_code')
  if (code !== null) return <Notice kind="error">{words(authSentence(Number(code)))}</Notice>
  if (!isProvider(linked)) return null
  return (
    <Notice kind="ok">{t('linked.done', { name: providerName(linked, entrance.instance.config) })}</Notice>
  )
}

interface AccountLineProps {
  account: LinkedAccount
  name: string
  onChange: () => Promise<void>
}

function AccountLine({ account, name, onChange }: AccountLineProps) {
  const { t, i18n } = useTranslation()
  const words = useProblemWords()
  const { ask, dialog } = useProof()
  const shown = typeof account.metadata['name'] === 'string' ? account.metadata['name'] : name

  async function unlink() {
    try {
      await ask({
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
      toast.error(words(error))
    }
  }

  return (
    <li className="flex items-center gap-3 border-b border-line py-3 last:border-0">
      <ProviderMark provider={account.provider} size={20} />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{shown}</p>
        <p className="truncate text-sm text-soft">
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
  const words = useProblemWords()
  const { pathname } = useLocation()
  const { ask, dialog } = useProof()
  const [leavingFor, setLeavingFor] = useState<SignInProvider | null>(null)

  async function leave(provider: SignInProvider, name: string) {
    setLeavingFor(provider)
    try {
      await ask({
        title: t('linked.proveTitle'),
        text: t('linked.proveText', { name }),
        confirm: t('linked.link', { name }),
        onProved: (proof) => linkAccount(provider, pathname, proof),
      })
    } catch (error) {
      toast.error(words(error))
    }
    setLeavingFor(null)
  }

  return (
    <div className="flex flex-wrap gap-2">
      {providers.map(({ provider, name }) => (
        <Button
          key={provider}
          icon={<ProviderMark provider={provider} size={14} />}
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
