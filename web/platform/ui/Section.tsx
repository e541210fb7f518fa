import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { cx } from './cx.ts'

interface SectionProps {
  title: string
  /** Shown next to the title: a count or the progress. */
  summary?: ReactNode
  /** The button that adds an entry, or false if the user may not add entries. */
  action: ReactNode
  /**
   * True if the section has no entries. It then shows only its title, or nothing if the user may not add
   * entries.
   */
  isEmpty: boolean
  children: ReactNode
}

/** A collapsible section of the item detail. */
export function Section({ title, summary, action, isEmpty, children }: SectionProps) {
  const [isFolded, setIsFolded] = useState(false)
  if (isEmpty && !action) return null
  return (
    <section aria-label={title} className="flex flex-col border-t border-line pt-2">
      <header className="-ms-1.5 flex min-h-8 items-center gap-2">
        <h2 className="contents">
          <button
            type="button"
            disabled={isEmpty}
            aria-expanded={isEmpty ? undefined : !isFolded}
            onClick={() => setIsFolded(!isFolded)}
            className="flex h-7 items-center gap-1.25 rounded-sm px-1.5 font-strong hover:bg-hover disabled:font-medium disabled:text-faint disabled:hover:bg-transparent coarse:h-touch"
          >
            {!isEmpty && (
              <ChevronRight
                aria-hidden
                className={cx('size-3.5 text-icon-faint transition-[rotate]', !isFolded && 'rotate-90')}
              />
            )}
            {title}
          </button>
        </h2>
        {!isEmpty && summary}
        <span className="ms-auto flex items-center gap-1">{action}</span>
      </header>
      {!isEmpty && !isFolded && <div className="flex flex-col pb-1">{children}</div>}
    </section>
  )
}
