import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { containsFiles, getFilesFromDataTransfer } from '../../platform/uploads/dropped-files.ts'

/**
 * Calls `onFiles` with files that are dropped on an element or its `data-takes-files` container, and with
 * files that are pasted while the element is shown. Returns true while files are dragged over the element.
 */
export function useFileDrop(
  element: RefObject<HTMLElement | null>,
  { isEnabled, onFiles }: { isEnabled: boolean; onFiles: (files: File[]) => void },
): boolean {
  const [isOver, setIsOver] = useState(false)
  const take = useEffectEvent((event: Event, data: DataTransfer | null) => {
    // A nested drop handler, such as that of an editor, has already handled the event.
    if (event.defaultPrevented) return
    const files = getFilesFromDataTransfer(data)
    event.preventDefault()
    if (files.length > 0) onFiles(files)
  })
  useEffect(() => {
    const area = element.current?.closest<HTMLElement>('[data-takes-files]') ?? element.current
    if (!isEnabled || area === null) return
    // The number of nested elements under the pointer. A counter is needed because `dragenter` of the next
    // element fires before `dragleave` of the previous one.
    let depth = 0
    const count = (by: 1 | -1) => (event: DragEvent) => {
      if (!containsFiles(event.dataTransfer)) return
      depth = Math.max(0, depth + by)
      setIsOver(depth > 0)
    }
    const allow = (event: DragEvent) => {
      if (!containsFiles(event.dataTransfer) || event.defaultPrevented) return
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy'
    }
    const drop = (event: DragEvent) => {
      depth = 0
      setIsOver(false)
      if (containsFiles(event.dataTransfer)) take(event, event.dataTransfer)
    }
    const paste = (event: ClipboardEvent) => {
      const { clipboardData, target } = event
      // Some programs copy a table as text and as a picture. In an input field or editor, the user wants to
      // paste the text and not the picture.
      const isWriting =
        target instanceof Element && target.closest('input, textarea, [contenteditable="true"]')
      if (containsFiles(clipboardData) && !isWriting) take(event, clipboardData)
    }
    const over = new AbortController()
    const { signal } = over
    area.addEventListener('dragenter', count(1), { signal })
    area.addEventListener('dragleave', count(-1), { signal })
    area.addEventListener('dragover', allow, { signal })
    area.addEventListener('drop', drop, { signal })
    document.addEventListener('paste', paste, { signal })
    return () => {
      over.abort()
      setIsOver(false)
    }
  }, [element, isEnabled])
  return isOver
}
