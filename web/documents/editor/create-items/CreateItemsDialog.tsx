import type { Editor } from '@tiptap/core'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useFeatures } from '../../../platform/shell/feature.ts'
import { LazyComponent } from '../../../platform/ui/LazyComponent.tsx'
import type { PopoverState } from '../popover-state.ts'
import { type SelectedLine, trackLines } from './selected-lines.ts'

interface CreateItemsDialogProps {
  editor: Editor
  /** The project to which the text belongs. Is null if it belongs to no project, for example in a workspace page. */
  projectId: string | null
  opened: PopoverState<readonly SelectedLine[]>
}

/**
 * The dialog that creates work items from the selected lines. In the text, each line is then replaced by the key of its
 * item.
 */
export function CreateItemsDialog({ opened, ...props }: CreateItemsDialogProps) {
  const lines = useSyncExternalStore(opened.subscribe, opened.get)
  return lines && <OpenDialog {...props} lines={lines} onClose={() => opened.set(null)} />
}

interface OpenDialogProps extends Omit<CreateItemsDialogProps, 'opened'> {
  lines: readonly SelectedLine[]
  onClose: () => void
}

function OpenDialog({ editor, projectId, lines, onClose }: OpenDialogProps) {
  const part = useFeatures().find(({ createItems }) => createItems)?.createItems
  const [tracked] = useState(() => trackLines(editor, lines))
  const status = useRef({ isSending: false, isOpen: true })
  useEffect(() => {
    const { current } = status
    current.isOpen = true
    return () => {
      current.isOpen = false
      if (!current.isSending) tracked.release()
    }
  }, [tracked])
  if (part === undefined) return null
  // Track the positions of the lines until the server has answered, even if the user closes the dialog earlier.
  const onSend = () => {
    const { current } = status
    current.isSending = true
    return (keys: readonly (string | undefined)[], onReversed: (isUndone: boolean) => void) => {
      const written = tracked.replace(keys, { movesCaret: current.isOpen, onReversed })
      current.isSending = false
      if (!current.isOpen) tracked.release()
      return written
    }
  }
  // An earlier dialog that was closed while its items were being created must not close a later one.
  const close = () => {
    if (!status.current.isOpen) return
    onClose()
    editor.commands.focus(null, { scrollIntoView: false })
  }
  return <LazyComponent part={part} props={{ lines, projectId, onSend, onClose: close }} />
}
