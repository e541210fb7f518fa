import { ChevronRight } from 'lucide-react'
import { createContext, type ReactElement, type ReactNode, useContext, useState } from 'react'
import { Button, type ButtonProps } from './Button.tsx'
import { cx } from './cx.ts'
import { IconButton } from './IconButton.tsx'

interface SectionProps {
  title: string
  /** Shown next to the title: a count or the progress. */
  summary?: ReactNode
  /** The button that adds an entry, or false if the user may not add entries. */
  action: ReactNode
  /**
   * True if the section has no entries. It then shows only its buttons, in one row with those of other empty
   * sections, or nothing if the user may not add entries.
   */
  isEmpty: boolean
  children: ReactNode
}

/**
 * A collapsible section of the item detail. The parent element must use `flex-wrap`, so that all empty sections share
 * one row.
 */
export function Section({ title, summary, action, isEmpty, children }: SectionProps) {
  const [isFolded, setIsFolded] = useState(false)
  if (isEmpty && !action) return null
  return (
    <section
      aria-label={title}
      className={
        isEmpty ? 'order-1 -ms-2 me-2 print:hidden' : 'order-2 flex w-full flex-col border-t border-line pt-2'
      }
    >
      <header className={isEmpty ? 'flex items-center' : '-ms-1.5 flex min-h-8 items-center gap-2'}>
        {!isEmpty && (
          <>
            <h2 className="contents">
              <button
                type="button"
                aria-expanded={!isFolded}
                onClick={() => setIsFolded(!isFolded)}
                className="flex h-7 items-center gap-1.25 rounded-sm px-1.5 font-strong hover:bg-hover coarse:h-touch"
              >
                <ChevronRight
                  aria-hidden
                  className={cx('size-3.5 text-icon-faint transition-[rotate]', !isFolded && 'rotate-90')}
                />
                {title}
              </button>
            </h2>
            {summary}
          </>
        )}
        <IsEmptyContext value={isEmpty}>
          <span className={cx('flex items-center gap-1', !isEmpty && 'ms-auto')}>{action}</span>
        </IsEmptyContext>
      </header>
      {!isEmpty && !isFolded && <div className="flex flex-col pb-1">{children}</div>}
    </section>
  )
}

const IsEmptyContext = createContext(false)

interface SectionButtonProps extends Omit<ButtonProps, 'icon' | 'size' | 'variant' | 'children'> {
  /** Names what the button adds, such as "Add link". */
  label: string
  icon: ReactElement
  /** An icon for the kind of entries. The button shows it while the section is empty. */
  emptyIcon?: ReactElement
}

/** A button of a section: an icon beside the title, or icon and text while the section is empty. */
export function SectionButton({ label, icon, emptyIcon = icon, ...rest }: SectionButtonProps) {
  if (useContext(IsEmptyContext))
    return (
      <Button size="sm" variant="ghost" icon={emptyIcon} {...rest}>
        {label}
      </Button>
    )
  return <IconButton size="sm" label={label} icon={icon} {...rest} />
}
