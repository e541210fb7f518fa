import { EditorContent, useEditor } from '@tiptap/react'
import { useMemo, useRef } from 'react'
import { createBlockPortals } from './blocks/block-portals.ts'
import { handleClickBelowText } from './caret-below.ts'
import { EditorMenus } from './EditorMenus.tsx'
import { stickyNoteExtensions } from './extensions.ts'
import './document.css'
import './live-editor.css'

export interface StickyTextEditorProps {
  /** The initial text. */
  html: string
  /** Called with the current HTML, or an empty string for an empty text. */
  onChange: (html: string) => void
  label: string
  placeholder: string
}

/**
 * The editor of a short personal note: blocks and marks without pictures and mentions. It takes the focus at
 * the end of the text.
 */
export function StickyTextEditor(props: StickyTextEditorProps) {
  const { html, label, placeholder } = props
  const latest = useRef(props)
  latest.current = props
  const portals = useMemo(createBlockPortals, [])
  const editor = useEditor(
    {
      extensions: stickyNoteExtensions(() => placeholder, portals),
      content: html,
      autofocus: 'end',
      injectCSS: false,
      shouldRerenderOnTransaction: false,
      onUpdate: ({ editor }) => latest.current.onChange(editor.isEmpty ? '' : editor.getHTML()),
      editorProps: {
        attributes: { class: 'document', role: 'textbox', 'aria-multiline': 'true', 'aria-label': label },
        handleDOMEvents: { mousedown: handleClickBelowText },
      },
    },
    [],
  )
  if (!editor) return null
  return (
    <>
      <EditorContent editor={editor} />
      <EditorMenus editor={editor} portals={portals} target={null} projectId={undefined} />
    </>
  )
}
