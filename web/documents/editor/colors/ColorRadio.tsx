import { type ColorName, colorNames } from '#common/platform/colors.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { MenuRadio } from '../../../platform/ui/MenuRadio.tsx'
import { ColorSwatch } from './ColorSwatch.tsx'

interface ColorRadioProps {
  /** Determines whether the options set the color of the text or of its background. */
  of: 'text' | 'background'
  /** The chosen color, or null for the default color. */
  value: ColorName | null
  onChange: (color: ColorName | null) => void
}

/** The color options inside a menu. */
export function ColorRadio({ of, value, onChange }: ColorRadioProps) {
  const { t } = useTranslation()
  return (
    <MenuRadio
      value={value ?? 'default'}
      onChange={(chosen) => onChange(chosen === 'default' ? null : chosen)}
      options={(['default', ...colorNames] as const).map((name) => ({
        value: name,
        label: t(`editor.color.names.${name}`),
        icon: <ColorSwatch of={of} color={name === 'default' ? null : name} />,
      }))}
    />
  )
}
