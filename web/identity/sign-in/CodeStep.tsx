import { useRef, useState } from 'react'
import { isMagicCode, magicCodeDigits } from '#common/identity/sign-in/rules.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { AuthForm } from './AuthForm.tsx'
import { AuthNotice } from './AuthNotice.tsx'
import { EmailSummary } from './EmailSummary.tsx'
import type { SignInParams } from './sign-in-params.ts'
import { useErrorMessage } from './use-error-message.ts'
import { useFocusOnMount } from './use-focus-on-mount.ts'

interface CodeStepProps {
  email: string
  existing: boolean
  problem: SignInParams['problem']
  nextPath: string | null
  canSendEmail: boolean
  onOtherEmail: () => void
  onResend: () => Promise<void>
  /** Called to sign in by password instead. It is undefined if password sign-in is disabled. */
  onPassword: (() => void) | undefined
}

export function CodeStep(props: CodeStepProps) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const field = useFocusOnMount()
  const submit = useRef<HTMLButtonElement>(null)
  const [code, setCode] = useState('')
  const [error, setError] = useState(props.problem === null ? null : errorMessage(props.problem))
  const [resent, setResent] = useState<'no' | 'asking' | 'yes'>('no')

  function type(text: string) {
    const digits = text.replace(/\D/g, '').slice(0, magicCodeDigits)
    setCode(digits)
    setError(null)
    // Submits the form when the code is complete. The form contains the last digit only in the next frame.
    if (isMagicCode(digits) && digits !== code) requestAnimationFrame(() => submit.current?.click())
  }

  function check(): boolean {
    if (isMagicCode(code)) return true
    setError(errorMessage(code === '' ? 'code_missing' : 'code_wrong'))
    field.current?.focus()
    return false
  }

  async function resend() {
    setResent('asking')
    try {
      await props.onResend()
      setError(null)
      setCode('')
      setResent('yes')
    } catch (refusal) {
      setError(errorMessage(refusal))
      setResent('no')
    }
    field.current?.focus()
  }

  return (
    <AuthForm call={props.existing ? 'magicSignIn' : 'magicSignUp'} nextPath={props.nextPath} check={check}>
      {(sending) => (
        <>
          <EmailSummary email={props.email} onChange={props.onOtherEmail} />
          {!props.canSendEmail && <AuthNotice kind="info">{t('auth.code.outbox')}</AuthNotice>}
          <Field
            label={t('auth.code.label')}
            hint={resent === 'yes' ? t('auth.code.resent') : t('auth.code.hint')}
            error={error}
          >
            <Input
              ref={field}
              name="code"
              size="lg"
              inputMode="numeric"
              autoComplete="one-time-code"
              placeholder="000000"
              className="font-mono tracking-[0.35em]"
              value={code}
              onChange={(event) => type(event.target.value)}
            />
          </Field>
          <Button ref={submit} type="submit" variant="primary" size="lg" loading={sending}>
            {props.existing ? t('auth.signIn') : t('auth.createAccount')}
          </Button>
          <div className="-mx-2.5 flex flex-wrap justify-between gap-y-1">
            <Button variant="ghost" loading={resent === 'asking'} onClick={() => void resend()}>
              {t('auth.code.resend')}
            </Button>
            {props.onPassword && (
              <Button variant="ghost" onClick={props.onPassword}>
                {props.existing ? t('auth.code.password') : t('auth.code.choosePassword')}
              </Button>
            )}
          </div>
        </>
      )}
    </AuthForm>
  )
}
