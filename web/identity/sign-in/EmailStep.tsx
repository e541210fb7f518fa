import { type FormEvent, useState } from 'react'
import { isEmail, normalizeEmail } from '#common/platform/text.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import type { SignInParams } from './sign-in-params.ts'
import { useErrorMessage } from './use-error-message.ts'
import { useFocusOnMount } from './use-focus-on-mount.ts'

interface EmailStepProps {
  email: string
  problem: SignInParams['problem']
  onEmail: (email: string) => Promise<void>
}

export function EmailStep({ email, problem, onEmail }: EmailStepProps) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const field = useFocusOnMount()
  const [typed, setTyped] = useState(email)
  const [error, setError] = useState(problem === null ? null : errorMessage(problem))
  const [sending, setSending] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!isEmail(normalizeEmail(typed))) {
      setError(errorMessage('email'))
      field.current?.focus()
      return
    }
    setError(null)
    setSending(true)
    try {
      await onEmail(normalizeEmail(typed))
    } catch (refusal) {
      setError(errorMessage(refusal))
      setSending(false)
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-4">
      <Field label={t('auth.email')} name="email" error={error}>
        <Input
          ref={field}
          type="email"
          size="lg"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={t('auth.emailPlaceholder')}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <Button type="submit" variant="primary" size="lg" loading={sending}>
        {t('auth.continue')}
      </Button>
    </form>
  )
}
