import { SearchX } from 'lucide-react'
import { EmptyState, type EmptyStateProps } from './EmptyState.tsx'

/** In place of what was deleted or never existed, with a way out. `NoAccess` is for what exists and is for others. */
export function Gone({ icon = <SearchX />, ...rest }: EmptyStateProps) {
  return <EmptyState icon={icon} {...rest} />
}
