import { useState } from 'react'
import { passwordLength } from '#common/identity/sign-in/rules.ts'
import type { InstancePerson } from '#common/operation/instance/schema.ts'
import { useProblemWords } from '../../identity/sign-in/problems.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { request } from '../../platform/app/sync.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Dialog } from '../../platform/ui/Dialog.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { PasswordInput } from '../../platform/ui/PasswordInput.tsx'
import { toast } from '../../platform/ui/toast.ts'

interface Props {
  person: InstancePerson
  onDone: (person: InstancePerson) => void
  onClose: () => void
}

/** Sets the password of somebody who gets no email with a link. */
export function PersonPassword({ person, onDone, onClose }: Props) {
  const { t } = useTranslation()
  const words = useProblemWords()
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [sending, setSending] = useState(false)
  const name = person.display_name

  async function save() {
    if (sending) return
    setSending(true)
    try {
      const sent = { params: { user_id: person.id }, body: { password } }
      onDone(await request('setInstancePersonPassword', sent))
      toast.ok(t('instance.passwordSet', { name }))
      onClose()
    } catch (error) {
      setProblem(words(error))
      setSending(false)
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('instance.setPasswordTitle', { name })}
      description={t('instance.setPasswordText')}
      size="sm"
      onSubmit={() => void save()}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" variant="primary" loading={sending}>
            {t('instance.setPassword')}
          </Button>
        </>
      }
    >
      <Field label={t('instance.personPassword')} error={problem ?? undefined}>
        <PasswordInput
          autoComplete="new-password"
          maxLength={passwordLength}
          value={password}
          onChange={(event) => {
            setPassword(event.target.value)
            setProblem(null)
          }}
        />
      </Field>
    </Dialog>
  )
}
