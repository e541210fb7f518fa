import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { workspaceAtom } from '../../platform/shell/workspace.ts'
import { setUnreadCountInTitle } from '../../platform/ui/use-document-title.ts'
import { subscribeToUnreadCounts, unreadTotalAtom } from './counts.ts'
import { setFaviconBadge } from './favicon.ts'
import { onPushMessageClick, reregisterPushDevice } from './push/device.ts'

/** Shows the unread count in the tab title, the favicon and the badge of the installed app. */
export function UnreadBadges() {
  const { slug } = useAtomValue(workspaceAtom)
  const count = useAtomValue(unreadTotalAtom)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each workspace has its own counts
  useEffect(() => subscribeToUnreadCounts(), [slug])
  useEffect(() => {
    setUnreadCountInTitle(count)
    void setFaviconBadge(count > 0)
    markApp(count)
  }, [count])
  const navigate = useNavigate()
  useEffect(() => onPushMessageClick((path) => void navigate(path)), [navigate])
  useEffect(() => void reregisterPushDevice(), [])
  useEffect(
    () => () => {
      setUnreadCountInTitle(0)
      void setFaviconBadge(false)
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
