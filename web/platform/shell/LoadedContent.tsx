import type { ReactNode } from 'react'
import { Skeleton } from '../ui/Skeleton.tsx'
import { LoadError } from './LoadError.tsx'
import type { LoadState } from './use-load-state.ts'

interface LoadedContentProps {
  of: LoadState
  /** Shown while the content loads. The default is a block, or one line if `compact` is set. */
  skeleton?: ReactNode
  /** Shown to a user without access. The default is the error that the call returned. */
  noAccess?: ReactNode
  /** If true, the skeleton and the error are small enough for a column, panel or dialog. */
  compact?: boolean
  /**
   * The loaded content. If omitted, the skeleton remains after loading, and the caller replaces this component
   * with its own content.
   */
  children?: ReactNode
}

/**
 * Shows the skeleton while something loads, then the content, or the error with a retry if it could not be
 * loaded.
 */
export function LoadedContent({
  of: { status, retry, failure = null },
  noAccess,
  compact,
  children,
  ...props
}: LoadedContentProps) {
  if (status === 'no_access' && noAccess !== undefined) return noAccess
  if (status === 'error' || status === 'no_access')
    return <LoadError compact={compact} onRetry={retry} failure={failure} />
  if (status === 'ready' && children !== undefined) return children
  return props.skeleton === undefined ? <Skeleton className={compact ? 'w-4/5' : 'h-24'} /> : props.skeleton
}
