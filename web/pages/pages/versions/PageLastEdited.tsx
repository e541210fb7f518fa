import { useAtomValue } from 'jotai'
import { useCallback } from 'react'
import type { PageRow } from '#common/pages/pages/schema.ts'
import { LastEditedLine } from '../../../documents/versions/LastEditedLine.tsx'
import { useLoadState } from '../../../platform/shell/use-load-state.ts'
import { openPageHistory } from '../history-dialog.ts'
import { loadPageVersions, projectIdsAt } from './actions.ts'
import { pageVersionsAtom } from './atoms.ts'

/** Shows below a page who edited it last and when. */
export function PageLastEdited({ page: { id, project_ids } }: { page: PageRow }) {
  const [last] = useAtomValue(pageVersionsAtom(id))
  const place = project_ids[0] ?? null
  useLoadState(useCallback(() => loadPageVersions({ id, project_ids: projectIdsAt(place) }), [id, place]))
  return last ? <LastEditedLine version={last} onOpen={() => openPageHistory(id)} /> : null
}
