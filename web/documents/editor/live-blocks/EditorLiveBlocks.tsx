import type { Editor } from '@tiptap/core'
import { HeadingList } from '../outline/HeadingList.tsx'
import { scrollToHeading } from '../outline/headings.ts'
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
        onSelect={(at) => scrollToHeading(editor.view, at)}
      />
    </div>
  )
}
