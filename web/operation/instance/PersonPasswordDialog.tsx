import { maxPasswordLength } from '#common/identity/sign-in/rules.ts'
import type { InstancePerson } from '#common/operation/instance/schema.ts'
import { useErrorMessage } from '../../identity/sign-in/use-error-message.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { request } from '../../platform/app/sync.ts'
import { displayNameOf } from '../../platform/person/display-name.ts'
import { Field } from '../../platform/ui/Field.tsx'
import { FormDialog } from '../../platform/ui/FormDialog.tsx'
import { PasswordInput } from '../../platform/ui/PasswordInput.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { useForm } from '../../platform/ui/use-form.ts'

interface Props {
  person: InstancePerson
  onDone: (person: InstancePerson) => void
  onClose: () => void
}

/** Sets the password of a user who cannot receive a reset link by email. */
export function PersonPasswordDialog({ person, onDone, onClose }: Props) {
  const { t } = useTranslation()
  const words = useErrorMessage()
  const form = useForm({
    saved: { password: '' },
    send: async ({ password }) => {
      const sent = { params: { user_id: person.id }, body: { password } }
      onDone(await request('setInstancePersonPassword', sent))
      toast.ok(t('instance.passwordSet', { name }))
      onClose()
    },
    explain: (error) => ({ password: words(error) }),
  })
  const name = displayNameOf(person)

  return (
    <FormDialog
      title={t('instance.setPasswordTitle', { name })}
      description={t('instance.setPasswordText')}
      size="sm"
      onSubmit={form.submit}
      submit={t('instance.setPassword')}
      loading={form.sending}
      cancelVariant="ghost"
      onClose={onClose}
    >
      <Field label={t('instance.personPassword')} error={form.problem('password')}>
        <PasswordInput autoComplete="new-password" maxLength={maxPasswordLength} {...form.text('password')} />
      </Field>
    </FormDialog>
  )
}
