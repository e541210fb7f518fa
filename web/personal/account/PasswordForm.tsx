import { type FormEvent, useState } from 'react'
import { authErrors } from '#common/identity/sign-in/errors.ts'
import { passwordLength } from '#common/identity/sign-in/rules.ts'
import { guessStrength } from '#common/identity/sign-in/strength.ts'
import type { Me } from '#common/identity/users/schema.ts'
import { AccountPart } from '../../identity/sign-in/AccountPart.tsx'
import { useProblemWords } from '../../identity/sign-in/problems.ts'
import { useProof } from '../../identity/sign-in/second-factor/use-proof.tsx'
import { useTranslation } from '../../locales/i18n.ts'
import { RequestError } from '../../platform/sync/http.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { PasswordInput } from '../../platform/ui/PasswordInput.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { useUnsaved } from '../../platform/ui/unsaved.ts'
import { changePassword } from './actions.ts'

/** Another password, for which the old one is asked; or the first, for who signs in by codes. */
export function PasswordForm({ me }: { me: Me }) {
  const { t } = useTranslation()
  const words = useProblemWords()
  const [old, setOld] = useState('')
  const [wanted, setWanted] = useState('')
  const [problem, setProblem] = useState<{ at: 'old' | 'wanted'; says: string } | null>(null)
  const [saving, setSaving] = useState(false)
  const { attempt, dialog } = useProof()
  const isFirst = me.is_password_autoset
  useUnsaved(wanted !== '' || old !== '')

  function problemOf(error: unknown): NonNullable<typeof problem> {
    const code = error instanceof RequestError ? error.error_code : null
    if (code === authErrors.INVALID_NEW_PASSWORD) return { at: 'wanted', says: t('security.passwordSame') }
    return { at: code === authErrors.INCORRECT_OLD_PASSWORD ? 'old' : 'wanted', says: words(error) }
  }

  function done() {
    setOld('')
    setWanted('')
    setProblem(null)
    toast.ok(t(isFirst ? 'security.passwordSet' : 'security.passwordChanged'))
  }

  async function send(event: FormEvent) {
    event.preventDefault()
    if (!isFirst && old === '') return setProblem({ at: 'old', says: t('security.oldMissing') })
    if (wanted === '') return setProblem({ at: 'wanted', says: t('auth.errors.password_missing') })
    setSaving(true)
    try {
      if (isFirst) {
        await attempt({
          title: t('security.setPassword'),
          text: t('secondFactor.proofText'),
          confirm: t('secondFactor.continue'),
          async onProved({ password: _, ...proof }) {
            await changePassword(null, wanted, proof)
            done()
          },
        })
      } else {
        await changePassword(old, wanted)
        done()
      }
    } catch (error) {
      setProblem(problemOf(error))
    } finally {
      setSaving(false)
    }
  }

  return (
    <AccountPart title={t('security.password')}>
      <p className="text-pretty text-soft">
        {t(isFirst ? 'security.passwordFirst' : 'security.passwordText')}
      </p>
      <form onSubmit={(event) => void send(event)} noValidate className="flex flex-col gap-4">
        <input type="email" autoComplete="username" value={me.email} readOnly hidden />
        {!isFirst && (
          <Field label={t('security.oldPassword')} error={problem?.at === 'old' && problem.says}>
            <PasswordInput
              size="lg"
              maxLength={passwordLength}
              value={old}
              onChange={(event) => {
                setOld(event.target.value)
                setProblem(null)
              }}
            />
          </Field>
        )}
        <Field
          label={t('security.newPassword')}
          hint={t('auth.passwordHint')}
          error={problem?.at === 'wanted' && problem.says}
        >
          <PasswordInput
            size="lg"
            autoComplete="new-password"
            maxLength={passwordLength}
            strength={
              wanted === '' ? undefined : guessStrength(wanted, [me.email, me.first_name, me.last_name])
            }
            value={wanted}
            onChange={(event) => {
              setWanted(event.target.value)
              setProblem(null)
            }}
          />
        </Field>
        <Button type="submit" loading={saving} className="self-start">
          {t(isFirst ? 'security.setPassword' : 'security.changePassword')}
        </Button>
      </form>
      {dialog}
    </AccountPart>
  )
}
