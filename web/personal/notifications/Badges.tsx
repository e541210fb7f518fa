import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { workspaceAtom } from '../../platform/shell/workspace.ts'
import { setTitleCount } from '../../platform/ui/use-document-title.ts'
import { followCounts, waitingCountAtom } from './counts.ts'
import { markIcon } from './favicon.ts'
import { onNotificationClick, renewDevice } from './push/device.ts'

/** Shows the unread count in the tab title, the favicon and the badge of the installed app. */
export function Badges() {
  const { slug } = useAtomValue(workspaceAtom)
  const count = useAtomValue(waitingCountAtom)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each workspace has its own counts
  useEffect(() => followCounts(), [slug])
  useEffect(() => {
    setTitleCount(count)
    void markIcon(count > 0)
    markApp(count)
  }, [count])
  const navigate = useNavigate()
  useEffect(() => onNotificationClick((path) => void navigate(path)), [navigate])
  useEffect(() => void renewDevice(), [])
  useEffect(
    () => () => {
      setTitleCount(0)
      void markIcon(false)
      markApp(0)
    },
    [],
  )
  return null
}

/** Errors are ignored, because browsers reject badges when the app is not installed or the platform does not support them. */
function markApp(count: number): void {
  const marked = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.()
  marked?.catch(() => {})
}
