import { cx } from '../../platform/ui/cx.ts'
import './document.css'

interface StoredTitleProps {
  stored: string
  placeholder: string
  isBusy?: boolean
}

/** A title as it was last stored, while the live one loads. */
export function StoredTitle({ stored, placeholder, isBusy }: StoredTitleProps) {
  return (
    <p dir="auto" className={cx('document-title', !stored && 'text-faint')} aria-busy={isBusy || undefined}>
      {stored || placeholder}
    </p>
  )
}
