import { X } from 'lucide-react'
import { useTranslation } from '../../locales/i18n.ts'
import { cx } from './cx.ts'

export interface LabelTagProps {
  name: string
  color?: string | null
  /** If given, shows a button that removes the label. */
  onRemove?: () => void
  className?: string
}

/** A label with its color as a dot, so that its text is readable in every theme. */
export function LabelTag({ name, color, onRemove, className }: LabelTagProps) {
  const { t } = useTranslation()
  return (
    <span
      className={cx(
        'inline-flex h-5 max-w-48 min-w-0 items-center gap-1.25 rounded-full border border-line px-1.75 text-xs text-soft',
        className,
      )}
    >
      <span
        className="size-1.75 shrink-0 rounded-full"
        style={{ background: color || 'var(--icon-faint)' }}
      />
      <span dir="auto" className="truncate">
        {name}
      </span>
      {onRemove && (
        <button
          type="button"
          aria-label={t('ui.remove', { name })}
          onClick={onRemove}
          className="touch-target -me-1 grid size-4 place-items-center rounded-full text-faint hover:bg-hover hover:text-text"
        >
          <X className="size-3" />
        </button>
      )}
    </span>
  )
}
