import { useAtomValue } from 'jotai'
import { useCallback, useState } from 'react'
import { useNavigate } from 'react-router'
import { sanitizeNextPath } from '#common/identity/sign-in/next-path.ts'
import type { IdentityProofBody } from '#common/identity/sign-in/two-factor/schema.ts'
import type { LinkableAccount } from '#common/personal/account/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { request } from '../../platform/app/sync.ts'
import { meAtom, ownHomePath } from '../../platform/person/session.ts'
import { LoadedContent } from '../../platform/shell/LoadedContent.tsx'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { AuthNotice } from './AuthNotice.tsx'
import { AuthPage } from './AuthPage.tsx'
import { ProviderLogo } from './ProviderLogo.tsx'
import { providerName } from './provider-name.ts'
import { useIdentityProof } from './two-factor/use-identity-proof.tsx'
import { useErrorMessage } from './use-error-message.ts'
import { useInstanceConfig } from './use-instance-config.ts'

/** After signing in by another method, users confirm here whether to link the external account. */
export function ConfirmAccountLink() {
  const { t } = useTranslation()
  const me = useAtomValue(meAtom)
  const instanceConfig = useInstanceConfig()
  const [offered, setOffered] = useState<LinkableAccount | null>(null)
  const read = useCallback(async () => setOffered((await request('getOfferedAccount', {})).offered), [])
  const loaded = useLoadState(read)
  const state = instanceConfig.status === 'error' ? instanceConfig : loaded
  if (state.status === 'ready' && offered === null) return <NoOffer />
  if (offered === null || me === null || instanceConfig.status !== 'open' || state.status !== 'ready') {
    return (
      <AuthPage title={t('auth.link.title')}>
        <LoadedContent of={state} skeleton={<Skeleton className="h-32" />} />
      </AuthPage>
    )
  }
  const name = providerName(offered.provider, instanceConfig.instance.config)
  return (
    <AuthPage title={t('auth.link.titleOf', { name })} text={t('auth.link.text', { name, email: me.email })}>
      <LinkQuestion offered={offered} name={name} />
    </AuthPage>
  )
}

function LinkQuestion({ offered, name }: { offered: LinkableAccount; name: string }) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const navigate = useNavigate()
  const [problem, setProblem] = useState<string | null>(null)
  const [sending, setSending] = useState<'yes' | 'no' | null>(null)

  const { requestProof, dialog } = useIdentityProof()

  async function accept(proof: Partial<IdentityProofBody>) {
    await request('acceptOfferedAccount', { body: proof })
    toast.ok(t('auth.link.done', { name }))
    await navigate(sanitizeNextPath(offered.next_path) ?? ownHomePath())
  }

  async function answer(which: 'yes' | 'no') {
    setSending(which)
    try {
      if (which === 'no') {
        await request('declineOfferedAccount', {})
        return await navigate(sanitizeNextPath(offered.next_path) ?? ownHomePath())
      }
      if (!offered.needs_proof) return await accept({})
      await requestProof({
        title: t('linked.proveTitle'),
        text: t('linked.proveText', { name }),
        confirm: t('auth.link.yes', { name }),
        onProved: accept,
      })
    } catch (error) {
      setProblem(errorMessage(error))
    }
    setSending(null)
  }

  return (
    <div className="flex flex-col gap-4">
      {problem !== null && <AuthNotice kind="error">{problem}</AuthNotice>}
      <p className="flex items-center gap-2.5 rounded-md border border-line px-3 py-2.5">
        <ProviderLogo provider={offered.provider} size={20} />
        <span className="flex min-w-0 flex-col">
          <span className="truncate font-medium">{offered.name}</span>
          <span className="truncate text-sm text-soft">
            {offered.email === offered.name ? name : offered.email}
          </span>
        </span>
      </p>
      <Button variant="primary" size="lg" loading={sending === 'yes'} onClick={() => void answer('yes')}>
        {t('auth.link.yes', { name })}
      </Button>
      <Button variant="ghost" size="lg" loading={sending === 'no'} onClick={() => void answer('no')}>
        {t('auth.link.no')}
      </Button>
      {dialog}
    </div>
  )
}

/**
 * Shown if no account can be linked: the user has already accepted or declined the offer, the offer has expired, or
 * it belongs to another user.
 */
function NoOffer() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <AuthPage title={t('auth.link.title')}>
      <div className="flex flex-col gap-4">
        <AuthNotice kind="info">{t('auth.link.nothing')}</AuthNotice>
        <Button variant="primary" size="lg" onClick={() => void navigate(ownHomePath())}>
          {t('auth.link.home')}
        </Button>
      </div>
    </AuthPage>
  )
}
