import type { Editor } from '@tiptap/core'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useFeatures } from '../../../platform/shell/feature.ts'
import { LazyComponent } from '../../../platform/ui/LazyComponent.tsx'
import type { PopoverState } from '../popover-state.ts'
import { type SelectedLine, trackLines } from './selected-lines.ts'

interface CreateItemsDialogProps {
  editor: Editor
  /** The project of the text. Null for a text of the workspace. */
  projectId: string | null
  opened: PopoverState<readonly SelectedLine[]>
}

/** The dialog that creates work items from the selected lines. The lines become the keys of the items. */
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
  useEffect(() => tracked.release, [tracked])
  if (part === undefined) return null
  return (
    <LazyComponent
      part={part}
      props={{ titles: lines.map(({ text }) => text), projectId, onCreated: tracked.replace, onClose }}
    />
  )
}
