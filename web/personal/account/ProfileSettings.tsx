import { useAtomValue } from 'jotai'
import { type FirstScreen, firstScreens } from '#common/identity/users/rules.ts'
import { useErrorMessage } from '../../identity/sign-in/use-error-message.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { LanguageSelect } from '../../platform/person/LanguageSelect.tsx'
import { chooseLanguage } from '../../platform/person/language.ts'
import { firstDayOfWeekAtom } from '../../platform/person/me.ts'
import { profileAtom } from '../../platform/person/profile.ts'
import { meAtom } from '../../platform/person/session.ts'
import { TimezonePicker } from '../../platform/person/TimezonePicker.tsx'
import { AccountScreen } from '../../platform/shell/AccountScreen.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { Select } from '../../platform/ui/Select.tsx'
import { SettingsSection } from '../../platform/ui/SettingsSection.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { changeAccount, changeProfile } from './actions.ts'
import { NameForm } from './NameForm.tsx'
import { ProfileCoverField } from './ProfileCoverField.tsx'
import { ProfilePictureField } from './ProfilePictureField.tsx'

const weekDays = [0, 1, 2, 3, 4, 5, 6] as const

/** Screen `/{slug}/settings/profile/general` with the name, picture, language and display settings of the user. */
export function ProfileSettings() {
  const { t, i18n } = useTranslation()
  const errorMessage = useErrorMessage()
  const me = useAtomValue(meAtom)
  const weekStart = useAtomValue(firstDayOfWeekAtom)
  if (me === null) return null
  const dayName = (day: number) =>
    // The names of the weekdays are formatted from 1 January 2023 on, which was a Sunday.
    new Intl.DateTimeFormat(i18n.language, { weekday: 'long', timeZone: 'UTC' }).format(
      Date.UTC(2023, 0, 1 + day),
    )
  const save = async (saving: Promise<void>) => {
    try {
      await saving
      toast.ok(t('account.saved'))
    } catch (error) {
      toast.error(errorMessage(error))
    }
  }
  return (
    <AccountScreen>
      <SettingsSection title={t('account.you')}>
        <ProfilePictureField me={me} />
        <ProfileCoverField
          me={me}
          onChange={(cover_image_url) => void save(changeAccount({ cover_image_url }))}
        />
        <NameForm me={me} onSave={(names) => save(changeAccount(names))} />
      </SettingsSection>
      <SettingsSection title={t('account.time')}>
        <Field label={t('account.language')} hint={t('account.languageHint')}>
          <LanguageSelect onChange={(language) => void save(chooseLanguage(language))} />
        </Field>
        <Field label={t('onboarding.timezone')} hint={t('account.timezoneHint')}>
          <TimezonePicker
            value={me.user_timezone}
            onChange={(user_timezone) => void save(changeAccount({ user_timezone }))}
          />
        </Field>
        <Field label={t('account.weekStart')}>
          <Select
            size="lg"
            value={String(weekStart)}
            onChange={(day) => void save(changeProfile({ start_of_the_week: Number(day) }))}
            options={weekDays.map((day) => ({ value: String(day), label: dayName(day) }))}
          />
        </Field>
      </SettingsSection>
      <WorkSettings save={save} />
    </AccountScreen>
  )
}

const screens = Object.keys(firstScreens) as FirstScreen[]

/** Settings for the first screen of a workspace, and for the key that sends comments. */
function WorkSettings({ save }: { save: (saving: Promise<void>) => Promise<void> }) {
  const { t } = useTranslation()
  const profile = useAtomValue(profileAtom)
  if (profile === null) return null
  return (
    <SettingsSection title={t('account.work')}>
      <Field label={t('account.firstScreen')}>
        <Select
          size="lg"
          value={profile.first_screen}
          onChange={(first_screen) => void save(changeProfile({ first_screen }))}
          options={screens.map((value) => ({ value, label: t(`account.firstScreens.${value}`) }))}
        />
      </Field>
      <Field label={t('account.enterSends')}>
        <Select
          size="lg"
          value={profile.enter_sends ? 'enter' : 'mod'}
          onChange={(key) => void save(changeProfile({ enter_sends: key === 'enter' }))}
          options={(['mod', 'enter'] as const).map((value) => ({
            value,
            label: t(`account.sendKeys.${value}`),
          }))}
        />
      </Field>
    </SettingsSection>
  )
}
