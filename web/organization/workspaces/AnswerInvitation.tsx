import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import type { OpenedInvitation } from '#common/organization/workspaces/schema.ts'
import { AuthNotice } from '../../identity/sign-in/AuthNotice.tsx'
import { useErrorMessage } from '../../identity/sign-in/use-error-message.ts'
import { useCanSendEmail } from '../../identity/sign-in/use-instance-config.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { request, store } from '../../platform/app/sync.ts'
import { profileAtom } from '../../platform/person/profile.ts'
import { meAtom, ownHomePath, reloadSession } from '../../platform/person/session.ts'
import { SignOutDialog, signOutOrConfirm } from '../../platform/shell/SignOutDialog.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { finishSignUpForInvitation, startSignUpForInvitation } from './sign-up-invitation.ts'

interface AnswerInvitationProps {
  invitation: OpenedInvitation
  token: string
  onDecline: () => void
}

/**
 * Buttons to accept or decline an invitation. A user with another email address sees how to sign in as the
 * invited user.
 */
export function AnswerInvitation(props: AnswerInvitationProps) {
  const { email, for_caller, is_open, is_proven } = props.invitation
  const { t } = useTranslation()
  const me = useAtomValue(meAtom)
  const mailsGoOut = useCanSendEmail()
  if (for_caller === null) {
    const words = is_open ? t('invitations.open.signedOutAnyone') : t('invitations.open.signedOut', { email })
    return <SignedOut invitationId={props.invitation.id} text={words} />
  }
  if (!for_caller) {
    return (
      <OtherAccount
        title={t('invitations.open.wrongTitle')}
        text={t('invitations.open.wrongText', { email, me: me?.email ?? '' })}
      />
    )
  }
  if (is_proven) return <Answer {...props} />
  return (
    <OtherAccount
      title={t('invitations.open.unprovenTitle', { email })}
      text={mailsGoOut ? t('invitations.open.unprovenText') : t('invitations.open.unprovenNoMailText')}
    />
  )
}

function Answer({ invitation, token, onDecline }: AnswerInvitationProps) {
  const { t } = useTranslation()
  const words = useErrorMessage()
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

  const acceptAfterSignUp = useEffectEvent(() => {
    // An account that has finished the onboarding is not the account of this sign-up, so the user must decide.
    const isNew = store.get(profileAtom)?.is_onboarded === false
    if (finishSignUpForInvitation(id) && isNew) void answer(true)
  })
  useEffect(() => acceptAfterSignUp(), [])

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

function SignedOut({ invitationId, text }: { invitationId: string; text: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const back = `?next_path=${encodeURIComponent(thisPath())}`
  return (
    <>
      <AuthNotice kind="info">{text}</AuthNotice>
      <Button
        variant="primary"
        size="lg"
        onClick={() => {
          startSignUpForInvitation(invitationId)
          void navigate(`/sign-up${back}`)
        }}
      >
        {t('invitations.open.signUp')}
      </Button>
      <Button size="lg" onClick={() => void navigate(`/${back}`)}>
        {t('invitations.open.signIn')}
      </Button>
    </>
  )
}

/** Returns the path to return to after sign-in. The path contains the token of the invitation. */
function thisPath(): string {
  return location.pathname + location.search
}

function OtherAccount({ title, text }: { title: string; text: string }) {
  const { t } = useTranslation()
  return (
    <>
      <AuthNotice kind="error">
        <p className="font-medium">{title}</p>
        <p>{text}</p>
      </AuthNotice>
      <Button size="lg" onClick={() => void signOutOrConfirm(thisPath())}>
        {t('invitations.open.signOut')}
      </Button>
      <SignOutDialog />
    </>
  )
}
