import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { cx } from './cx.ts'
import { Input } from './Input.tsx'
import { swatches } from './swatches.ts'

export interface ColorPickerProps {
  label: string
  /** The color as `#rrggbb`, or null if no color is chosen. */
  value: string | null
  onChange: (color: string) => void
  colors?: readonly string[]
  /** Shows all swatches in one line that fills the width. */
  wide?: boolean
}

/** A form control to choose a color from swatches or to enter its hex value. */
export function ColorPicker({ label, value, onChange, colors = swatches, wide }: ColorPickerProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<string | null>(null)
  const shown = typed ?? value ?? ''
  const invalid = typed !== null && !hexOf(typed)
  return (
    <div className={cx('flex max-w-full flex-col gap-2.5', !wide && 'w-54')}>
      <RadioGroup<string | null>
        aria-label={label}
        value={value?.toLowerCase() ?? null}
        onValueChange={(next) => next && onChange(next)}
        className={cx('grid gap-1.5', wide ? 'grid-cols-12' : 'grid-cols-6')}
      >
        {colors.map((color) => (
          <Radio.Root
            key={color}
            value={color}
            aria-label={t('ui.color.swatch', { color })}
            style={{ background: color }}
            className="grid aspect-square place-items-center rounded-full text-on-person outline-offset-2! transition-[scale] hover:scale-108"
          >
            <Radio.Indicator className="flex">
              <Check className="size-3.5! stroke-[3]!" />
            </Radio.Indicator>
          </Radio.Root>
        ))}
      </RadioGroup>
      <Input
        aria-label={t('ui.color.hex')}
        value={shown}
        maxLength={7}
        spellCheck={false}
        invalid={invalid}
        icon={
          <span className="size-3.5 rounded-full" style={{ background: hexOf(shown) ?? 'var(--active)' }} />
        }
        onChange={(event) => {
          setTyped(event.target.value)
          const hex = hexOf(event.target.value)
          if (hex) onChange(hex)
        }}
        onBlur={() => setTyped(null)}
      />
      {invalid && (
        <p role="status" className="text-sm text-danger">
          {t('ui.color.invalid')}
        </p>
      )}
    </div>
  )
}

function hexOf(text: string): string | undefined {
  const [, digits] = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/i.exec(text.trim()) ?? []
  if (!digits) return
  return `#${digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits}`.toLowerCase()
}
