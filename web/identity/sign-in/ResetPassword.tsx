import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { estimatePasswordStrength } from '#common/identity/sign-in/strength.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { buttonClass } from '../../platform/ui/button-class.ts'
import { AuthForm } from './AuthForm.tsx'
import { AuthNotice } from './AuthNotice.tsx'
import { AuthPage } from './AuthPage.tsx'
import { NewPasswordField } from './NewPasswordField.tsx'
import { useSignInParams } from './sign-in-params.ts'
import { useErrorMessage } from './use-error-message.ts'

/**
 * The page that the link in the password reset email opens. The reset token is part of the URL of this page.
 */
export function ResetPassword() {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const [query] = useSearchParams()
  const { email, problem } = useSignInParams()
  const [password, setPassword] = useState('')
  const [error, setError] = useState(problem === null ? null : errorMessage(problem))
  const uidb64 = query.get('uidb64') ?? ''
  const token = query.get('token') ?? ''
  if (uidb64 === '' || token === '') {
    return (
      <AuthPage title={t('auth.reset.title')}>
        <div className="flex flex-col gap-4">
          <AuthNotice kind="error">{errorMessage(problem ?? 'link_wrong')}</AuthNotice>
          <Link to="/accounts/forgot-password" className={buttonClass({ variant: 'primary', size: 'lg' })}>
            {t('auth.reset.newLink')}
          </Link>
        </div>
      </AuthPage>
    )
  }

  function check(): boolean {
    if (estimatePasswordStrength(password, [email]) >= 2) return true
    setError(errorMessage('password_weak'))
    return false
  }

  return (
    <AuthPage title={t('auth.reset.title')} text={t('auth.reset.text')}>
      <AuthForm call="resetPassword" params={{ uidb64, token }} check={check}>
        {(sending) => (
          <>
            <input type="email" autoComplete="username" value={email} readOnly hidden />
            <NewPasswordField
              password={password}
              known={[email]}
              error={error}
              onChange={(typed) => {
                setPassword(typed)
                setError(null)
              }}
            />
            <Button type="submit" variant="primary" size="lg" loading={sending}>
              {t('auth.reset.save')}
            </Button>
          </>
        )}
      </AuthForm>
    </AuthPage>
  )
}
