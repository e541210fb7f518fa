import type { Editor } from '@tiptap/core'
import { HeadingList } from '../outline/HeadingList.tsx'
import { headingsOfDocument, scrollToHeading } from '../outline/headings.ts'
import { useHeadings } from '../outline/use-headings.ts'
import { LiveBlocks } from './LiveBlocks.tsx'
import type { LiveBlockPortals } from './live-block-view.ts'

/** The live blocks of an editor. */
export function EditorLiveBlocks({ editor, portals }: { editor: Editor; portals: LiveBlockPortals }) {
  return <LiveBlocks portals={portals} renderContents={() => <EditorContents editor={editor} />} />
}

function EditorContents({ editor }: { editor: Editor }) {
  const headings = useHeadings(editor)
  return (
    <div className="border-line border-s-2">
      <HeadingList
        headings={headings}
        current={undefined}
        onSelect={(heading, at) => {
          // The list of headings is updated only after a pause in typing, so the position in `heading` may be
          // outdated.
          scrollToHeading(editor.view, headingsOfDocument(editor.state.doc)[at] ?? heading)
        }}
      />
    </div>
  )
}
