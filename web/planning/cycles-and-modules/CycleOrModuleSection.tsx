import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { cx } from '../../platform/ui/cx.ts'
import { SortableList } from '../../platform/ui/SortableList.tsx'
import type { SortableRowMoves } from '../../platform/ui/sortable.ts'

interface CycleOrModuleSectionProps {
  label: string
  count: number
  startsFolded: boolean
  isSticky?: boolean
  /** The functions that reorder the rows of the section. It is undefined if the list is not in manual order. */
  order?: SortableRowMoves | undefined
  children: ReactNode
}

/** A collapsible section in a list of cycles or modules. */
export function CycleOrModuleSection({
  label,
  count,
  startsFolded,
  isSticky,
  order,
  children,
}: CycleOrModuleSectionProps) {
  const [isFolded, setFolded] = useState(startsFolded)
  return (
    <section aria-label={label}>
      <h2 className={cx('border-b border-line', isSticky && 'sticky top-0 z-sticky bg-sheet')}>
        <button
          type="button"
          aria-expanded={!isFolded}
          onClick={() => setFolded(!isFolded)}
          className="flex h-9 w-full items-center gap-2 px-4 text-ui-start text-sm font-medium text-soft hover:bg-hover"
        >
          <ChevronRight
            aria-hidden
            className={cx('size-3.5 text-icon-faint transition-transform', !isFolded && 'rotate-90')}
          />
          {label}
          <span className="font-normal text-faint tabular">{count}</span>
        </button>
      </h2>
      {!isFolded && (
        <SortableList aria-label={label} order={order ?? null} focus="a">
          {children}
        </SortableList>
      )}
    </section>
  )
}
