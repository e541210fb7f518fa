import { SearchX } from 'lucide-react'
import { EmptyState, type EmptyStateProps } from './EmptyState.tsx'

/**
 * Shown instead of something that was deleted or never existed, with a link to continue. Use `NoAccess` if it
 * exists but the user has no access.
 */
export function NotFoundState({ icon = <SearchX />, ...rest }: EmptyStateProps) {
  return <EmptyState icon={icon} {...rest} />
}
