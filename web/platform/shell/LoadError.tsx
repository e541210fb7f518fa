import type { ErrorStateProps } from '../ui/ErrorState.tsx'
import { NotLoaded } from './NotLoaded.tsx'
import { useAgain } from './use-again.ts'

/** In place of what could not be loaded: tried again when the connection is back, and sooner when a person asks for it. */
export function LoadError({ onRetry, ...props }: ErrorStateProps & { onRetry: () => void }) {
  useAgain(onRetry)
  return <NotLoaded {...props} onRetry={onRetry} />
}
