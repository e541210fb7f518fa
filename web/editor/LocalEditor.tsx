import type { EditorView } from '@tiptap/pm/view'
import { EditorContent, useEditor } from '@tiptap/react'
import { useMemo, useRef } from 'react'
import { BlockMenus } from './BlockMenus.tsx'
import { BubbleBar } from './BubbleBar.tsx'
import type { BlockHandle } from './block-handles.ts'
import type { DraftEditorProps } from './DraftEditor.tsx'
import { draftExtensions } from './extensions.ts'
import { MentionPicker } from './MentionPicker.tsx'
import { createPlaces } from './places.ts'
import { SlashMenu } from './SlashMenu.tsx'
import { writeBelow } from './write-below.ts'
import './document.css'
import './live-editor.css'

/** The editor of a draft, without anybody else; DraftEditor loads it. */
export function LocalEditor(props: DraftEditorProps) {
  const { html, projectId, label, placeholder, takesFocus } = props
  const latest = useRef(props)
  latest.current = props
  const handles = useMemo(() => createPlaces<BlockHandle>(), [])
  const editor = useEditor(
    {
      extensions: draftExtensions(() => placeholder, handles),
      content: html,
      autofocus: takesFocus ? 'end' : false,
      injectCSS: false,
      shouldRerenderOnTransaction: false,
      onUpdate: ({ editor }) => latest.current.onChange(editor.isEmpty ? '' : editor.getHTML()),
      editorProps: {
        attributes: { class: 'document', role: 'textbox', 'aria-multiline': 'true', 'aria-label': label },
        handleKeyDown: (view, event) => {
          if (event.key !== 'Enter' || event.isComposing) return false
          const { onSend, enterSends = false } = latest.current
          const sends = event.ctrlKey || event.metaKey || (enterSends && endsParagraph(view, event))
          if (sends) onSend?.()
          // Without `onSend` the form around it is sent.
          return sends
        },
        handleDOMEvents: { mousedown: writeBelow },
      },
    },
    [],
  )
  if (!editor) return null
  return (
    <>
      <EditorContent editor={editor} />
      <BubbleBar editor={editor} />
      <BlockMenus editor={editor} handles={handles} />
      <SlashMenu editor={editor} />
      <MentionPicker editor={editor} projectId={projectId} />
    </>
  )
}

/** Whether Enter would begin another paragraph there, and not another line, item or row, or take what a list offers. */
function endsParagraph({ state }: EditorView, { shiftKey }: KeyboardEvent): boolean {
  const { $from } = state.selection
  const isOffered = document.querySelector('[role="listbox"]') !== null
  return !shiftKey && !isOffered && $from.depth === 1 && $from.parent.type.name === 'paragraph'
}
