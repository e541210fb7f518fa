import { KeyRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { magicCodeDigits, passwordLength } from '#common/identity/sign-in/rules.ts'
import type { ProofBody, SecondFactor } from '#common/identity/sign-in/second-factor/schema.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { request } from '../../../platform/app/sync.ts'
import { Button } from '../../../platform/ui/Button.tsx'
import { Field } from '../../../platform/ui/Field.tsx'
import { FormDialog } from '../../../platform/ui/FormDialog.tsx'
import { Input } from '../../../platform/ui/Input.tsx'
import { PasswordInput } from '../../../platform/ui/PasswordInput.tsx'
import { toast } from '../../../platform/ui/toast.ts'
import { Notice } from '../Notice.tsx'
import { useProblemWords } from '../problems.ts'
import { useMailsGoOut } from '../use-entrance.ts'
import { canUsePasskeys, signByKey } from './webauthn.ts'

interface ProofDialogProps {
  factor: Pick<SecondFactor, 'proof' | 'passkeys'>
  /** Of the account, for password managers and to say where a code goes. */
  email: string
  title: string
  text: string
  confirm: string
  danger?: boolean
  /** Throws what is refused, which is said here. */
  onProved: (proof: Partial<ProofBody>) => Promise<void>
  onClose: () => void
  /** Above what is asked for: what one decides on. */
  children?: ReactNode
}

/** Asks for what shows that it is the person, and then does what it is asked for. */
export function ProofDialog(props: ProofDialogProps) {
  const { factor, email, title, text, confirm, danger, onProved, onClose } = props
  const { proof, passkeys } = factor
  const { t } = useTranslation()
  const words = useProblemWords()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [sending, setSending] = useState(false)

  async function send(shown: () => Promise<Partial<ProofBody> | null>) {
    if (sending) return
    setSending(true)
    try {
      const proved = await shown()
      if (proved !== null) return await onProved(proved)
      setSending(false)
    } catch (error) {
      setProblem(words(error))
      setSending(false)
    }
  }

  function type(now: string) {
    setTyped(now)
    setProblem(null)
  }

  return (
    <FormDialog
      title={title}
      description={text}
      size="sm"
      onSubmit={() => void send(async () => ({ [fields[proof]]: typed }))}
      submit={confirm}
      danger={danger}
      loading={sending}
      cancelVariant="ghost"
      onClose={onClose}
    >
      {props.children}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      {proof === 'password' && (
        <Asked label={t('security.oldPassword')} problem={problem}>
          <PasswordInput
            size="lg"
            maxLength={passwordLength}
            value={typed}
            onChange={(event) => type(event.target.value)}
          />
        </Asked>
      )}
      {proof === 'mailed_code' && <MailedCode email={email} typed={typed} problem={problem} onType={type} />}
      {proof === 'factor' && (
        <Asked label={t('secondFactor.code')} hint={t('secondFactor.codeOrRecovery')} problem={problem}>
          <Input
            size="lg"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            className="font-mono"
            value={typed}
            onChange={(event) => type(event.target.value)}
          />
        </Asked>
      )}
      {proof === 'factor' && passkeys.length > 0 && canUsePasskeys() && (
        <Button className="mt-3" icon={<KeyRound />} onClick={() => void send(byPasskey)}>
          {t('auth.passkey.use')}
        </Button>
      )}
    </FormDialog>
  )
}

/** Null when nothing was signed. */
async function byPasskey(): Promise<Partial<ProofBody> | null> {
  const { options } = await request('beginPasskeyProof', {})
  const passkey = await signByKey(options)
  return passkey === null ? null : { passkey }
}

const fields = { factor: 'code', password: 'password', mailed_code: 'mailed_code' } as const

interface AskedProps {
  label: string
  hint?: string
  problem: string | null
  children: ReactNode
}

function Asked({ label, hint, problem, children }: AskedProps) {
  return (
    <Field label={label} hint={hint} error={problem}>
      {children}
    </Field>
  )
}

interface MailedCodeProps {
  email: string
  typed: string
  problem: string | null
  onType: (typed: string) => void
}

/** It is mailed when one asks for it, since the dialog may have been opened by mistake. */
function MailedCode({ email, typed, problem, onType }: MailedCodeProps) {
  const { t } = useTranslation()
  const words = useProblemWords()
  const [sending, setSending] = useState(false)
  const [sent, setSent] = useState(false)
  const mailsGoOut = useMailsGoOut()

  async function mail() {
    setSending(true)
    try {
      await request('generateProofCode', {})
      setSent(true)
    } catch (error) {
      toast.error(words(error))
    } finally {
      setSending(false)
    }
  }

  return (
    <div className="flex flex-col gap-3">
      {!mailsGoOut && <Notice kind="info">{t('auth.code.outbox')}</Notice>}
      <Asked
        label={t('security.code')}
        hint={sent ? t('security.codeHint', { email }) : t('secondFactor.mailHint', { email })}
        problem={problem}
      >
        <Input
          size="lg"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={magicCodeDigits + 2}
          value={typed}
          onChange={(event) => onType(event.target.value)}
        />
      </Asked>
      <Button className="self-start" loading={sending} onClick={() => void mail()}>
        {t(sent ? 'auth.code.resend' : 'security.sendCode')}
      </Button>
    </div>
  )
}
