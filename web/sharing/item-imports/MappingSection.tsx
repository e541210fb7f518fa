import { ChevronRight } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { cx } from '../../platform/ui/cx.ts'

interface MappingSectionProps {
  title: string
  /** A short text next to the title, such as the number of entries. */
  summary: string
  /** Number of entries. A long section is folded at first. */
  count: number
  children: ReactNode
}

const maxUnfolded = 10

/** A part of the import settings with a title that folds it. */
export function MappingSection({ title, summary, count, children }: MappingSectionProps) {
  const [isFolded, setIsFolded] = useState(count > maxUnfolded)
  const id = useId()
  if (count === 0) return null
  return (
    <section className="flex flex-col gap-1 border-t border-line pt-3">
      <h3 className="flex">
        <button
          type="button"
          aria-expanded={!isFolded}
          aria-controls={id}
          onClick={() => setIsFolded(!isFolded)}
          className="-ms-1.5 flex min-h-7 min-w-0 flex-1 items-center gap-1.25 rounded-sm px-1.5 text-start hover:bg-hover coarse:min-h-touch"
        >
          <ChevronRight
            aria-hidden
            className={cx(
              'size-3.5 shrink-0 text-icon-faint transition-[rotate] rtl:-scale-x-100',
              !isFolded && 'rotate-90 rtl:-rotate-90',
            )}
          />
          <span className="font-strong">{title}</span>
          <span className="ms-1 text-sm text-soft tabular">{summary}</span>
        </button>
      </h3>
      <div id={id} hidden={isFolded}>
        {!isFolded && children}
      </div>
    </section>
  )
}
