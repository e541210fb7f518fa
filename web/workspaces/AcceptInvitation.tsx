import { useAtomValue } from 'jotai'
import { useCallback, useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { roleName } from '#common/roles.ts'
import type { OpenedInvitation } from '#common/workspaces/schema.ts'
import { AuthPage } from '../auth/AuthPage.tsx'
import { Notice } from '../auth/Notice.tsx'
import { useProblemWords } from '../auth/problems.ts'
import { loadSession, meAtom, ownHomePath, reloadSession, signOut } from '../auth/session.ts'
import { useTranslation } from '../locales/i18n.ts'
import { RequestError, request } from '../sync/http.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { toast } from '../ui/toast.ts'
import { InvitationMessage } from './InvitationMessage.tsx'

type Opened = { status: 'loading' | 'unknown' | 'error' } | { status: 'open'; invitation: OpenedInvitation }

/** `/workspace-invitations/?invitation_id&slug&token`: where the link of an invitation leads, signed in or not. */
export function AcceptInvitation() {
  const { t } = useTranslation()
  const { opened, token, retry } = useInvitation()
  if (opened.status === 'open') return <Invitation invitation={opened.invitation} token={token} />
  if (opened.status === 'unknown') {
    return (
      <InvitationMessage
        title={t('invitations.open.unknownTitle')}
        text={t('invitations.open.unknownText')}
      />
    )
  }
  return (
    <AuthPage title={opened.status === 'error' ? t('invitations.open.errorTitle') : <LoadingTitle />}>
      {opened.status === 'error' ? <ErrorState onRetry={retry} /> : <Skeleton className="h-3 w-72" />}
    </AuthPage>
  )
}

function LoadingTitle() {
  const { t } = useTranslation()
  return (
    <span role="status" aria-busy>
      <span className="sr-only">{t('ui.loading')}</span>
      <Skeleton className="h-6 w-60" />
    </span>
  )
}

function useInvitation() {
  const [search] = useSearchParams()
  const [opened, setOpened] = useState<Opened>({ status: 'loading' })
  const slug = search.get('slug') ?? ''
  const invitation_id = search.get('invitation_id') ?? ''
  const token = search.get('token') ?? ''
  const load = useCallback(
    async (signal?: AbortSignal) => {
      setOpened({ status: 'loading' })
      const next = await open({ slug, invitation_id }, token)
      if (!signal?.aborted) setOpened(next)
    },
    [slug, invitation_id, token],
  )
  useEffect(() => {
    const leaving = new AbortController()
    void load(leaving.signal)
    return () => leaving.abort()
  }, [load])
  return { opened, token, retry: () => void load() }
}

async function open(params: { slug: string; invitation_id: string }, token: string): Promise<Opened> {
  if (Object.values(params).includes('') || token === '') return { status: 'unknown' }
  try {
    const invitation = await request('openInvitation', { params, query: { token } })
    if (invitation.for_caller !== null) await loadSession()
    return { status: 'open', invitation }
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    const isPassing = ['offline', 'unavailable', 'internal', 'rate_limited'].includes(error.code)
    return { status: isPassing ? 'error' : 'unknown' }
  }
}

function Invitation({ invitation, token }: { invitation: OpenedInvitation; token: string }) {
  const { t } = useTranslation()
  const [declined, setDeclined] = useState(false)
  const { workspace, invited_by, email, for_caller, message } = invitation
  const names = { workspace: workspace.name }
  if (declined) {
    return (
      <InvitationMessage
        title={t('invitations.open.declinedTitle')}
        text={t('invitations.open.declinedText', names)}
      />
    )
  }
  if (invitation.responded_at !== null) return <Used invitation={invitation} />
  const role = t(`roles.one.${roleName(invitation.role)}`)
  return (
    <AuthPage
      title={t('invitations.open.title', names)}
      text={
        invited_by
          ? t('invitations.open.textBy', { name: invited_by, role })
          : t('invitations.open.text', { role })
      }
    >
      <div className="flex flex-col gap-4">
        {message && (
          <blockquote className="border-l-2 border-line-strong pl-3 text-soft">{message}</blockquote>
        )}
        {for_caller === null && <SignedOut email={email} />}
        {for_caller === false && <WrongAccount email={email} />}
        {for_caller === true && (
          <Answer invitation={invitation} token={token} onDecline={() => setDeclined(true)} />
        )}
      </div>
    </AuthPage>
  )
}

interface AnswerProps {
  invitation: OpenedInvitation
  token: string
  onDecline: () => void
}

function Answer({ invitation, token, onDecline }: AnswerProps) {
  const { t } = useTranslation()
  const words = useProblemWords()
  const navigate = useNavigate()
  const [sending, setSending] = useState<boolean | null>(null)
  const { id, workspace } = invitation

  async function answer(accepted: boolean) {
    setSending(accepted)
    try {
      await request('answerInvitation', {
        params: { slug: workspace.slug, invitation_id: id },
        body: { token, accepted },
      })
      if (!accepted) return onDecline()
      await reloadSession()
      await navigate(ownHomePath())
    } catch (error) {
      toast.error(words(error))
      setSending(null)
    }
  }

  return (
    <>
      <Button
        variant="primary"
        size="lg"
        loading={sending === true}
        disabled={sending !== null}
        onClick={() => void answer(true)}
      >
        {t('invitations.open.accept', { workspace: workspace.name })}
      </Button>
      <Button
        variant="ghost"
        size="lg"
        loading={sending === false}
        disabled={sending !== null}
        onClick={() => void answer(false)}
      >
        {t('invitations.open.decline')}
      </Button>
    </>
  )
}

/** Comes back here afterwards, with the token still in the address. */
function SignedOut({ email }: { email: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const back = `?next_path=${encodeURIComponent(location.pathname + location.search)}`
  return (
    <>
      <Notice kind="info">{t('invitations.open.signedOut', { email })}</Notice>
      <Button variant="primary" size="lg" onClick={() => void navigate(`/${back}`)}>
        {t('invitations.open.signIn')}
      </Button>
      <Button size="lg" onClick={() => void navigate(`/sign-up${back}`)}>
        {t('invitations.open.signUp')}
      </Button>
    </>
  )
}

function WrongAccount({ email }: { email: string }) {
  const { t } = useTranslation()
  const words = useProblemWords()
  const me = useAtomValue(meAtom)
  return (
    <>
      <Notice kind="error">
        <p className="font-medium">{t('invitations.open.wrongTitle')}</p>
        <p>{t('invitations.open.wrongText', { email, me: me?.email ?? '' })}</p>
      </Notice>
      <Button size="lg" onClick={() => void signOut().catch((error) => toast.error(words(error)))}>
        {t('invitations.open.signOut')}
      </Button>
    </>
  )
}

function Used({ invitation }: { invitation: OpenedInvitation }) {
  const { t } = useTranslation()
  const { workspace, accepted, for_caller } = invitation
  return (
    <InvitationMessage
      title={t('invitations.open.usedTitle')}
      text={t('invitations.open.usedText')}
      action={
        accepted && for_caller === true
          ? {
              label: t('invitations.open.openWorkspace', { workspace: workspace.name }),
              to: `/${workspace.slug}`,
            }
          : undefined
      }
    />
  )
}
