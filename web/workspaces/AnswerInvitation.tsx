import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { OpenedInvitation } from '#common/workspaces/schema.ts'
import { Notice } from '../auth/Notice.tsx'
import { useProblemWords } from '../auth/problems.ts'
import { meAtom, ownHomePath, reloadSession, signOut } from '../auth/session.ts'
import { useTranslation } from '../locales/i18n.ts'
import { request } from '../sync/http.ts'
import { Button } from '../ui/Button.tsx'
import { toast } from '../ui/toast.ts'

interface AnswerInvitationProps {
  invitation: OpenedInvitation
  token: string
  onDecline: () => void
}

/** The buttons that answer; or, for others than the invited person, how to become them. */
export function AnswerInvitation(props: AnswerInvitationProps) {
  const { email, for_caller } = props.invitation
  if (for_caller === null) return <SignedOut email={email} />
  return for_caller ? <Answer {...props} /> : <WrongAccount email={email} />
}

function Answer({ invitation, token, onDecline }: AnswerInvitationProps) {
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
