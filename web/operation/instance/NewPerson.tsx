import { Plus } from 'lucide-react'
import { useState } from 'react'
import { passwordLength } from '#common/identity/sign-in/rules.ts'
import { personNameProblem } from '#common/identity/users/rules.ts'
import type { InstancePerson } from '#common/operation/instance/schema.ts'
import { Notice } from '../../identity/sign-in/Notice.tsx'
import { useProblemWords } from '../../identity/sign-in/problems.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { request } from '../../platform/app/sync.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Dialog } from '../../platform/ui/Dialog.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { PasswordInput } from '../../platform/ui/PasswordInput.tsx'
import { toast } from '../../platform/ui/toast.ts'

/** Creates an account for somebody, for installations that send no email or where nobody may sign up. */
export function NewPerson({ onDone }: { onDone: (person: InstancePerson) => void }) {
  const { t } = useTranslation()
  const words = useProblemWords()
  const [open, setOpen] = useState(false)
  const [firstName, setFirstName] = useState('')
  const [lastName, setLastName] = useState('')
  const [tried, setTried] = useState(false)
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [sending, setSending] = useState(false)
  const first = firstName.trim() === '' ? 'required' : personNameProblem(firstName)
  const last = personNameProblem(lastName)

  function show(isOpen: boolean) {
    setOpen(isOpen)
    setFirstName('')
    setLastName('')
    setTried(false)
    setEmail('')
    setPassword('')
    setProblem(null)
  }

  async function create() {
    setTried(true)
    if (sending || first !== null || last !== null) return
    setSending(true)
    try {
      const names = { first_name: firstName.trim(), last_name: lastName.trim() }
      const body = { email, ...names, ...(password !== '' && { password }) }
      const person = await request('createInstancePerson', { body })
      onDone(person)
      toast.ok(t('instance.personCreated', { name: person.display_name }))
      show(false)
    } catch (error) {
      setProblem(words(error))
    }
    setSending(false)
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
      onSubmit={() => void create()}
      footer={
        <>
          <Button variant="ghost" onClick={() => show(false)}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" variant="primary" loading={sending}>
            {t('instance.createPerson')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {problem !== null && <Notice kind="error">{problem}</Notice>}
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label={t('account.firstName')}
            error={
              tried &&
              first &&
              (first === 'required' ? t('instance.personNameMissing') : t(`onboarding.nameProblem.${first}`))
            }
          >
            <Input
              autoComplete="off"
              value={firstName}
              onChange={(event) => setFirstName(event.target.value)}
            />
          </Field>
          <Field
            label={t('account.lastName')}
            optional
            error={tried && last && t(`onboarding.nameProblem.${last}`)}
          >
            <Input
              autoComplete="off"
              value={lastName}
              onChange={(event) => setLastName(event.target.value)}
            />
          </Field>
        </div>
        <Field label={t('instance.personEmail')}>
          <Input
            type="email"
            autoComplete="off"
            maxLength={255}
            required
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        </Field>
        <Field label={t('instance.personPassword')} hint={t('instance.personPasswordHint')}>
          <PasswordInput
            autoComplete="new-password"
            maxLength={passwordLength}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
      </div>
    </Dialog>
  )
}
