import type { Editor } from '@tiptap/core'
import { useEffect, useState } from 'react'
import { useTranslation } from '../../../locales/i18n.ts'
import { HeadingList } from './HeadingList.tsx'
import { findCurrentHeading, type Heading, scrollToHeading } from './headings.ts'
import { TextSize } from './TextSize.tsx'
import { useHeadings } from './use-headings.ts'

/** The outline beside a document. It marks the current heading, whose section is on the screen. */
export function OutlineColumn({ editor }: { editor: Editor }) {
  const { t } = useTranslation()
  const headings = useHeadings(editor)
  const current = useCurrentHeading(editor, headings)
  return (
    <aside
      aria-label={t('editor.outline.title')}
      className="flex w-60 shrink-0 flex-col border-line border-s pt-3 print:hidden"
    >
      <h2 className="shrink-0 px-3.5 pb-1 font-medium text-faint text-sm">{t('editor.outline.title')}</h2>
      <HeadingList
        headings={headings}
        current={current}
        className="min-h-0 flex-1"
        onSelect={(at) => scrollToHeading(editor.view, at)}
      />
      <span className="flex-1" />
      <TextSize editor={editor} />
    </aside>
  )
}

/**
 * Returns the document position of the current heading. While the user scrolls, another heading becomes the current
 * one.
 */
function useCurrentHeading(editor: Editor, headings: readonly Heading[]): number | undefined {
  const [current, setCurrent] = useState<number>()
  useEffect(() => {
    let frame: number | undefined
    const read = () => {
      frame = undefined
      if (editor.isDestroyed) return
      const found = findCurrentHeading(editor.view, headings, window.innerHeight / 4)
      setCurrent((found ?? headings[0])?.position)
    }
    const readOnFrame = () => (frame ??= requestAnimationFrame(read))
    read()
    // Scroll events do not bubble, so the listener captures the events of the scroll container.
    window.addEventListener('scroll', readOnFrame, { capture: true, passive: true })
    window.addEventListener('resize', readOnFrame)
    return () => {
      window.removeEventListener('scroll', readOnFrame, { capture: true })
      window.removeEventListener('resize', readOnFrame)
      if (frame !== undefined) cancelAnimationFrame(frame)
    }
  }, [editor, headings])
  return current
}
