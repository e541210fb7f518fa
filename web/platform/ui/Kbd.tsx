import { useTranslation } from '../../locales/i18n.ts'
import { cx } from './cx.ts'
import { formatShortcutKeys } from './format-shortcut-keys.ts'

export interface KbdProps {
  /** The keys in the format of `useHotkey`, such as `mod+k` or `n i`. */
  keys: string
  /** Inherits the text color, for use in filled buttons and tooltips. */
  quiet?: boolean
  className?: string
}

/** A keyboard shortcut. Hidden on touch devices. */
export function Kbd({ keys, quiet, className }: KbdProps) {
  // Renders the names again when the language changes.
  useTranslation()
  return (
    <span aria-hidden className={cx('inline-flex shrink-0 gap-1 coarse:hidden', className)}>
      {formatShortcutKeys(keys).map((name, index, all) => (
        <kbd
          key={all.slice(0, index + 1).join(' ')}
          className={cx(
            'inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-xs border px-1 text-xs leading-none font-medium tracking-normal',
            quiet ? 'border-current/40' : 'border-line-strong text-faint',
          )}
        >
          {name}
        </kbd>
      ))}
    </span>
  )
}
