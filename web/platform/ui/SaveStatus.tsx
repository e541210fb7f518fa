import { Check, CircleAlert, CloudOff, RefreshCw } from 'lucide-react'
import { useTranslation } from '../../locales/i18n.ts'
import { cx } from './cx.ts'
import { Spinner } from './Spinner.tsx'

export type SaveState = 'saving' | 'saved' | 'nearly-full' | 'offline' | 'reconnecting' | 'refused'

export interface SaveStatusProps {
  state: SaveState
  /**
   * Replaces the default text. It explains why a change was rejected, or what happens with changes while
   * offline.
   */
  reason?: string
  /** Shows only the icon. Screen readers still read the text. */
  compact?: boolean
  /** Shows only the icon on phones, unless there is a problem. */
  isCompactOnPhones?: boolean
}

/** Shows whether the last change is saved. Screen readers announce changes. */
export function SaveStatus({ state, reason, compact, isCompactOnPhones }: SaveStatusProps) {
  const { t } = useTranslation()
  const isProblem = state !== 'saved' && state !== 'saving'
  const words = reason ?? t(`ui.save.${state}`)
  return (
    <span role="status" className={cx('inline-flex min-w-0 items-center gap-1.25 text-sm', tones[state])}>
      {icons[state]}
      <span
        className={compact ? 'sr-only' : cx('truncate', isCompactOnPhones && !isProblem && 'max-sm:sr-only')}
      >
        {words}
      </span>
    </span>
  )
}

const icons = {
  saving: <Spinner size={14} />,
  saved: <Check className="size-3.5" />,
  'nearly-full': <CircleAlert className="size-3.5" />,
  offline: <CloudOff className="size-3.5" />,
  reconnecting: <RefreshCw className="size-3.5 animate-[ui-spin_1.6s_linear_infinite]" />,
  refused: <CircleAlert className="size-3.5" />,
}

const tones = {
  saving: 'text-faint',
  saved: 'text-faint',
  'nearly-full': 'text-warn',
  offline: 'text-warn',
  reconnecting: 'text-warn',
  refused: 'text-danger',
}
