import type { Editor } from '@tiptap/core'
import { useEffect, useState } from 'react'
import { type Heading, headingsOfDocument } from './headings.ts'

/** The pause in typing, in milliseconds, after which the headings are read again. */
const restMilliseconds = 200

/** Returns the headings of an open document. They are updated after a pause in typing. */
export function useHeadings(editor: Editor): readonly Heading[] {
  const [headings, setHeadings] = useState<readonly Heading[]>(() => headingsOfDocument(editor.state.doc))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = () => setHeadings(headingsOfDocument(editor.state.doc))
    const readLater = () => {
      clearTimeout(timer)
      timer = setTimeout(read, restMilliseconds)
    }
    read()
    editor.on('update', readLater)
    return () => {
      clearTimeout(timer)
      editor.off('update', readLater)
    }
  }, [editor])
  return headings
}
