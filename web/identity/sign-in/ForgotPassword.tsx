import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { isEmail, normalizeEmail } from '#common/platform/text.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { request } from '../../platform/app/sync.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { AuthNotice } from './AuthNotice.tsx'
import { AuthPage } from './AuthPage.tsx'
import { useSignInParams, withNextPath } from './sign-in-params.ts'
import { useErrorMessage } from './use-error-message.ts'
import { useFocusOnMount } from './use-focus-on-mount.ts'
import { useInstanceConfig } from './use-instance-config.ts'

export function ForgotPassword() {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const arrival = useSignInParams()
  const field = useFocusOnMount()
  const instanceConfig = useInstanceConfig()
  const canSendEmail = instanceConfig.status !== 'open' || instanceConfig.instance.config.is_smtp_configured
  const [email, setEmail] = useState(arrival.email)
  const [error, setError] = useState<string | null>(null)
  const [state, setState] = useState<'asked' | 'sending' | 'sent'>('asked')

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!isEmail(normalizeEmail(email))) {
      setError(errorMessage('email'))
      field.current?.focus()
      return
    }
    setError(null)
    setState('sending')
    try {
      await request('forgotPassword', { body: { email: normalizeEmail(email) } })
      setState('sent')
    } catch (refusal) {
      setError(errorMessage(refusal))
      setState('asked')
    }
  }

  return (
    <AuthPage
      title={t('auth.forgot.title')}
      text={t('auth.forgot.text')}
      footer={
        <Link
          to={withNextPath('/', arrival.nextPath)}
          className="font-medium text-accent-text hover:underline"
        >
          {t('auth.back')}
        </Link>
      }
    >
      <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-4">
        {state === 'sent' && (
          <AuthNotice kind="ok">{t('auth.forgot.sent', { email: normalizeEmail(email) })}</AuthNotice>
        )}
        {state === 'sent' && !canSendEmail && <AuthNotice kind="info">{t('auth.forgot.outbox')}</AuthNotice>}
        <Field label={t('auth.email')} name="email" error={error}>
          <Input
            ref={field}
            type="email"
            size="lg"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            value={email}
            onChange={(event) => {
              setEmail(event.target.value)
              if (state === 'sent') setState('asked')
            }}
          />
        </Field>
        <Button
          type="submit"
          variant={state === 'sent' ? 'line' : 'primary'}
          size="lg"
          loading={state === 'sending'}
        >
          {state === 'sent' ? t('auth.forgot.again') : t('auth.forgot.send')}
        </Button>
      </form>
    </AuthPage>
  )
}
