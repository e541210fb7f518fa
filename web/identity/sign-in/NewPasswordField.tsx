import { maxPasswordLength } from '#common/identity/sign-in/rules.ts'
import { estimatePasswordStrength } from '#common/identity/sign-in/strength.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { Field } from '../../platform/ui/Field.tsx'
import { PasswordInput } from '../../platform/ui/PasswordInput.tsx'
import { useFocusOnMount } from './use-focus-on-mount.ts'

interface NewPasswordFieldProps {
  password: string
  /**
   * Words that an attacker would try first, such as the user's name. A password that consists of them counts
   * as weak.
   */
  known: string[]
  error: string | null
  onChange: (password: string) => void
}

export function NewPasswordField({ password, known, error, onChange }: NewPasswordFieldProps) {
  const { t } = useTranslation()
  const field = useFocusOnMount()
  return (
    <Field label={t('auth.newPassword')} hint={t('auth.passwordHint')} error={error}>
      <PasswordInput
        ref={field}
        name="password"
        size="lg"
        maxLength={maxPasswordLength}
        autoComplete="new-password"
        strength={password === '' ? undefined : estimatePasswordStrength(password, known)}
        value={password}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}
