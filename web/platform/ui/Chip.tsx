import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { cx } from './cx.ts'

export interface ChipProps {
  /**
   * The parts of the chip in this order: field, operator and value. Each is text, or a Menu or Picker whose
   * trigger has `chipButtonClass`.
   */
  parts: { tone: 'field' | 'operator' | 'value'; content: ReactNode }[]
  /** Accessible name of the chip. The label of the remove button contains it. */
  name: string
  onRemove?: () => void
}

/** A filter with parts that open a picker or menu, such as its operator and its values. */
export function Chip({ parts, name, onRemove }: ChipProps) {
  const { t } = useTranslation()
  return (
    <span className="inline-flex h-control-sm max-w-full items-stretch divide-x divide-line rounded-sm border border-line bg-sheet text-sm">
      {parts.map((part, at) => (
        <span
          // The index is a stable key, because the parts keep their order.
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have no ids
          key={at}
          className={cx('flex min-w-0 items-center', tones[part.tone])}
        >
          {typeof part.content === 'string' ? (
            <span className="truncate px-1.75">{part.content}</span>
          ) : (
            part.content
          )}
        </span>
      ))}
      {onRemove && (
        <button
          type="button"
          aria-label={t('ui.remove', { name })}
          onClick={onRemove}
          className="touch-target grid w-5.5 shrink-0 place-items-center rounded-e-sm text-faint transition-colors hover:bg-hover hover:text-text"
        >
          <X className="size-3" />
        </button>
      )}
    </span>
  )
}

const tones = { field: 'text-soft', operator: 'text-faint', value: 'font-medium text-text' }
