import { useLocation, useNavigate, useRouteError } from 'react-router'
import { failureMessageOf } from '../app/failures.ts'
import { connectionAtom, store } from '../app/sync.ts'
import { RequestError } from '../sync/http.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { NotLoadedError } from './NotLoadedError.tsx'
import { useRetryOnReconnect } from './use-retry-on-reconnect.ts'

/**
 * Shown if a screen failed: the server is unreachable, a file is missing after an update, or there is a bug.
 */
export function ScreenError() {
  const error = useRouteError()
  const location = useLocation()
  const navigate = useNavigate()
  const isPassing = hasNotLoaded(error)
  // Navigates again instead of reloading the page, which would lose changes that are still being sent.
  const again = () => void navigate(location, { replace: true })
  useRetryOnReconnect(again, isPassing)
  // A file that is missing after an update needs a page reload, which is impossible while the server is
  // unreachable.
  const retry = () => (store.get(connectionAtom) === 'live' ? window.location.reload() : again())
  const Words = isPassing ? NotLoadedError : ErrorState
  const failure = failureMessageOf(error)
  return (
    <div className="grid min-h-[60dvh] flex-1 place-items-center p-4">
      <Words
        {...(failure && { title: failure.message, ...(failure.code && { code: failure.code }) })}
        onRetry={isPassing ? retry : () => window.location.reload()}
      />
    </div>
  )
}

/**
 * Returns true if a request failed or a file of the client could not be loaded. Browsers use different
 * messages for such a file. Other errors are bugs, which a retry does not fix.
 */
function hasNotLoaded(error: unknown): boolean {
  if (error instanceof RequestError) return true
  return error instanceof Error && /import|module|preload/i.test(error.message)
}
