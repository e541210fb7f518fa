import { useState } from 'react'
import { Link } from 'react-router'
import { estimatePasswordStrength } from '#common/identity/sign-in/strength.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { PasswordInput } from '../../platform/ui/PasswordInput.tsx'
import { AuthForm } from './AuthForm.tsx'
import { EmailSummary } from './EmailSummary.tsx'
import { NewPasswordField } from './NewPasswordField.tsx'
import { type SignInParams, withNextPath } from './sign-in-params.ts'
import { useErrorMessage } from './use-error-message.ts'
import { useFocusOnMount } from './use-focus-on-mount.ts'

interface PasswordStepProps {
  email: string
  existing: boolean
  problem: SignInParams['problem']
  nextPath: string | null
  onOtherEmail: () => void
  /** Requests a sign-in code instead of the password. It is undefined if sign-in by code is disabled. */
  onCode?: () => Promise<void>
}

export function PasswordStep({
  email,
  existing,
  problem,
  nextPath,
  onOtherEmail,
  onCode,
}: PasswordStepProps) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const field = useFocusOnMount()
  const [password, setPassword] = useState('')
  const [error, setError] = useState(problem === null ? null : errorMessage(problem))
  const [isRequestingCode, setRequestingCode] = useState(false)

  function type(typed: string) {
    setPassword(typed)
    setError(null)
  }

  function check(): boolean {
    // The client rejects only clearly weak passwords. The server makes the final decision.
    const missing = password === ''
    if (!missing && (existing || estimatePasswordStrength(password, [email]) >= 2)) return true
    setError(errorMessage(missing ? 'password_missing' : 'password_weak'))
    field.current?.focus()
    return false
  }

  async function requestCode() {
    setRequestingCode(true)
    try {
      await onCode?.()
    } catch (refusal) {
      setError(errorMessage(refusal))
      setRequestingCode(false)
    }
  }

  return (
    <AuthForm call={existing ? 'signIn' : 'signUp'} nextPath={nextPath} check={check}>
      {(sending) => (
        <>
          <EmailSummary email={email} onChange={onOtherEmail} />
          {existing ? (
            <Field label={t('auth.password')} error={error}>
              <PasswordInput
                ref={field}
                name="password"
                size="lg"
                value={password}
                onChange={(event) => type(event.target.value)}
              />
            </Field>
          ) : (
            <NewPasswordField password={password} known={[email]} error={error} onChange={type} />
          )}
          <Button type="submit" variant="primary" size="lg" loading={sending}>
            {existing ? t('auth.signIn') : t('auth.createAccount')}
          </Button>
          <div className="-mx-2.5 flex flex-wrap justify-between gap-y-1">
            {onCode && (
              <Button variant="ghost" loading={isRequestingCode} onClick={() => void requestCode()}>
                {t('auth.code.instead')}
              </Button>
            )}
            {existing && (
              <Link
                to={withNextPath('/accounts/forgot-password', nextPath, { email })}
                className="inline-flex h-control items-center rounded-sm px-2.5 text-soft hover:bg-hover hover:text-text"
              >
                {t('auth.forgot.link')}
              </Link>
            )}
          </div>
        </>
      )}
    </AuthForm>
  )
}
