import { useAtomValue } from 'jotai'
import { tables } from '../../../platform/app/sync.ts'

/** The beginning of the description of a draft. */
export function DraftPreview({ id }: { id: string }) {
  const draft = useAtomValue(tables.drafts.rowAtom(id))
  if (!draft?.preview) return null
  return (
    <span dir="auto" className="min-w-0 flex-1 truncate text-sm text-faint max-sm:hidden">
      {draft.preview}
    </span>
  )
}
