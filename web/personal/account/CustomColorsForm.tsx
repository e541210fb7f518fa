import { RotateCcw, X } from 'lucide-react'
import { useState } from 'react'
import {
  type CustomColors,
  customColorsOfTheme,
  deriveCustomTheme,
  initialCustomColors,
  minimumContrast,
  parseHexColor,
} from '#common/identity/users/custom-colors.ts'
import { blackOrWhiteTextColor, contrastRatio } from '#common/platform/contrast.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { chooseCustomColors } from '../../platform/person/theme.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { useStoredCustomColors } from '../../platform/ui/theme.ts'
import { toast } from '../../platform/ui/toast.ts'

/** The fields for the colors of the screen and of the sidebar. Every change is applied and saved immediately. */
export function CustomColorsForm() {
  const { t } = useTranslation()
  const colors = customColorsOfTheme(useStoredCustomColors()?.colors ?? {}) ?? initialCustomColors
  const { tokens } = deriveCustomTheme(colors)
  const readableAs = { text: tokens['--text'], primary: tokens['--accent-text'] }
  const set = (changed: Partial<CustomColors>) => void chooseCustomColors({ ...colors, ...changed })
  const reset = () => {
    void chooseCustomColors(initialCustomColors)
    toast.undo(t('appearance.wasReset'), () => void chooseCustomColors(colors))
  }
  return (
    <>
      <p className="text-soft">{t('appearance.ownText')}</p>
      {(['background', 'text', 'primary'] as const).map((name) => (
        <div key={name} className="flex flex-col gap-1.5">
          <ColorField name={name} value={colors[name]} onChange={(color) => set({ [name]: color })} />
          {name !== 'background' && (
            <ContrastHint
              name={name}
              ratio={contrastRatio(colors[name], colors.background)}
              onCorrect={() => set({ [name]: readableAs[name] ?? colors[name] })}
            />
          )}
        </div>
      ))}
      {(['sidebarBackground', 'sidebarText'] as const).map((name) => (
        <div key={name} className="flex items-end gap-2">
          <div className="flex-1">
            <ColorField
              name={name}
              value={colors[name] ?? sidebarDefault(colors, name)}
              onChange={(color) => set({ [name]: color })}
            />
          </div>
          {colors[name] !== undefined && (
            <IconButton
              size="lg"
              label={t('appearance.asScreen', { name: t(`appearance.colors.${name}`) })}
              icon={<X />}
              onClick={() => {
                const { [name]: _, ...others } = colors
                void chooseCustomColors(others)
              }}
            />
          )}
        </div>
      ))}
      <Button className="self-start" icon={<RotateCcw />} onClick={reset}>
        {t('appearance.reset')}
      </Button>
    </>
  )
}

/** Returns the background or text color of the sidebar that applies until the user chooses one. */
function sidebarDefault(
  { background, text, sidebarBackground }: CustomColors,
  name: 'sidebarBackground' | 'sidebarText',
): string {
  if (name === 'sidebarBackground') return background
  return sidebarBackground === undefined ? text : blackOrWhiteTextColor(sidebarBackground)
}

interface ColorFieldProps {
  name: keyof CustomColors
  value: string
  onChange: (color: string) => void
}

function ColorField({ name, value, onChange }: ColorFieldProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<string | null>(null)
  const label = t(`appearance.colors.${name}`)
  const isWrong = typed !== null && parseHexColor(typed) === null
  return (
    <Field label={label} error={isWrong && t('ui.color.invalid')}>
      <Input
        size="lg"
        value={typed ?? value}
        maxLength={7}
        spellCheck={false}
        onChange={(event) => {
          setTyped(event.target.value)
          const color = parseHexColor(event.target.value)
          if (color !== null) onChange(color)
        }}
        onBlur={() => setTyped(null)}
        end={
          <input
            type="color"
            aria-label={t('appearance.pick', { name: label })}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            className="size-7 rounded-sm border-0 bg-transparent p-0.5"
          />
        }
      />
    </Field>
  )
}

interface ContrastHintProps {
  name: 'text' | 'primary'
  ratio: number
  onCorrect: () => void
}

/** Shows the contrast with the background, and offers a correction when it is too low. */
function ContrastHint({ name, ratio, onCorrect }: ContrastHintProps) {
  const { t, i18n } = useTranslation()
  const isHard = ratio < minimumContrast
  // The ratio is rounded down, so that 4.49 is not shown as 4.5.
  const shown = new Intl.NumberFormat(i18n.language).format(Math.floor(ratio * 10) / 10)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <p role="status" className={isHard ? 'text-sm text-warn' : 'text-sm text-soft'}>
        {isHard ? t('appearance.hard', { ratio: shown }) : t('appearance.easy', { ratio: shown })}
      </p>
      {isHard && (
        <Button
          size="sm"
          aria-label={t('appearance.correctWhat', { name: t(`appearance.colors.${name}`) })}
          onClick={onCorrect}
        >
          {t('appearance.correct')}
        </Button>
      )}
    </div>
  )
}
