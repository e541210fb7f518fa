import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { useEffect, useState } from 'react'
import { useTranslation } from '../../../locales/i18n.ts'
import { computeTextStatistics, type TextStatistics } from './headings.ts'

/**
 * The pause in typing, in milliseconds, after which the text is counted again. Counting a long text on each
 * keystroke would delay typing.
 */
const restMilliseconds = 400

/** The number of words and characters of a text, and the time for reading it. */
export function TextSize({ editor }: { editor: Editor }) {
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
