import { type FormEvent, useState } from 'react'
import { personNameLength, personNameProblem } from '#common/identity/users/rules.ts'
import type { Me } from '#common/identity/users/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { useUnsaved } from '../../platform/ui/unsaved.ts'

type Names = Pick<Me, 'first_name' | 'last_name' | 'display_name'>

/** One's names; Save is there as soon as one of them differs. */
export function NameForm({ me, onSave }: { me: Me; onSave: (names: Names) => Promise<void> }) {
  const { t } = useTranslation()
  const [names, setNames] = useState<Names>({
    first_name: me.first_name,
    last_name: me.last_name,
    display_name: me.display_name,
  })
  const [saving, setSaving] = useState(false)
  const set = (part: Partial<Names>) => setNames((now) => ({ ...now, ...part }))
  const first = names.first_name.trim() === '' ? 'required' : personNameProblem(names.first_name)
  const last = personNameProblem(names.last_name)
  const isMissing = names.display_name.trim() === ''
  const isChanged =
    names.first_name !== me.first_name ||
    names.last_name !== me.last_name ||
    names.display_name !== me.display_name
  useUnsaved(isChanged)

  async function send(event: FormEvent) {
    event.preventDefault()
    if (first !== null || last !== null || isMissing) return
    setSaving(true)
    await onSave(names)
    setSaving(false)
  }

  return (
    <form onSubmit={(event) => void send(event)} noValidate className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('account.firstName')} error={first && t(`onboarding.nameProblem.${first}`)}>
          <Input
            size="lg"
            autoComplete="given-name"
            value={names.first_name}
            onChange={(event) => set({ first_name: event.target.value })}
          />
        </Field>
        <Field label={t('account.lastName')} optional error={last && t(`onboarding.nameProblem.${last}`)}>
          <Input
            size="lg"
            autoComplete="family-name"
            value={names.last_name}
            onChange={(event) => set({ last_name: event.target.value })}
          />
        </Field>
      </div>
      <Field
        label={t('account.displayName')}
        hint={t('account.displayNameHint')}
        error={isMissing && t('account.displayNameMissing')}
      >
        <Input
          size="lg"
          autoComplete="nickname"
          maxLength={personNameLength}
          value={names.display_name}
          onChange={(event) => set({ display_name: event.target.value })}
        />
      </Field>
      {isChanged && (
        <Button type="submit" variant="primary" loading={saving} className="self-start">
          {t('account.save')}
        </Button>
      )}
    </form>
  )
}
