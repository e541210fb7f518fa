import { widthOfColumns } from './use-column-window.ts'

/**
 * Empty space that is as wide as the columns that are not rendered, so that the other columns stay in their position.
 */
export function SkippedColumns({ isFolded }: { isFolded: readonly boolean[] }) {
  if (isFolded.length === 0) return null
  return <div aria-hidden className="shrink-0" style={{ width: widthOfColumns(isFolded) }} />
}
