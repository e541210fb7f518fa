import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import type { CSSProperties } from 'react'
import { deriveCustomTheme, initialCustomColors } from '#common/identity/users/custom-colors.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { chooseTheme } from '../../platform/person/theme.ts'
import { type Theme, themes, useStoredCustomColors, useTheme } from '../../platform/ui/theme.ts'

/** Theme selection with previews. */
export function ThemeCards() {
  const { t } = useTranslation()
  const { chosen } = useTheme()
  return (
    <RadioGroup<Theme>
      aria-label={t('shell.theme.label')}
      value={chosen}
      onValueChange={(theme) => void chooseTheme(theme)}
      className="grid grid-cols-2 gap-3 sm:grid-cols-3"
    >
      {themes.map((theme) => (
        <Radio.Root
          key={theme}
          value={theme}
          aria-label={t(`shell.theme.${theme}`)}
          className="flex min-w-0 flex-col gap-2 rounded-lg border border-line-strong p-1.5 text-ui-start transition-colors hover:border-line-control data-checked:border-accent data-checked:shadow-[inset_0_0_0_1px_var(--accent)]"
        >
          <Preview theme={theme} />
          <span className="px-1 pb-0.5">{t(`shell.theme.${theme}`)}</span>
        </Radio.Root>
      ))}
    </RadioGroup>
  )
}

function Preview({ theme }: { theme: Theme }) {
  const storedTheme = useStoredCustomColors()
  if (theme === 'system') {
    return (
      <span aria-hidden className="grid grid-cols-2 overflow-hidden rounded-md">
        <ThemePreview theme="light" />
        <ThemePreview theme="dark" />
      </span>
    )
  }
  const customTheme = theme === 'custom' ? (storedTheme ?? deriveCustomTheme(initialCustomColors)) : null
  return (
    <span aria-hidden className="grid overflow-hidden rounded-md">
      <ThemePreview theme={customTheme?.base ?? theme} {...(customTheme && { tokens: customTheme.tokens })} />
    </span>
  )
}

/** Preview with sidebar, text and button, drawn with the tokens of the theme. */
function ThemePreview({ theme, tokens }: { theme: string; tokens?: Record<string, string> }) {
  return (
    <span data-theme={theme} style={tokens as CSSProperties} className="flex h-18 bg-canvas p-1.5">
      <span className="flex w-1/4 flex-col gap-1 pt-1">
        <span className="h-1 w-3/4 rounded-xs bg-current text-soft" />
        <span className="h-1 w-1/2 rounded-xs bg-current text-faint" />
      </span>
      <span className="flex flex-1 flex-col gap-1.5 rounded-sm border border-line bg-sheet p-1.5">
        <span className="h-1.5 w-3/4 rounded-xs bg-current text-text" />
        <span className="h-1 w-full rounded-xs bg-current text-soft" />
        <span className="h-1 w-2/3 rounded-xs bg-current text-faint" />
        <span className="mt-auto h-2.5 w-1/2 rounded-xs bg-accent" />
      </span>
    </span>
  )
}
