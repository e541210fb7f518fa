import { useAtomValue } from 'jotai'
import { createPortal } from 'react-dom'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { tables } from '../../../../platform/app/sync.ts'
import { updateWorkItem, type WorkItemPatch } from '../../../work-items/actions.ts'
import { getPropertyDetail } from '../../properties/details.tsx'
import type { SheetColumn } from './columns.ts'
import { TitleEditor } from './TitleEditor.tsx'

interface CellEditorProps {
  id: string
  column: SheetColumn
  /** The element of the edited cell. */
  anchor: Element | null
  /** The character that the user typed to start editing. */
  typed: string
  onClose: () => void
  /** Called when Enter ends editing a title. */
  onEnter: () => void
}

/** Edits the cell at the cursor with the same pickers as other layouts. */
export function CellEditor({ id, ...props }: CellEditorProps) {
  const row = useAtomValue(tables.work_items.rowAtom(id))
  return row && <Editor row={row} {...props} />
}

interface EditorProps extends Omit<CellEditorProps, 'id'> {
  row: WorkItemRow
}

function Editor({ row, column: { name, hasKey }, anchor, typed, onClose, onEnter }: EditorProps) {
  const change = (patch: WorkItemPatch) => void updateWorkItem(row.id, patch)
  if (name === 'title') {
    return (
      anchor &&
      createPortal(
        <TitleEditor
          hasKey={hasKey === true}
          name={row.name}
          typed={typed}
          onSave={(next) => change({ name: next })}
          onClose={onClose}
          onEnter={onEnter}
        />,
        anchor,
      )
    )
  }
  const { Picker } = getPropertyDetail(name)
  return (
    Picker && (
      <Picker
        name={name}
        anchor={anchor}
        typed={typed}
        open
        onOpenChange={(open) => !open && onClose()}
        projectId={row.project_id}
        item={row}
        onChange={change}
      />
    )
  )
}
