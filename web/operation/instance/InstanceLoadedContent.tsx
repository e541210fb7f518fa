import type { ReactNode } from 'react'
import { LoadedContent } from '../../platform/shell/LoadedContent.tsx'
import type { LoadState } from '../../platform/shell/use-load-state.ts'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'

/** Shows a skeleton while the data loads, and then the content or the error. */
export function InstanceLoadedContent(props: { of: LoadState; children: ReactNode }) {
  return <LoadedContent skeleton={<Skeleton className="h-40" />} {...props} />
}
