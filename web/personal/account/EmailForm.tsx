import { type FormEvent, useState } from 'react'
import { magicCodeDigits } from '#common/identity/sign-in/rules.ts'
import type { IdentityProofBody, TwoFactorStatus } from '#common/identity/sign-in/two-factor/schema.ts'
import type { Me } from '#common/identity/users/schema.ts'
import { isEmail } from '#common/platform/text.ts'
import { useIdentityProof } from '../../identity/sign-in/two-factor/use-identity-proof.tsx'
import { useErrorMessage } from '../../identity/sign-in/use-error-message.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { RequestError } from '../../platform/sync/http.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { SettingsSection } from '../../platform/ui/SettingsSection.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { useWarnIfUnsaved } from '../../platform/ui/unsaved.ts'
import { changeEmail, requestEmailCode } from './actions.ts'

/** Changes the email address in two steps, with a code that is sent to the new address. */
export function EmailForm({ me }: { me: Me }) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const [email, setEmail] = useState('')
  const [code, setCode] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [sending, setSending] = useState(false)
  useWarnIfUnsaved(email !== '')
  const { requestProof, dialog } = useIdentityProof()

  async function attempt(what: () => Promise<void>) {
    setSending(true)
    try {
      await what()
      setProblem(null)
    } catch (error) {
      setProblem(errorMessage(error))
    } finally {
      setSending(false)
    }
  }

  const sendCode = {
    needed: ({ proof_to_move }: TwoFactorStatus) => proof_to_move,
    title: t('security.moveTitle', { email: email.trim() }),
    text: t('secondFactor.proofText'),
    confirm: t('secondFactor.continue'),
    async onProved(proof: Partial<IdentityProofBody>) {
      try {
        await requestEmailCode(email, proof)
        setCode('')
      } catch (error) {
        // A problem with the address is shown at its field.
        if (!(error instanceof RequestError && error.fields['email'])) throw error
        setProblem(errorMessage(error))
      }
    },
  }

  function send(event: FormEvent) {
    event.preventDefault()
    if (code === null) {
      if (!isEmail(email.trim())) return setProblem(t('auth.errors.email'))
      return void attempt(() => requestProof(sendCode))
    }
    void attempt(async () => {
      await changeEmail(email, code)
      toast.ok(t('security.emailChanged'))
    })
  }

  return (
    <SettingsSection title={t('security.email')} text={t('security.emailText', { email: me.email })}>
      <form onSubmit={send} noValidate className="flex flex-col gap-4">
        {code === null ? (
          <Field label={t('security.newEmail')} error={problem}>
            <Input
              size="lg"
              type="email"
              autoComplete="email"
              value={email}
              onChange={(event) => {
                setEmail(event.target.value)
                setProblem(null)
              }}
            />
          </Field>
        ) : (
          <Field label={t('security.code')} hint={t('security.codeHint', { email })} error={problem}>
            <Input
              size="lg"
              autoFocus
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={magicCodeDigits + 2}
              value={code}
              onChange={(event) => {
                setCode(event.target.value)
                setProblem(null)
              }}
            />
          </Field>
        )}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" loading={sending}>
            {t(code === null ? 'security.sendCode' : 'security.changeEmail')}
          </Button>
          {code !== null && (
            <Button
              variant="ghost"
              onClick={() => {
                setCode(null)
                setProblem(null)
              }}
            >
              {t('ui.cancel')}
            </Button>
          )}
        </div>
      </form>
      {dialog}
    </SettingsSection>
  )
}
