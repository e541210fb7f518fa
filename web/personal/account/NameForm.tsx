import { maxPersonNameLength, personNameProblem } from '#common/identity/users/rules.ts'
import type { Me } from '#common/identity/users/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { NamePair } from '../../platform/person/NamePair.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { useForm } from '../../platform/ui/use-form.ts'

type Names = Pick<Me, 'first_name' | 'last_name' | 'display_name'>

/** Name fields with a Save button that appears after a change. */
export function NameForm({ me, onSave }: { me: Me; onSave: (names: Names) => Promise<void> }) {
  const { t } = useTranslation()
  const form = useForm<Names>({
    saved: { first_name: me.first_name, last_name: me.last_name, display_name: me.display_name },
    warnsOnLeave: true,
    showsAtOnce: true,
    check: ({ first_name, last_name, display_name }) => {
      const first = first_name.trim() === '' ? 'required' : personNameProblem(first_name)
      const last = personNameProblem(last_name)
      return {
        first_name: first && t(`onboarding.nameProblem.${first}`),
        last_name: last && t(`onboarding.nameProblem.${last}`),
        display_name: display_name.trim() === '' && t('account.displayNameMissing'),
      }
    },
    send: onSave,
  })

  return (
    <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
      <NamePair>
        <Field label={t('account.firstName')} error={form.problem('first_name')}>
          <Input size="lg" autoComplete="given-name" {...form.text('first_name')} />
        </Field>
        <Field label={t('account.lastName')} optional error={form.problem('last_name')}>
          <Input size="lg" autoComplete="family-name" {...form.text('last_name')} />
        </Field>
      </NamePair>
      <Field
        label={t('account.displayName')}
        hint={t('account.displayNameHint')}
        error={form.problem('display_name')}
      >
        <Input
          size="lg"
          autoComplete="nickname"
          maxLength={maxPersonNameLength}
          {...form.text('display_name')}
        />
      </Field>
      {form.isChanged && (
        <Button type="submit" variant="primary" loading={form.sending} className="self-start">
          {t('account.save')}
        </Button>
      )}
    </form>
  )
}
