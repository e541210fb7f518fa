import { authErrors } from '#common/identity/sign-in/errors.ts'
import { maxPasswordLength } from '#common/identity/sign-in/rules.ts'
import { estimatePasswordStrength } from '#common/identity/sign-in/strength.ts'
import type { Me } from '#common/identity/users/schema.ts'
import { useIdentityProof } from '../../identity/sign-in/two-factor/use-identity-proof.tsx'
import { useErrorMessage } from '../../identity/sign-in/use-error-message.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { RequestError } from '../../platform/sync/http.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { PasswordInput } from '../../platform/ui/PasswordInput.tsx'
import { SettingsSection } from '../../platform/ui/SettingsSection.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { useForm } from '../../platform/ui/use-form.ts'
import { changePassword } from './actions.ts'

/** Changes the password, or sets the first password of an account that signs in with codes. */
export function PasswordForm({ me }: { me: Me }) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const form = useForm({
    saved: { old: '', wanted: '' },
    warnsOnLeave: true,
    send: async ({ old, wanted }) => {
      if (!isFirst && old === '') return { old: t('security.oldMissing') }
      if (wanted === '') return { wanted: t('auth.errors.password_missing') }
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
    },
    explain: (error) => {
      const code = error instanceof RequestError ? error.error_code : null
      if (code === authErrors.INVALID_NEW_PASSWORD) return { wanted: t('security.passwordSame') }
      return { [code === authErrors.INCORRECT_OLD_PASSWORD ? 'old' : 'wanted']: errorMessage(error) }
    },
  })
  const { wanted } = form.values
  const { attempt, dialog } = useIdentityProof()
  const isFirst = me.is_password_autoset

  function done() {
    form.reset()
    toast.ok(t(isFirst ? 'security.passwordSet' : 'security.passwordChanged'))
  }

  return (
    <SettingsSection title={t('security.password')}>
      <p className="text-pretty text-soft">
        {t(isFirst ? 'security.passwordFirst' : 'security.passwordText')}
      </p>
      <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
        <input type="email" autoComplete="username" value={me.email} readOnly hidden />
        {!isFirst && (
          <Field label={t('security.oldPassword')} error={form.problem('old')}>
            <PasswordInput size="lg" maxLength={maxPasswordLength} {...form.text('old')} />
          </Field>
        )}
        <Field label={t('security.newPassword')} hint={t('auth.passwordHint')} error={form.problem('wanted')}>
          <PasswordInput
            size="lg"
            autoComplete="new-password"
            maxLength={maxPasswordLength}
            strength={
              wanted === ''
                ? undefined
                : estimatePasswordStrength(wanted, [me.email, me.first_name, me.last_name])
            }
            {...form.text('wanted')}
          />
        </Field>
        <Button type="submit" loading={form.sending} className="self-start">
          {t(isFirst ? 'security.setPassword' : 'security.changePassword')}
        </Button>
      </form>
      {dialog}
    </SettingsSection>
  )
}
