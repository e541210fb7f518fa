import { EditorContent, useEditor } from '@tiptap/react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { titleFragmentName } from '#common/documents/content/fragment.ts'
import { getDocumentTitle } from '#common/documents/content/title.ts'
import { createTitleHeading } from './create-title-heading.ts'
import type { DocumentTitleProps } from './DocumentTitle.tsx'
import './live-editor.css'
import { StoredTitle } from './StoredTitle.tsx'
import { type DocumentSession, openDocumentSession } from './session.ts'
import { titleExtensions } from './title-extensions.ts'

/**
 * Joins the editing session of the document that is shown below the title. Shows the stored title until the
 * live title is loaded.
 */
export function LiveTitle(props: DocumentTitleProps) {
  const { name, user } = props
  const [opened, setOpened] = useState<DocumentSession | null>(null)
  useEffect(() => {
    const { session, release } = openDocumentSession(name, user.id)
    setOpened(session)
    return release
  }, [name, user.id])
  if (!opened) return <StoredTitle {...props} isBusy />
  return <SessionTitle {...props} session={opened} />
}

function SessionTitle({ session, ...props }: DocumentTitleProps & { session: DocumentSession }) {
  const { editable, user, label, placeholder, takesFocus, onChange, onEnter } = props
  const { hasTitle, mayWrite } = useSyncExternalStore(session.subscribe, session.snapshot)
  const isEditable = editable && mayWrite
  const leave = useRef(onEnter)
  leave.current = onEnter

  const editor = useEditor(
    {
      extensions: titleExtensions(session, user, { placeholder, onEnter: () => leave.current() }),
      editable: isEditable,
      injectCSS: false,
      enableInputRules: false,
      enablePasteRules: false,
      shouldRerenderOnTransaction: false,
      editorProps: {
        attributes: { class: 'document-title', role: 'textbox', 'aria-label': label },
        handleDOMEvents: {
          focus: (view) => {
            if (view.editable) createTitleHeading(session.doc)
            return false
          },
        },
      },
    },
    [session],
  )
  useEffect(() => {
    if (editor && editor.isEditable !== isEditable) editor.setEditable(isEditable, false)
    editor?.view.dom.setAttribute('aria-readonly', String(!isEditable))
  }, [editor, isEditable])

  useEffect(() => {
    if (!hasTitle) return
    const fragment = session.doc.getXmlFragment(titleFragmentName)
    const notify = () => onChange(getDocumentTitle(session.doc))
    notify()
    fragment.observeDeep(notify)
    return () => fragment.unobserveDeep(notify)
  }, [session, hasTitle, onChange])

  const hasTaken = useRef(false)
  useEffect(() => {
    if (!editor || !hasTitle || !isEditable || !takesFocus || hasTaken.current) return
    hasTaken.current = true
    editor.commands.focus('end')
  }, [editor, hasTitle, isEditable, takesFocus])

  if (!editor || !hasTitle) return <StoredTitle {...props} isBusy />
  return <EditorContent editor={editor} />
}
