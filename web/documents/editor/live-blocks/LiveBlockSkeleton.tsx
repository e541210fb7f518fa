import { Skeleton } from '../../../platform/ui/Skeleton.tsx'

/** Shown while the content of a live block is loading. Printing waits until it is gone. */
export function LiveBlockSkeleton() {
  return (
    <div aria-busy className="py-1.5">
      <Skeleton className="w-4/5" />
    </div>
  )
}
