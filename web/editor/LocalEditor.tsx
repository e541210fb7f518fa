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
export function LocalEditor({ html, onChange, projectId, label, placeholder }: DraftEditorProps) {
  const change = useRef(onChange)
  change.current = onChange
  const handles = useMemo(() => createPlaces<BlockHandle>(), [])
  const editor = useEditor(
    {
      extensions: draftExtensions(() => placeholder, handles),
      content: html,
      injectCSS: false,
      shouldRerenderOnTransaction: false,
      onUpdate: ({ editor: { isEmpty, getHTML } }) => change.current(isEmpty ? '' : getHTML()),
      editorProps: {
        attributes: { class: 'document', role: 'textbox', 'aria-multiline': 'true', 'aria-label': label },
        // Of the form around it, which it sends.
        handleKeyDown: (_, { key, ctrlKey, metaKey }) => key === 'Enter' && (ctrlKey || metaKey),
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
