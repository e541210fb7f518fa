import type { FailureMessage } from '../app/failures.ts'
import type { ErrorStateProps } from '../ui/ErrorState.tsx'
import { NotLoadedError } from './NotLoadedError.tsx'
import { useRetryOnReconnect } from './use-retry-on-reconnect.ts'

interface LoadErrorProps extends ErrorStateProps {
  onRetry: () => void
  /** An error message for this failure. It replaces the general error text. */
  failure?: FailureMessage | null | undefined
}

/** Shown if loading failed. Loads again when the connection is back, or when the user clicks the button. */
export function LoadError({ onRetry, failure, ...props }: LoadErrorProps) {
  useRetryOnReconnect(onRetry)
  return <NotLoadedError {...props} {...wordsOf(failure)} onRetry={onRetry} />
}

function wordsOf(failure: FailureMessage | null | undefined): ErrorStateProps {
  if (!failure) return {}
  const { title, message, code } = failure
  return { ...(title === null ? { title: message } : { title, text: message }), ...(code && { code }) }
}
