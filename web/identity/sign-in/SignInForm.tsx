import { type ReactNode, useState } from 'react'
import { request } from '../../platform/app/sync.ts'
import { CodeStep } from './CodeStep.tsx'
import { EmailStep } from './EmailStep.tsx'
import { PasskeyButton } from './PasskeyButton.tsx'
import { PasswordStep } from './PasswordStep.tsx'
import type { SignInParams } from './sign-in-params.ts'

interface SignInFormProps {
  params: SignInParams
  /**
   * The page on which the form was opened. It does not decide whether the user signs in or signs up, because
   * that depends on the email address.
   */
  page: 'sign-in' | 'sign-up'
  canMailCodes: boolean
  canUsePassword: boolean
  /**
   * False if this Tandem instance has no mail server. It then writes the codes to a folder on the server, and
   * the form explains where they are.
   */
  canSendEmail: boolean
  /** Other sign-in methods, shown above the form. */
  others?: ReactNode
  onKnown: (existing: boolean) => void
}

interface SignInStep {
  at: 'email' | 'password' | 'code'
  email: string
  existing: boolean
}

/** Asks for the email address first, then for a password or a code, depending on the account. */
export function SignInForm({
  params,
  page,
  canMailCodes,
  canUsePassword,
  canSendEmail,
  others,
  onKnown,
}: SignInFormProps) {
  const [step, setStep] = useState(() => initialStep(params, page))
  const [problem, setProblem] = useState(params.problem)
  const { at, email, existing } = step

  async function takeEmail(typed: string) {
    const { existing, status } = await request('checkEmail', { body: { email: typed } })
    if (status === 'MAGIC_CODE') await request('generateMagicCode', { body: { email: typed } })
    setProblem(null)
    onKnown(existing)
    setStep({ at: status === 'MAGIC_CODE' ? 'code' : 'password', email: typed, existing })
  }

  async function takeCode() {
    await request('generateMagicCode', { body: { email } })
    setProblem(null)
    setStep({ ...step, at: 'code' })
  }

  const restart = () => setStep({ ...step, at: 'email' })
  const shared = { email, existing, problem, nextPath: params.nextPath, onOtherEmail: restart }
  if (at === 'email') {
    return (
      <>
        {others}
        <EmailStep email={email} problem={problem} onEmail={takeEmail} />
        {page === 'sign-in' && <PasskeyButton as="sign-in" nextPath={params.nextPath} />}
      </>
    )
  }
  if (at === 'password') return <PasswordStep {...shared} onCode={canMailCodes ? takeCode : undefined} />
  return (
    <CodeStep
      {...shared}
      canSendEmail={canSendEmail}
      onResend={takeCode}
      onPassword={canUsePassword ? () => setStep({ ...step, at: 'password' }) : undefined}
    />
  )
}

/** Returns the step at which the form starts. After an error, it is the step that failed. */
function initialStep({ email, problem }: SignInParams, page: SignInFormProps['page']): SignInStep {
  const existing = problem === 'exists' || (page === 'sign-in' && problem !== 'unknown')
  if (email === '' || problem === null || problem === 'email' || problem === 'both')
    return { at: 'email', email, existing }
  return { at: problem.startsWith('code') ? 'code' : 'password', email, existing }
}
