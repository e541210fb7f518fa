import { type ReactNode, useState } from 'react'
import { request } from '../../platform/app/sync.ts'
import type { Arrival } from './arrival.ts'
import { CodeStep } from './CodeStep.tsx'
import { EmailStep } from './EmailStep.tsx'
import { PasskeyButton } from './PasskeyButton.tsx'
import { PasswordStep } from './PasswordStep.tsx'

interface EnterProps {
  arrival: Arrival
  /** Whether the page expects somebody known; the e-mail address decides in the end. */
  page: 'sign-in' | 'sign-up'
  canMailCodes: boolean
  canUsePassword: boolean
  /** Without a mail server codes go to a folder of the installation, which the page then says. */
  mailsGoOut: boolean
  /** Other ways in, above the form. */
  others?: ReactNode
  onKnown: (existing: boolean) => void
}

interface Standing {
  at: 'email' | 'password' | 'code'
  email: string
  existing: boolean
}

/** E-mail first; then the password or a code, as the address's account asks for. */
export function Enter({
  arrival,
  page,
  canMailCodes,
  canUsePassword,
  mailsGoOut,
  others,
  onKnown,
}: EnterProps) {
  const [standing, setStanding] = useState(() => returning(arrival, page))
  const [problem, setProblem] = useState(arrival.problem)
  const { at, email, existing } = standing

  async function takeEmail(typed: string) {
    const { existing, status } = await request('checkEmail', { body: { email: typed } })
    if (status === 'MAGIC_CODE') await request('generateMagicCode', { body: { email: typed } })
    setProblem(null)
    onKnown(existing)
    setStanding({ at: status === 'MAGIC_CODE' ? 'code' : 'password', email: typed, existing })
  }

  async function takeCode() {
    await request('generateMagicCode', { body: { email } })
    setProblem(null)
    setStanding({ ...standing, at: 'code' })
  }

  const again = () => setStanding({ ...standing, at: 'email' })
  const shared = { email, existing, problem, nextPath: arrival.nextPath, onOtherEmail: again }
  if (at === 'email') {
    return (
      <>
        {others}
        <EmailStep email={email} problem={problem} onEmail={takeEmail} />
        {page === 'sign-in' && <PasskeyButton as="sign-in" nextPath={arrival.nextPath} />}
      </>
    )
  }
  if (at === 'password') return <PasswordStep {...shared} onCode={canMailCodes ? takeCode : undefined} />
  return (
    <CodeStep
      {...shared}
      mailsGoOut={mailsGoOut}
      onResend={takeCode}
      onPassword={canUsePassword ? () => setStanding({ ...standing, at: 'password' }) : undefined}
    />
  )
}

/** Back from a refused form: at the step that was refused. */
function returning({ email, problem }: Arrival, page: EnterProps['page']): Standing {
  const existing = problem === 'exists' || (page === 'sign-in' && problem !== 'unknown')
  if (email === '' || problem === null || problem === 'email' || problem === 'both')
    return { at: 'email', email, existing }
  return { at: problem.startsWith('code') ? 'code' : 'password', email, existing }
}
