import { SearchX } from 'lucide-react'
import { EmptyState, type EmptyStateProps } from './EmptyState.tsx'

/**
 * Shown instead of an object that was deleted or never existed, with a link to continue. If the object exists
 * but the user has no access, use `NoAccessState`.
 */
export function NotFoundState({ icon = <SearchX />, ...rest }: EmptyStateProps) {
  return <EmptyState icon={icon} {...rest} />
}
