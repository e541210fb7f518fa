import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { useTranslation } from '../../../locales/i18n.ts'
import { cx } from '../../../platform/ui/cx.ts'
import {
  computeTextStatistics,
  findCurrentHeading,
  headingsOfDocument,
  scrollToHeading,
  type TextStatistics,
} from './headings.ts'

interface OutlineProps {
  editor: Editor
  onGone: () => void
}

/** The headings of a document as links, and the length of its text. It updates as people type. */
export function Outline({ editor, onGone }: OutlineProps) {
  const { t } = useTranslation()
  const headings = useEditorState({
    editor,
    selector: ({ editor: { state } }) => headingsOfDocument(state.doc),
  })
  const { view } = editor
  // A heading is current from the moment at which it reaches the upper quarter of the window, because a
  // sticky bar covers the top.
  const currentHeading = findCurrentHeading(view, headings, window.innerHeight / 4)
  const least = Math.min(...headings.map(({ level }) => level))
  return (
    <>
      <nav aria-label={t('editor.outline.title')} onKeyDown={moveFocus}>
        {headings.length === 0 ? (
          <p className="p-3 text-pretty text-soft">{t('editor.outline.empty')}</p>
        ) : (
          <ul className="scroll-quiet max-h-[60vh] overflow-y-auto p-1.5">
            {headings.map((heading) => (
              <li key={heading.position}>
                <button
                  type="button"
                  aria-current={heading.position === currentHeading?.position || undefined}
                  className={cx(
                    'touch-target flex w-full min-w-0 rounded-sm py-1 pe-2 text-ui-start text-soft hover:bg-hover hover:text-text aria-[current]:font-medium aria-[current]:text-text',
                    indents[heading.level - least] ?? 'ps-14',
                  )}
                  onClick={() => {
                    onGone()
                    scrollToHeading(view, heading)
                  }}
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
      <Size editor={editor} />
    </>
  )
}

const indents = ['ps-2', 'ps-5', 'ps-8', 'ps-11']

/**
 * The pause in typing, in milliseconds, after which the text is counted again. Counting a long text on each
 * keystroke would delay typing.
 */
const restMilliseconds = 400

function Size({ editor }: { editor: Editor }) {
  const { t, i18n } = useTranslation()
  const doc = useEditorState({ editor, selector: ({ editor: { state } }) => state.doc })
  const [size, setSize] = useState<TextStatistics | null>(null)
  const isFirst = size === null
  useEffect(() => {
    const timer = setTimeout(
      () => setSize(computeTextStatistics(doc, i18n.language)),
      isFirst ? 0 : restMilliseconds,
    )
    return () => clearTimeout(timer)
  }, [doc, isFirst, i18n.language])
  return (
    <p className="min-h-9 border-t border-line px-3.5 py-2 text-sm text-faint tabular" aria-live="polite">
      {size && sizeText(t, size)}
    </p>
  )
}

function sizeText(
  t: ReturnType<typeof useTranslation>['t'],
  { words, characters, minutes }: TextStatistics,
): string {
  return [
    t('editor.outline.words', { count: words }),
    t('editor.outline.characters', { count: characters }),
    ...(words > 0 ? [t('editor.outline.minutes', { count: minutes })] : []),
  ].join(' · ')
}

/** Moves the focus between the headings with the arrow keys. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step) return
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = buttons.findIndex((button) => button.matches(':focus'))
  event.preventDefault()
  buttons[Math.min(Math.max(at + step, 0), buttons.length - 1)]?.focus()
}
