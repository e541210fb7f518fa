import { Meter } from '@base-ui/react/meter'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { cx } from './cx.ts'
import { IconButton } from './IconButton.tsx'
import { Input, type InputProps } from './Input.tsx'

export interface PasswordInputProps extends Omit<InputProps, 'type' | 'end' | 'icon'> {
  /**
   * The strength of the password as rated by zxcvbn, from 0 (very weak) to 4 (very strong). If undefined, no
   * strength meter is shown.
   */
  strength?: 0 | 1 | 2 | 3 | 4
}

export function PasswordInput({ strength, ...rest }: PasswordInputProps) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(false)
  return (
    <div className="flex flex-col gap-2">
      <Input
        autoComplete="current-password"
        spellCheck={false}
        autoCapitalize="none"
        {...rest}
        type={shown ? 'text' : 'password'}
        end={
          <IconButton
            size="sm"
            label={shown ? t('ui.password.hide') : t('ui.password.show')}
            icon={shown ? <EyeOff /> : <Eye />}
            disabled={rest.disabled}
            onClick={() => setShown(!shown)}
          />
        }
      />
      {strength !== undefined && <StrengthMeter strength={strength} />}
    </div>
  )
}

function StrengthMeter({ strength }: { strength: 0 | 1 | 2 | 3 | 4 }) {
  const { t } = useTranslation()
  const word = t(`ui.password.level${strength}`)
  const color = strength >= 3 ? 'bg-ok' : strength === 2 ? 'bg-warn' : 'bg-danger'
  return (
    <div className="flex items-center gap-2.5">
      <Meter.Root
        aria-label={t('ui.password.strength')}
        value={strength}
        max={4}
        getAriaValueText={() => word}
        className="grid flex-1 grid-cols-4 gap-1"
      >
        {[1, 2, 3, 4].map((step) => (
          <span
            key={step}
            className={cx(
              'h-1 rounded-full transition-colors',
              step <= Math.max(strength, 1) ? color : 'bg-active',
            )}
          />
        ))}
      </Meter.Root>
      <span aria-live="polite" className="text-sm text-soft">
        {word}
      </span>
    </div>
  )
}
