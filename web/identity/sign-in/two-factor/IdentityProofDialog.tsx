import { KeyRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { magicCodeDigits, maxPasswordLength } from '#common/identity/sign-in/rules.ts'
import type { IdentityProofBody, TwoFactorStatus } from '#common/identity/sign-in/two-factor/schema.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { request } from '../../../platform/app/sync.ts'
import { Button } from '../../../platform/ui/Button.tsx'
import { Field } from '../../../platform/ui/Field.tsx'
import { FormDialog } from '../../../platform/ui/FormDialog.tsx'
import { Input } from '../../../platform/ui/Input.tsx'
import { PasswordInput } from '../../../platform/ui/PasswordInput.tsx'
import { toast } from '../../../platform/ui/toast.ts'
import { AuthNotice } from '../AuthNotice.tsx'
import { useErrorMessage } from '../use-error-message.ts'
import { useCanSendEmail } from '../use-instance-config.ts'
import { canUsePasskeys, signWithPasskey } from './webauthn.ts'

interface IdentityProofDialogProps {
  factor: Pick<TwoFactorStatus, 'proof' | 'passkeys'>
  /** The email address of the account, for password managers and to show where a code is sent. */
  email: string
  title: string
  text: string
  confirm: string
  danger?: boolean
  /**
   * Called after the user has given a proof of identity. If this function throws an error, the dialog shows the
   * error.
   */
  onProved: (proof: Partial<IdentityProofBody>) => Promise<void>
  onClose: () => void
  /** Content above the proof, such as a summary of the action. */
  children?: ReactNode
}

/** Asks for a proof of identity and then runs the action. */
export function IdentityProofDialog(props: IdentityProofDialogProps) {
  const { factor, email, title, text, confirm, danger, onProved, onClose } = props
  const { proof, passkeys } = factor
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [sending, setSending] = useState(false)

  async function send(shown: () => Promise<Partial<IdentityProofBody> | null>) {
    if (sending) return
    setSending(true)
    try {
      const proved = await shown()
      if (proved !== null) return await onProved(proved)
      setSending(false)
    } catch (error) {
      setProblem(errorMessage(error))
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
        <ProofField label={t('security.oldPassword')} problem={problem}>
          <PasswordInput
            size="lg"
            maxLength={maxPasswordLength}
            value={typed}
            onChange={(event) => type(event.target.value)}
          />
        </ProofField>
      )}
      {proof === 'mailed_code' && <MailedCode email={email} typed={typed} problem={problem} onType={type} />}
      {proof === 'factor' && (
        <ProofField label={t('secondFactor.code')} hint={t('secondFactor.codeOrRecovery')} problem={problem}>
          <Input
            size="lg"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            className="font-mono"
            value={typed}
            onChange={(event) => type(event.target.value)}
          />
        </ProofField>
      )}
      {proof === 'factor' && passkeys.length > 0 && canUsePasskeys() && (
        <Button className="mt-3" icon={<KeyRound />} onClick={() => void send(byPasskey)}>
          {t('auth.passkey.use')}
        </Button>
      )}
    </FormDialog>
  )
}

/** Returns a proof of identity by passkey, or null when the user cancelled. */
async function byPasskey(): Promise<Partial<IdentityProofBody> | null> {
  const { options } = await request('beginPasskeyProof', {})
  const passkey = await signWithPasskey(options)
  return passkey === null ? null : { passkey }
}

const fields = { factor: 'code', password: 'password', mailed_code: 'mailed_code' } as const

interface ProofFieldProps {
  label: string
  hint?: string
  problem: string | null
  children: ReactNode
}

function ProofField({ label, hint, problem, children }: ProofFieldProps) {
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

/**
 * Requests a code by email only when the user asks for it, because the dialog may have been opened by
 * mistake.
 */
function MailedCode({ email, typed, problem, onType }: MailedCodeProps) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const [sending, setSending] = useState(false)
  const [sent, setSent] = useState(false)
  const canSendEmail = useCanSendEmail()

  async function mail() {
    setSending(true)
    try {
      await request('generateProofCode', {})
      setSent(true)
    } catch (error) {
      toast.error(errorMessage(error))
    } finally {
      setSending(false)
    }
  }

  return (
    <div className="flex flex-col gap-3">
      {!canSendEmail && <AuthNotice kind="info">{t('auth.code.outbox')}</AuthNotice>}
      <ProofField
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
      </ProofField>
      <Button className="self-start" loading={sending} onClick={() => void mail()}>
        {t(sent ? 'auth.code.resend' : 'security.sendCode')}
      </Button>
    </div>
  )
}
