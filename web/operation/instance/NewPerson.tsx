import { Plus } from 'lucide-react'
import { useState } from 'react'
import { maxPasswordLength } from '#common/identity/sign-in/rules.ts'
import { personNameProblem } from '#common/identity/users/rules.ts'
import type { InstancePerson } from '#common/operation/instance/schema.ts'
import { AuthNotice } from '../../identity/sign-in/AuthNotice.tsx'
import { useErrorMessage } from '../../identity/sign-in/use-error-message.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { request } from '../../platform/app/sync.ts'
import { displayNameOf } from '../../platform/person/display-name.ts'
import { NamePair } from '../../platform/person/NamePair.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { Dialog } from '../../platform/ui/Dialog.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { PasswordInput } from '../../platform/ui/PasswordInput.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { useForm } from '../../platform/ui/use-form.ts'

/**
 * Creates an account. This is needed if the Tandem instance cannot send email, or if users cannot sign up
 * themselves.
 */
export function NewPerson({ onDone }: { onDone: (person: InstancePerson) => void }) {
  const { t } = useTranslation()
  const words = useErrorMessage()
  const [open, setOpen] = useState(false)
  const form = useForm({
    saved: { first_name: '', last_name: '', email: '', password: '' },
    check: ({ first_name, last_name }) => {
      const first = personNameProblem(first_name)
      const last = personNameProblem(last_name)
      return {
        first_name:
          first_name.trim() === ''
            ? t('instance.personNameMissing')
            : first && t(`onboarding.nameProblem.${first}`),
        last_name: last && t(`onboarding.nameProblem.${last}`),
      }
    },
    send: async ({ first_name, last_name, email, password }) => {
      const names = { first_name: first_name.trim(), last_name: last_name.trim() }
      const body = { email, ...names, ...(password !== '' && { password }) }
      const person = await request('createInstancePerson', { body })
      onDone(person)
      toast.ok(t('instance.personCreated', { name: displayNameOf(person) }))
      show(false)
    },
    explain: words,
  })

  function show(isOpen: boolean) {
    setOpen(isOpen)
    form.reset()
  }

  return (
    <Dialog
      open={open}
      onOpenChange={show}
      title={t('instance.newPerson')}
      description={t('instance.newPersonText')}
      size="sm"
      trigger={
        <Button variant="primary" icon={<Plus />}>
          {t('instance.newPerson')}
        </Button>
      }
      onSubmit={form.submit}
      footer={
        <>
          <Button variant="ghost" onClick={() => show(false)}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" variant="primary" loading={form.sending}>
            {t('instance.createPerson')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {form.refusal !== null && <AuthNotice kind="error">{form.refusal}</AuthNotice>}
        <NamePair>
          <Field label={t('account.firstName')} error={form.problem('first_name')}>
            <Input autoComplete="off" {...form.text('first_name')} />
          </Field>
          <Field label={t('account.lastName')} optional error={form.problem('last_name')}>
            <Input autoComplete="off" {...form.text('last_name')} />
          </Field>
        </NamePair>
        <Field label={t('instance.personEmail')}>
          <Input type="email" autoComplete="off" maxLength={255} required {...form.text('email')} />
        </Field>
        <Field label={t('instance.personPassword')} hint={t('instance.personPasswordHint')}>
          <PasswordInput
            autoComplete="new-password"
            maxLength={maxPasswordLength}
            {...form.text('password')}
          />
        </Field>
      </div>
    </Dialog>
  )
}
