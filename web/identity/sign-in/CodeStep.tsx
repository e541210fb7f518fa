import { useRef, useState } from 'react'
import { isMagicCode, magicCodeDigits } from '#common/identity/sign-in/rules.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { AuthForm } from './AuthForm.tsx'
import type { Arrival } from './arrival.ts'
import { EmailShown } from './EmailShown.tsx'
import { Notice } from './Notice.tsx'
import { useProblemWords } from './problems.ts'
import { useFirstFocus } from './use-first-focus.ts'

interface CodeStepProps {
  email: string
  existing: boolean
  problem: Arrival['problem']
  nextPath: string | null
  mailsGoOut: boolean
  onOtherEmail: () => void
  onResend: () => Promise<void>
  /** Missing where passwords open nothing. */
  onPassword: (() => void) | undefined
}

export function CodeStep(props: CodeStepProps) {
  const { t } = useTranslation()
  const words = useProblemWords()
  const field = useFirstFocus()
  const submit = useRef<HTMLButtonElement>(null)
  const [code, setCode] = useState('')
  const [error, setError] = useState(props.problem === null ? null : words(props.problem))
  const [resent, setResent] = useState<'no' | 'asking' | 'yes'>('no')

  function type(text: string) {
    const digits = text.replace(/\D/g, '').slice(0, magicCodeDigits)
    setCode(digits)
    setError(null)
    // Nothing is left to say once it is whole; the next frame has it in the form.
    if (isMagicCode(digits) && digits !== code) requestAnimationFrame(() => submit.current?.click())
  }

  function check(): boolean {
    if (isMagicCode(code)) return true
    setError(words(code === '' ? 'code_missing' : 'code_wrong'))
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
      setError(words(refusal))
      setResent('no')
    }
    field.current?.focus()
  }

  return (
    <AuthForm call={props.existing ? 'magicSignIn' : 'magicSignUp'} nextPath={props.nextPath} check={check}>
      {(sending) => (
        <>
          <EmailShown email={props.email} onChange={props.onOtherEmail} />
          {!props.mailsGoOut && <Notice kind="info">{t('auth.code.outbox')}</Notice>}
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
