import { jobRoles, personNameProblem, useCases } from '#common/identity/users/rules.ts'
import type { Me, Profile } from '#common/identity/users/schema.ts'
import { AuthNotice } from '../../identity/sign-in/AuthNotice.tsx'
import { useErrorMessage } from '../../identity/sign-in/use-error-message.ts'
import { firstDayOfWeek, isFamilyNameFirst, joinPersonNames } from '../../locales/formats.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { request, store } from '../../platform/app/sync.ts'
import { NamePair } from '../../platform/person/NamePair.tsx'
import { profileAtom } from '../../platform/person/profile.ts'
import { meAtom } from '../../platform/person/session.ts'
import { browserTimezone, TimezonePicker } from '../../platform/person/TimezonePicker.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { Select } from '../../platform/ui/Select.tsx'
import { useForm } from '../../platform/ui/use-form.ts'

interface ProfileStepProps {
  me: Me
  profile: Profile
  onDone: () => void
}

export function ProfileStep({ me, profile, onDone }: ProfileStepProps) {
  const { t } = useTranslation()
  const words = useErrorMessage()
  const form = useForm({
    saved: () => ({
      first_name: me.first_name,
      last_name: me.last_name,
      role: jobRoles.find((known) => known === profile.role) ?? null,
      use_case: useCases.find((known) => known === profile.use_case) ?? null,
      user_timezone: me.user_timezone === 'UTC' ? browserTimezone() : me.user_timezone,
    }),
    firstFocus: isFamilyNameFirst() ? 'last_name' : 'first_name',
    check: ({ first_name, last_name }) => {
      const first = first_name.trim() === '' ? 'required' : personNameProblem(first_name)
      const last = personNameProblem(last_name)
      return {
        first_name: first && t(`onboarding.nameProblem.${first}`),
        last_name: last && t(`onboarding.nameProblem.${last}`),
      }
    },
    send: async ({ role, use_case, ...names }) => {
      const display_name = joinPersonNames(names.first_name, names.last_name)
      // In a new profile, the week starts on day 0 (Sunday). If the user has chosen no other day, the language of
      // the browser determines the first day of the week.
      const start_of_the_week = profile.start_of_the_week || firstDayOfWeek(navigator.language)
      store.set(meAtom, await request('updateMe', { body: { ...names, display_name } }))
      store.set(profileAtom, await request('updateProfile', { body: { role, use_case, start_of_the_week } }))
      onDone()
    },
    explain: words,
  })

  return (
    <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
      {form.refusal !== null && <AuthNotice kind="error">{form.refusal}</AuthNotice>}
      <NamePair>
        <Field label={t('onboarding.firstName')} name="first_name" error={form.problem('first_name')}>
          <Input size="lg" autoComplete="given-name" {...form.text('first_name')} />
        </Field>
        <Field label={t('onboarding.lastName')} name="last_name" optional error={form.problem('last_name')}>
          <Input size="lg" autoComplete="family-name" {...form.text('last_name')} />
        </Field>
      </NamePair>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('onboarding.job')} optional>
          <Select
            size="lg"
            value={form.values.role}
            onChange={(role) => form.set({ role })}
            placeholder={t('onboarding.choose')}
            options={jobRoles.map((value) => ({ value, label: t(`onboarding.jobs.${value}`) }))}
          />
        </Field>
        <Field label={t('onboarding.useCase')} optional>
          <Select
            size="lg"
            value={form.values.use_case}
            onChange={(use_case) => form.set({ use_case })}
            placeholder={t('onboarding.choose')}
            options={useCases.map((value) => ({ value, label: t(`onboarding.useCases.${value}`) }))}
          />
        </Field>
      </div>
      <Field label={t('onboarding.timezone')}>
        <TimezonePicker
          value={form.values.user_timezone}
          onChange={(user_timezone) => form.set({ user_timezone })}
        />
      </Field>
      <Button type="submit" variant="primary" size="lg" loading={form.sending}>
        {t('auth.continue')}
      </Button>
    </form>
  )
}
