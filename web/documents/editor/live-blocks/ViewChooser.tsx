import type { Editor } from '@tiptap/core'
import { useState, useSyncExternalStore } from 'react'
import { useFeatures } from '../../../platform/shell/feature.ts'
import { LazyComponent } from '../../../platform/ui/LazyComponent.tsx'
import { elementAtCaret } from '../element-at-caret.ts'
import { insertBlock } from '../embeds/embeds.ts'
import type { PopoverState } from '../popover-state.ts'

interface ViewChooserProps {
  editor: Editor
  /** The project to which the text belongs. Is null if it belongs to no project, for example in a workspace page. */
  projectId: string | null
  opened: PopoverState<true>
}

/** The picker for a saved view. After the user has chosen a view, a live block with its work items is inserted. */
export function ViewChooser(props: ViewChooserProps) {
  const { opened } = props
  const isOpen = useSyncExternalStore(opened.subscribe, opened.get)
  return isOpen && <OpenViewChooser {...props} />
}

function OpenViewChooser({ editor, projectId, opened }: ViewChooserProps) {
  const [anchor] = useState(() => elementAtCaret(editor))
  const chooser = useFeatures().find(({ liveBlock }) => liveBlock?.kind === 'items')?.liveBlock?.chooser
  if (chooser === undefined) return null
  const close = ({ scrollIntoView } = { scrollIntoView: false }) => {
    opened.set(null)
    editor.commands.focus(null, { scrollIntoView })
  }
  const choose = (project: string, view: string) => {
    const node = editor.schema.nodes['liveBlock']?.create({ kind: 'items', project, view })
    if (node) editor.view.dispatch(insertBlock(editor.state, node))
    // ProseMirror scrolls only while the text has the focus, which the picker still has.
    close({ scrollIntoView: true })
  }
  return <LazyComponent part={chooser} props={{ anchor, projectId, onChoose: choose, onClose: close }} />
}
