import type { KeyboardEvent } from 'react'
import { useTranslation } from '../../../locales/i18n.ts'
import { cx } from '../../../platform/ui/cx.ts'
import type { Heading } from './headings.ts'

interface HeadingListProps {
  headings: readonly Heading[]
  /** The document position of the heading whose section is on the screen. */
  current: number | undefined
  className?: string
  onSelect: (heading: Heading, at: number) => void
}

/** The headings of a document as buttons. Arrow keys move the focus. */
export function HeadingList({ headings, current, className, onSelect }: HeadingListProps) {
  const { t } = useTranslation()
  const least = Math.min(...headings.map(({ level }) => level))
  return (
    <nav aria-label={t('editor.outline.title')} onKeyDown={moveFocus} className="flex min-h-0 flex-col">
      {headings.length === 0 ? (
        <p className="p-3 text-pretty text-soft">{t('editor.outline.empty')}</p>
      ) : (
        <ul className={cx('scroll-quiet overflow-y-auto p-1.5', className)}>
          {headings.map((heading, at) => (
            <li key={heading.position}>
              <button
                type="button"
                aria-current={heading.position === current || undefined}
                className={cx(
                  'touch-target flex w-full min-w-0 rounded-sm py-1 pe-2 text-ui-start text-soft hover:bg-hover hover:text-text aria-[current]:font-medium aria-[current]:text-text',
                  indents[heading.level - least] ?? 'ps-14',
                )}
                onClick={() => onSelect(heading, at)}
              >
                <span dir="auto" className="truncate">
                  {heading.text}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </nav>
  )
}

const indents = ['ps-2', 'ps-5', 'ps-8', 'ps-11']

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step) return
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = buttons.findIndex((button) => button.matches(':focus'))
  event.preventDefault()
  buttons[Math.min(Math.max(at + step, 0), buttons.length - 1)]?.focus()
}
