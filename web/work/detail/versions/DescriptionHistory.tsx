import { useAtom, useAtomValue } from 'jotai'
import { useCallback } from 'react'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import type { ListedVersion } from '../../../documents/versions/format-full-date-time.ts'
import { VersionsDialog } from '../../../documents/versions/VersionsDialog.tsx'
import { tables } from '../../../platform/app/sync.ts'
import { useCanEditItem } from '../../../platform/person/roles.ts'
import { useLoadState } from '../../../platform/shell/use-load-state.ts'
import { formatItemKey } from '../../work-items/actions.ts'
import { descriptionHistoryItemAtom } from '../../work-items/description-history.ts'
import { loadDescriptionVersionHtml, loadDescriptionVersions, restoreVersion } from './actions.ts'
import { descriptionVersionsAtom } from './atoms.ts'

/**
 * The dialog with the earlier versions of a description. Menus, the palette and a link below the description
 * open it.
 */
export function DescriptionHistory() {
  const [id, setId] = useAtom(descriptionHistoryItemAtom)
  const row = useAtomValue(tables.work_items.rowAtom(id ?? ''))
  return row ? <OfItem key={row.id} row={row} onClose={() => setId(null)} /> : null
}

function OfItem({ row, onClose }: { row: WorkItemRow; onClose: () => void }) {
  const { id, project_id } = row
  const versions = useAtomValue(descriptionVersionsAtom(id))
  const canEdit = useCanEditItem(row)
  const loaded = useLoadState(
    useCallback(() => loadDescriptionVersions({ id, project_id }), [id, project_id]),
  )
  const readText = useCallback(
    (version: ListedVersion) => loadDescriptionVersionHtml({ id, project_id }, version.id),
    [id, project_id],
  )
  return (
    <VersionsDialog
      kind="description"
      of={
        <>
          <span className="tabular">{formatItemKey(row)}</span> <bdi>{row.name}</bdi>
        </>
      }
      versions={versions}
      loaded={loaded}
      readText={readText}
      onRestore={canEdit ? (version) => void restoreVersion(row, version) : undefined}
      onClose={onClose}
    />
  )
}
