import { type FormEvent, useState } from 'react'
import { fullName, jobs, personNameProblem, useCases } from '#common/identity/users/rules.ts'
import type { Me, Profile } from '#common/identity/users/schema.ts'
import { Notice } from '../../identity/sign-in/Notice.tsx'
import { useProblemWords } from '../../identity/sign-in/problems.ts'
import { useFirstFocus } from '../../identity/sign-in/use-first-focus.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { request, store } from '../../platform/app/sync.ts'
import { meAtom, profileAtom } from '../../platform/person/session.ts'
import { ownTimezone, TimezonePicker } from '../../platform/person/TimezonePicker.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { Select } from '../../platform/ui/Select.tsx'

interface ProfileStepProps {
  me: Me
  profile: Profile
  onDone: () => void
}

export function ProfileStep({ me, profile, onDone }: ProfileStepProps) {
  const { t } = useTranslation()
  const words = useProblemWords()
  const first = useFirstFocus()
  const [firstName, setFirstName] = useState(me.first_name)
  const [lastName, setLastName] = useState(me.last_name)
  const [job, setJob] = useState(() => jobs.find((known) => known === profile.role) ?? null)
  const [useCase, setUseCase] = useState(() => useCases.find((known) => known === profile.use_case) ?? null)
  const [zone, setZone] = useState(() => (me.user_timezone === 'UTC' ? ownTimezone() : me.user_timezone))
  const [tried, setTried] = useState(false)
  const [sending, setSending] = useState(false)
  const [error, setError] = useState<string | null>(null)

  const firstProblem = firstName.trim() === '' ? 'required' : personNameProblem(firstName)
  const lastProblem = personNameProblem(lastName)

  async function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    setError(null)
    if (firstProblem !== null || lastProblem !== null) return first.current?.focus()
    setSending(true)
    try {
      const names = {
        first_name: firstName,
        last_name: lastName,
        display_name: fullName(firstName, lastName),
      }
      store.set(meAtom, await request('updateMe', { body: { ...names, user_timezone: zone } }))
      store.set(profileAtom, await request('updateProfile', { body: { role: job, use_case: useCase } }))
      onDone()
    } catch (refusal) {
      setError(words(refusal))
    }
    setSending(false)
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-4">
      {error !== null && <Notice kind="error">{error}</Notice>}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={t('onboarding.firstName')}
          name="first_name"
          error={tried && firstProblem && t(`onboarding.nameProblem.${firstProblem}`)}
        >
          <Input
            ref={first}
            size="lg"
            autoComplete="given-name"
            value={firstName}
            onChange={(event) => setFirstName(event.target.value)}
          />
        </Field>
        <Field
          label={t('onboarding.lastName')}
          name="last_name"
          optional
          error={tried && lastProblem && t(`onboarding.nameProblem.${lastProblem}`)}
        >
          <Input
            size="lg"
            autoComplete="family-name"
            value={lastName}
            onChange={(event) => setLastName(event.target.value)}
          />
        </Field>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('onboarding.job')} optional>
          <Select
            size="lg"
            value={job}
            onChange={setJob}
            placeholder={t('onboarding.choose')}
            options={jobs.map((value) => ({ value, label: t(`onboarding.jobs.${value}`) }))}
          />
        </Field>
        <Field label={t('onboarding.useCase')} optional>
          <Select
            size="lg"
            value={useCase}
            onChange={setUseCase}
            placeholder={t('onboarding.choose')}
            options={useCases.map((value) => ({ value, label: t(`onboarding.useCases.${value}`) }))}
          />
        </Field>
      </div>
      <Field label={t('onboarding.timezone')}>
        <TimezonePicker value={zone} onChange={setZone} />
      </Field>
      <Button type="submit" variant="primary" size="lg" loading={sending}>
        {t('auth.continue')}
      </Button>
    </form>
  )
}
