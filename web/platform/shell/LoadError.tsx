import type { Failure } from '../app/failures.ts'
import type { ErrorStateProps } from '../ui/ErrorState.tsx'
import { NotLoaded } from './NotLoaded.tsx'
import { useRetry } from './use-retry.ts'

interface LoadErrorProps extends ErrorStateProps {
  onRetry: () => void
  /** Replaces the general error text. */
  failure?: Failure | null | undefined
}

/** Shown if loading failed. Retries when the connection is back or the user asks. */
export function LoadError({ onRetry, failure, ...props }: LoadErrorProps) {
  useRetry(onRetry)
  return <NotLoaded {...props} {...wordsOf(failure)} onRetry={onRetry} />
}

function wordsOf(failure: Failure | null | undefined): ErrorStateProps {
  if (!failure) return {}
  const { title, message, code } = failure
  return { ...(title === null ? { title: message } : { title, text: message }), ...(code && { code }) }
}
