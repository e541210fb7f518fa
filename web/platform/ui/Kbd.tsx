import { cx } from './cx.ts'
import { keyNames } from './key-names.ts'

export interface KbdProps {
  /** As `useHotkey` takes it: `mod+k`, `n i`. */
  keys: string
  /** On a filled button or a tooltip: takes the colour around it. */
  quiet?: boolean
  className?: string
}

/** A key or a sequence of keys, as small caps; hidden where there is only a finger. */
export function Kbd({ keys, quiet, className }: KbdProps) {
  return (
    <span aria-hidden className={cx('inline-flex shrink-0 gap-1 coarse:hidden', className)}>
      {keyNames(keys).map((name, index, all) => (
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
