import { useCallback, useState } from 'react'
import { Link } from 'react-router'
import type { SignInChallenge } from '#common/identity/sign-in/schema.ts'
import { isTotpCode, totpDigits } from '#common/identity/sign-in/two-factor/rules.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { request } from '../../platform/app/sync.ts'
import { LoadedContent } from '../../platform/shell/LoadedContent.tsx'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { buttonClass } from '../../platform/ui/button-class.ts'
import { Field } from '../../platform/ui/Field.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { AuthForm } from './AuthForm.tsx'
import { AuthNotice } from './AuthNotice.tsx'
import { AuthPage } from './AuthPage.tsx'
import { PasskeyButton } from './PasskeyButton.tsx'
import { useSignInParams, withNextPath } from './sign-in-params.ts'
import { useErrorMessage } from './use-error-message.ts'
import { useFocusOnMount } from './use-focus-on-mount.ts'

/** Second step of the sign-in for accounts with two-factor authentication. */
export function TwoFactorStep() {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const { nextPath } = useSignInParams()
  const [challenge, setChallenge] = useState<SignInChallenge | null>(null)
  const read = useCallback(async () => setChallenge(await request('getSignInChallenge', {})), [])
  const loaded = useLoadState(read)
  const restartLink = withNextPath('/', nextPath, challenge === null ? {} : { email: challenge.email })
  return (
    <AuthPage
      title={t('auth.second.title')}
      text={challenge === null ? undefined : t('auth.second.text', { email: challenge.email })}
      footer={
        <Link to={restartLink} className="font-medium text-accent-text underline-offset-3 hover:underline">
          {t('auth.second.other')}
        </Link>
      }
    >
      <LoadedContent of={loaded}>
        {challenge === null ? (
          <div className="flex flex-col gap-4">
            <AuthNotice kind="error">{errorMessage('factor_over')}</AuthNotice>
            <Link to={restartLink} className={buttonClass({ variant: 'primary', size: 'lg' })}>
              {t('auth.back')}
            </Link>
          </div>
        ) : (
          <Answer challenge={challenge} />
        )}
      </LoadedContent>
    </AuthPage>
  )
}

function Answer({ challenge }: { challenge: SignInChallenge }) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const { nextPath, problem } = useSignInParams()
  const field = useFocusOnMount()
  const [byRecovery, setByRecovery] = useState(!challenge.has_totp)
  const [code, setCode] = useState('')
  const [error, setError] = useState(problem === null ? null : errorMessage(problem))

  function check(): boolean {
    if (byRecovery ? code.trim() !== '' : isTotpCode(code)) return true
    setError(errorMessage('factor_missing'))
    field.current?.focus()
    return false
  }

  function turn() {
    setByRecovery(!byRecovery)
    setCode('')
    setError(null)
    field.current?.focus()
  }

  return (
    <div className="flex flex-col gap-4">
      {challenge.has_passkey && <PasskeyButton as="second-factor" nextPath={nextPath} />}
      <AuthForm call="answerSecondFactor" nextPath={nextPath} check={check}>
        {(sending) => (
          <>
            <Field
              label={t(byRecovery ? 'auth.second.recovery' : 'secondFactor.code')}
              hint={t(byRecovery ? 'auth.second.recoveryHint' : 'secondFactor.codeHint')}
              error={error}
            >
              <Input
                ref={field}
                name="code"
                size="lg"
                inputMode={byRecovery ? 'text' : 'numeric'}
                autoComplete={byRecovery ? 'off' : 'one-time-code'}
                autoCapitalize="none"
                spellCheck={false}
                placeholder={byRecovery ? 'xxxxx-xxxxx' : '000000'}
                className={byRecovery ? 'font-mono' : 'font-mono tracking-[0.35em]'}
                value={code}
                onChange={(event) => {
                  const typed = event.target.value
                  setCode(byRecovery ? typed : typed.replace(/\D/g, '').slice(0, totpDigits))
                  setError(null)
                }}
              />
            </Field>
            <Button type="submit" variant="primary" size="lg" loading={sending}>
              {t('auth.signIn')}
            </Button>
            {challenge.has_totp && (
              <Button variant="ghost" className="-mx-2.5 self-start" onClick={turn}>
                {t(byRecovery ? 'auth.second.byApp' : 'auth.second.byRecovery')}
              </Button>
            )}
          </>
        )}
      </AuthForm>
    </div>
  )
}
