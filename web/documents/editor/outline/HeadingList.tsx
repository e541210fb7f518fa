import { type KeyboardEvent, memo, useCallback, useLayoutEffect, useRef } from 'react'
import { useTranslation } from '../../../locales/i18n.ts'
import { cx } from '../../../platform/ui/cx.ts'
import type { Heading } from './headings.ts'

interface HeadingListProps {
  headings: readonly Heading[]
  /** The document position of the heading whose section is on the screen. */
  current: number | undefined
  className?: string
  /** Called with the index of the heading. Positions change while users type, but the order of headings rarely does. */
  onSelect: (at: number) => void
}

/** The headings of a document as buttons. Arrow keys move the focus. */
export function HeadingList({ headings, current, className, onSelect }: HeadingListProps) {
  const { t } = useTranslation()
  const least = Math.min(...headings.map(({ level }) => level))
  const latest = useRef(onSelect)
  useLayoutEffect(() => {
    latest.current = onSelect
  })
  const select = useCallback((at: number) => latest.current(at), [])
  return (
    <nav aria-label={t('editor.outline.title')} onKeyDown={moveFocus} className="flex min-h-0 flex-col">
      {headings.length === 0 ? (
        <p className="p-3 text-pretty text-soft">{t('editor.outline.empty')}</p>
      ) : (
        <ul className={cx('scroll-quiet overflow-y-auto p-1.5', className)}>
          {headings.map(({ position, level, text }, at) => (
            <HeadingEntry
              // biome-ignore lint/suspicious/noArrayIndexKey: typing changes the positions of all headings below
              key={at}
              at={at}
              text={text}
              indent={indents[level - least] ?? 'ps-14'}
              isCurrent={position === current}
              onSelect={select}
            />
          ))}
        </ul>
      )}
    </nav>
  )
}

interface HeadingEntryProps {
  at: number
  text: string
  indent: string
  isCurrent: boolean
  onSelect: (at: number) => void
}

/** Is rendered again only when it changes, because long documents have hundreds of headings. */
const HeadingEntry = memo(({ at, text, indent, isCurrent, onSelect }: HeadingEntryProps) => (
  <li>
    <button
      type="button"
      aria-current={isCurrent || undefined}
      className={cx(
        'touch-target flex w-full min-w-0 rounded-sm py-1 pe-2 text-ui-start text-soft hover:bg-hover hover:text-text aria-[current]:font-medium aria-[current]:text-text',
        indent,
      )}
      onClick={() => onSelect(at)}
    >
      <span dir="auto" className="truncate">
        {text}
      </span>
    </button>
  </li>
))

const indents = ['ps-2', 'ps-5', 'ps-8', 'ps-11']

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step) return
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = buttons.findIndex((button) => button.matches(':focus'))
  event.preventDefault()
  buttons[Math.min(Math.max(at + step, 0), buttons.length - 1)]?.focus()
}
