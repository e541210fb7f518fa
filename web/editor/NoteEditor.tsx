import { EditorContent, useEditor } from '@tiptap/react'
import { useMemo, useRef } from 'react'
import { BlockMenus } from './BlockMenus.tsx'
import { BubbleBar } from './BubbleBar.tsx'
import type { BlockHandle } from './block-handles.ts'
import { noteExtensions } from './extensions.ts'
import { createPlaces } from './places.ts'
import { SlashMenu } from './SlashMenu.tsx'
import { writeBelow } from './write-below.ts'
import './document.css'
import './live-editor.css'

export interface NoteEditorProps {
  /** The text to begin with. */
  html: string
  /** Called with the text as it is written; empty where nothing is. */
  onChange: (html: string) => void
  label: string
  placeholder: string
}

/** The editor of a short text of one person: blocks and marks, no pictures and nobody to mention. It has the caret, behind what is written. */
export function NoteEditor(props: NoteEditorProps) {
  const { html, label, placeholder } = props
  const latest = useRef(props)
  latest.current = props
  const handles = useMemo(() => createPlaces<BlockHandle>(), [])
  const editor = useEditor(
    {
      extensions: noteExtensions(() => placeholder, handles),
      content: html,
      autofocus: 'end',
      injectCSS: false,
      shouldRerenderOnTransaction: false,
      onUpdate: ({ editor }) => latest.current.onChange(editor.isEmpty ? '' : editor.getHTML()),
      editorProps: {
        attributes: { class: 'document', role: 'textbox', 'aria-multiline': 'true', 'aria-label': label },
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
      <SlashMenu editor={editor} target={null} />
    </>
  )
}
