import { AccountSection } from '../../identity/sign-in/AccountSection.tsx'
import { useTranslation } from '../../locales/i18n.ts'
import { AccountScreen } from '../../platform/shell/AccountScreen.tsx'
import { useTheme } from '../../platform/ui/theme.ts'
import { CustomColorsForm } from './CustomColorsForm.tsx'
import { ThemeCards } from './ThemeCards.tsx'

/** Screen `/{slug}/settings/profile/appearance` with the theme and the custom colors. */
export function AppearanceSettings() {
  const { t } = useTranslation()
  const { chosen } = useTheme()
  return (
    <AccountScreen>
      <AccountSection title={t('shell.theme.label')}>
        <ThemeCards />
      </AccountSection>
      {chosen === 'custom' && (
        <AccountSection title={t('shell.theme.custom')}>
          <CustomColorsForm />
        </AccountSection>
      )}
    </AccountScreen>
  )
}
