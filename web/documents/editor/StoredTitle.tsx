import { cx } from '../../platform/ui/cx.ts'
import './document.css'

interface StoredTitleProps {
  stored: string
  placeholder: string
  isBusy?: boolean
}

/** Shows the stored title while the live title is loading. */
export function StoredTitle({ stored, placeholder, isBusy }: StoredTitleProps) {
  return (
    <p dir="auto" className={cx('document-title', !stored && 'text-faint')} aria-busy={isBusy || undefined}>
      {stored || placeholder}
    </p>
  )
}
