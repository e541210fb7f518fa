import { useLocation, useNavigate, useRouteError } from 'react-router'
import { connectionAtom, store } from '../app/sync.ts'
import { RequestError } from '../sync/http.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { NotLoaded } from './NotLoaded.tsx'
import { useAgain } from './use-again.ts'

/** In place of a screen that failed: the server is away, a file did not load after an update, or a fault of ours. */
export function ScreenError() {
  const error = useRouteError()
  const location = useLocation()
  const navigate = useNavigate()
  const isPassing = hasNotLoaded(error)
  // Opened anew, not loaded anew: what was changed elsewhere and is still on its way would be lost.
  const again = () => void navigate(location, { replace: true })
  useAgain(again, isPassing)
  // A file that is gone after an update comes with a new page alone, which there is none of while the server is away.
  const retry = () => (store.get(connectionAtom) === 'live' ? window.location.reload() : again())
  const Words = isPassing ? NotLoaded : ErrorState
  return (
    <div className="grid min-h-[60dvh] flex-1 place-items-center p-4">
      <Words onRetry={isPassing ? retry : () => window.location.reload()} />
    </div>
  )
}

/** Browsers have words of their own for a file that did not come; a fault of ours would only fail again. */
function hasNotLoaded(error: unknown): boolean {
  if (error instanceof RequestError) return true
  return error instanceof Error && /import|module|preload/i.test(error.message)
}
