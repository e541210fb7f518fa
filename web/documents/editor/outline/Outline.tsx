import type { Editor } from '@tiptap/core'
import { HeadingList } from './HeadingList.tsx'
import { findCurrentHeading, scrollToHeading } from './headings.ts'
import { TextSize } from './TextSize.tsx'
import { useHeadings } from './use-headings.ts'

interface OutlineProps {
  editor: Editor
  onGone: () => void
}

/** The headings of a document as links, and the length of its text. The outline updates while users type. */
export function Outline({ editor, onGone }: OutlineProps) {
  const headings = useHeadings(editor)
  const { view } = editor
  // A heading becomes current when it reaches the upper quarter of the window, because a sticky bar covers the
  // top.
  const currentHeading = findCurrentHeading(view, headings, window.innerHeight / 4)
  return (
    <>
      <HeadingList
        headings={headings}
        current={currentHeading?.position}
        className="max-h-[60vh]"
        onSelect={(at) => {
          onGone()
          scrollToHeading(view, at)
        }}
      />
      <TextSize editor={editor} />
    </>
  )
}
