import { useTranslation } from '../../locales/i18n.ts'
import { AccountScreen } from '../../platform/shell/AccountScreen.tsx'
import { SettingsSection } from '../../platform/ui/SettingsSection.tsx'
import { useTheme } from '../../platform/ui/theme.ts'
import { CustomColorsForm } from './CustomColorsForm.tsx'
import { ThemeCards } from './ThemeCards.tsx'

/** Screen `/{slug}/settings/profile/appearance` with the theme and the custom colors. */
export function AppearanceSettings() {
  const { t } = useTranslation()
  const { chosen } = useTheme()
  return (
    <AccountScreen>
      <SettingsSection title={t('shell.theme.label')}>
        <ThemeCards />
      </SettingsSection>
      {chosen === 'custom' && (
        <SettingsSection title={t('shell.theme.custom')}>
          <CustomColorsForm />
        </SettingsSection>
      )}
    </AccountScreen>
  )
}
