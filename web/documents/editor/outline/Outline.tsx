import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { HeadingList } from './HeadingList.tsx'
import { findCurrentHeading, headingsOfDocument, scrollToHeading } from './headings.ts'
import { TextSize } from './TextSize.tsx'

interface OutlineProps {
  editor: Editor
  onGone: () => void
}

/** The headings of a document as links, and the length of its text. The outline updates while users type. */
export function Outline({ editor, onGone }: OutlineProps) {
  const headings = useEditorState({
    editor,
    selector: ({ editor: { state } }) => headingsOfDocument(state.doc),
  })
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
        onSelect={(heading) => {
          onGone()
          scrollToHeading(view, heading)
        }}
      />
      <TextSize editor={editor} />
    </>
  )
}
