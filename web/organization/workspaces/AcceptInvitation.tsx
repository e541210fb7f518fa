import { useCallback, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { OpenedInvitation } from '#common/organization/workspaces/schema.ts'
import { roleName } from '#common/platform/roles.ts'
import { AuthPage } from '../../identity/sign-in/AuthPage.tsx'
import { useTranslation } from '../../locales/i18n.ts'
import { request } from '../../platform/app/sync.ts'
import { loadSession } from '../../platform/person/session.ts'
import { LoadError } from '../../platform/shell/LoadError.tsx'
import { RequestError } from '../../platform/sync/http.ts'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { AnswerInvitation } from './AnswerInvitation.tsx'
import { InvitationMessage } from './InvitationMessage.tsx'

type Opened = { status: 'loading' | 'unknown' | 'error' } | { status: 'open'; invitation: OpenedInvitation }

/**
 * Screen `/workspace-invitations/?invitation_id&slug&token` for the link of an invitation. Users can open it
 * without signing in.
 */
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
      {opened.status === 'error' ? <LoadError onRetry={retry} /> : <Skeleton className="h-3 w-72" />}
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
  const { workspace, invited_by, message } = invitation
  const names = { workspace: workspace.name }
  if (declined) {
    return (
      <InvitationMessage
        title={t('invitations.open.declinedTitle')}
        text={t('invitations.open.declinedText', names)}
      />
    )
  }
  if (invitation.is_member && invitation.for_caller) {
    return (
      <InvitationMessage
        title={t('invitations.open.memberTitle', names)}
        text={t('invitations.open.memberText')}
        action={{ label: t('invitations.open.openWorkspace', names), to: `/${workspace.slug}` }}
      />
    )
  }
  if (invitation.responded_at !== null) {
    return <InvitationMessage title={t('invitations.open.usedTitle')} text={t('invitations.open.usedText')} />
  }
  if (invitation.state !== 'valid') {
    return (
      <InvitationMessage
        title={t(`invitations.open.${invitation.state}Title`)}
        text={t(`invitations.open.${invitation.state}Text`, names)}
      />
    )
  }
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
          <blockquote className="border-s-2 border-line-strong ps-3 text-soft">{message}</blockquote>
        )}
        <AnswerInvitation invitation={invitation} token={token} onDecline={() => setDeclined(true)} />
      </div>
    </AuthPage>
  )
}
