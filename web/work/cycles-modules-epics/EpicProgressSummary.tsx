import { useAtomValue } from 'jotai'
import { EpicStatus } from './EpicStatus.tsx'
import { epicProgressAtom, newestEpicUpdateAtom } from './epics.ts'
import { ProgressRing } from './ProgressRing.tsx'

/** Compact progress and status of an epic. */
export function EpicProgressSummary({ id }: { id: string }) {
  const counts = useAtomValue(epicProgressAtom(id))
  const update = useAtomValue(newestEpicUpdateAtom(id))
  return (
    <span className="flex items-center gap-2">
      {counts && <ProgressRing counts={counts} measure="issues" />}
      {update && <EpicStatus status={update.status} isSmall />}
    </span>
  )
}
