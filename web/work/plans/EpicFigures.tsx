import { useAtomValue } from 'jotai'
import { EpicStatus } from './EpicStatus.tsx'
import { epicProgressAtom, newestUpdateAtom } from './epics.ts'
import { ProgressRing } from './ProgressRing.tsx'

/** Compact progress and status of an epic. */
export function EpicFigures({ id }: { id: string }) {
  const counts = useAtomValue(epicProgressAtom(id))
  const update = useAtomValue(newestUpdateAtom(id))
  return (
    <span className="flex items-center gap-2">
      {counts && <ProgressRing counts={counts} measure="issues" />}
      {update && <EpicStatus status={update.status} isSmall />}
    </span>
  )
}
