import type { ReactElement } from 'react'
import { type StickyColor, stickyColors } from '#common/personal/stickies/rules.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { cx } from '../../platform/ui/cx.ts'
import { Menu } from '../../platform/ui/Menu.tsx'
import { MenuRadio } from '../../platform/ui/MenuRadio.tsx'
import { stickyColorClasses } from './colors.ts'

interface StickyColorMenuProps {
  value: StickyColor | null
  onChange: (color: StickyColor) => void
  children: ReactElement
}

/** A menu to choose the background color of a sticky. */
export function StickyColorMenu({ value, onChange, children }: StickyColorMenuProps) {
  const { t } = useTranslation()
  return (
    <Menu align="end" trigger={children}>
      <MenuRadio
        value={value ?? 'gray'}
        onChange={onChange}
        options={stickyColors.map((color) => ({
          value: color,
          label: t(`stickies.colors.${color}`),
          icon: (
            <span
              aria-hidden
              className={cx(
                'size-4 shrink-0 rounded-full border border-line-strong',
                stickyColorClasses[color],
              )}
            />
          ),
        }))}
      />
    </Menu>
  )
}
