import { useAtomValue } from 'jotai'
import { Footprints } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../app/sync.ts'
import { displayNameOf } from '../person/display-name.ts'
import { Button } from '../ui/Button.tsx'
import { useHotkey } from '../ui/hotkeys.ts'
import { personColor } from '../ui/person-color.ts'
import { useWorkspacePresence, viewedObjectPath } from './colleagues.ts'
import { followedPersonAtom, followPerson } from './follow.ts'

/**
 * Follows another user: this tab opens every screen that the followed user opens, and the bar shows the
 * user's name. Following ends when the current user presses Escape or navigates.
 */
export function FollowedUserBar() {
  const followed = useAtomValue(followedPersonAtom)
  return followed && <Following key={followed} id={followed} />
}

function Following({ id }: { id: string }) {
  const { t } = useTranslation()
  const person = useAtomValue(tables.users.rowAtom(id))
  const colleagues = useWorkspacePresence()
  const place = colleagues?.named.find(({ user_id }) => user_id === id)
  const path = place === undefined ? null : viewedObjectPath(place)
  useFollowNavigation(path)
  useHotkey('escape', () => followPerson(null), { whileTyping: true })
  const isGone = person === undefined
  useEffect(() => {
    if (isGone) followPerson(null)
  }, [isGone])
  if (person === undefined) return null
  const name = displayNameOf(person)
  const isAway = colleagues !== null && path === null
  return (
    <>
      <div
        aria-hidden
        className="pointer-events-none absolute inset-0 z-float rounded-lg"
        style={{ boxShadow: `inset 0 0 0 2px ${personColor(id)}` }}
      />
      <div className="pointer-events-none absolute inset-x-0 bottom-3 z-float flex justify-center px-3">
        <div
          role="status"
          className="float pointer-events-auto flex min-w-0 items-center gap-2 rounded-full! py-1 pe-1 ps-3"
        >
          <Footprints aria-hidden className="size-4 shrink-0" style={{ color: personColor(id) }} />
          <span className="truncate font-medium">
            {t(isAway ? 'shell.follow.away' : 'shell.follow.following', { name })}
          </span>
          <Button size="sm" variant="ghost" keys="escape" onClick={() => followPerson(null)}>
            {t('shell.follow.stop')}
          </Button>
        </div>
      </div>
    </>
  )
}

/**
 * Navigates to each new location of the followed user. The first location is opened only if it differs from
 * the current screen.
 */
function useFollowNavigation(path: string | null): void {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const type = useNavigationType()
  const currentPath = useRef(pathname)
  currentPath.current = pathname
  const gone = useRef<string | null>(null)
  const began = useRef(`${pathname}${search}`)
  useEffect(() => {
    if (path === null || currentPath.current === path) return
    gone.current = path
    void navigate(path)
  }, [path, navigate])
  useEffect(() => {
    const now = `${pathname}${search}`
    // Following does not end when a screen rewrites its own URL, because this is not a navigation by the user.
    if (now === began.current || type === 'REPLACE') return
    began.current = now
    if (gone.current === pathname) gone.current = null
    else followPerson(null)
  }, [pathname, search, type])
}
