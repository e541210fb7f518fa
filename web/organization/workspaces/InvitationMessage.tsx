import { useNavigate } from 'react-router'
import { AuthPage } from '../../identity/sign-in/AuthPage.tsx'
import { useTranslation } from '../../locales/i18n.ts'
import { Button } from '../../platform/ui/Button.tsx'

interface InvitationMessageProps {
  title: string
  text: string
  /** A link to another screen. By default it leads to the start page. */
  action?: { label: string; to: string } | undefined
}

/** Explains why an invitation cannot be used. */
export function InvitationMessage({ title, text, action }: InvitationMessageProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <AuthPage title={title} text={text}>
      <Button
        variant={action ? 'primary' : 'line'}
        size="lg"
        onClick={() => void navigate(action?.to ?? '/')}
      >
        {action?.label ?? t('invitations.open.toStart')}
      </Button>
    </AuthPage>
  )
}
