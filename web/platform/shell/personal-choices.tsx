import { useAtomValue } from 'jotai'
import { Building2, Languages, SunMoon } from 'lucide-react'
import { useNavigate } from 'react-router'
import { languages } from '#common/locales/languages.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { currentLanguage, translatedLanguages } from '../../locales/language.ts'
import { request } from '../app/sync.ts'
import { languageOptions } from '../person/LanguageSelect.tsx'
import { chooseLanguage } from '../person/language.ts'
import { chooseTheme } from '../person/theme.ts'
import { Picker } from '../ui/Picker.tsx'
import { type LoadPickerOptions, matchingOptions } from '../ui/picker-options.ts'
import { themes, useTheme } from '../ui/theme.ts'
import { toast } from '../ui/toast.ts'
import type { PaletteChoice } from './palette-state.ts'
import { themeOptions } from './theme-options.tsx'
import { WorkspaceLogo } from './WorkspaceLogo.tsx'
import { workspaceAtom } from './workspace.ts'

/** Returns the palette rows for personal choices: workspace, theme and language. */
export function usePersonalPaletteChoices(): PaletteChoice[] {
  const { t } = useTranslation()
  const { chosen } = useTheme()
  return [
    {
      id: 'workspace',
      label: t('shell.switchWorkspace'),
      icon: <Building2 />,
      page: <WorkspacePage />,
    },
    {
      id: 'theme',
      label: t('shell.theme.change'),
      icon: <SunMoon />,
      hint: t(`shell.theme.${chosen}`),
      page: <ThemePage />,
    },
    {
      id: 'language',
      label: t('shell.language.change'),
      icon: <Languages />,
      hint: languages[currentLanguage()].name,
      page: <LanguagePage />,
    },
  ]
}

/** The workspaces are loaded when the list opens, to include new invitations. */
const loadWorkspaces: LoadPickerOptions = async (query) => {
  const workspaces = await request('listWorkspaces', {})
  const options = workspaces.map(({ slug, name, logo_url }) => ({
    value: slug,
    label: name,
    icon: <WorkspaceLogo logo={logo_url} />,
  }))
  return matchingOptions(options, query)
}

function WorkspacePage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { slug } = useAtomValue(workspaceAtom)
  return (
    <Picker
      label={t('shell.workspaces')}
      load={loadWorkspaces}
      value={slug}
      onChange={(next) => next !== null && next !== slug && void navigate(`/${next}`)}
    />
  )
}

function ThemePage() {
  const { t } = useTranslation()
  const { chosen } = useTheme()
  return (
    <Picker
      label={t('shell.theme.label')}
      options={themeOptions()}
      value={chosen}
      onChange={(next) => {
        const theme = themes.find((one) => one === next)
        if (theme) void chooseTheme(theme)
      }}
    />
  )
}

function LanguagePage() {
  const { t } = useTranslation()
  return (
    <Picker
      label={t('shell.language.label')}
      options={languageOptions()}
      value={currentLanguage()}
      onChange={(next) => {
        const language = translatedLanguages.find((one) => one === next)
        if (language) void chooseLanguage(language).catch(() => toast.error(t('shell.language.failed')))
      }}
    />
  )
}
