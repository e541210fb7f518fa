import { Contrast, MonitorCog, Moon, Palette, Sun } from 'lucide-react'
import { t } from '../../locales/i18n.ts'
import { themes } from '../ui/theme.ts'

const icons = {
  system: <MonitorCog />,
  light: <Sun />,
  dark: <Moon />,
  light_contrast: <Contrast />,
  dark_contrast: <Contrast className="rotate-180" />,
  custom: <Palette />,
}

/** Returns all themes, for the menu and the palette. */
export function themeOptions() {
  return themes.map((value) => ({ value, label: t(`shell.theme.${value}`), icon: icons[value] }))
}
