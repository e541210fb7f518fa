import type { ErrorStateProps } from '../ui/ErrorState.tsx'
import { NotLoaded } from './NotLoaded.tsx'
import { useRetry } from './use-retry.ts'

/** Shown if loading failed. Retries when the connection is back or the user asks. */
export function LoadError({ onRetry, ...props }: ErrorStateProps & { onRetry: () => void }) {
  useRetry(onRetry)
  return <NotLoaded {...props} onRetry={onRetry} />
}
