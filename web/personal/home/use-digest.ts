import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { DigestItem } from '#common/personal/notifications/digest/calls.ts'
import { onChangeApplied, requestWithVersion, store } from '../../platform/app/sync.ts'
import { getMyId } from '../../platform/person/me.ts'
import { type LoadState, useLoadState } from '../../platform/shell/use-load-state.ts'
import { useReloadAfterEvents } from '../../platform/shell/use-reload-after-events.ts'
import { currentSlug, onWorkspaceReload } from '../../platform/shell/workspace.ts'
import { homePreferencesAtom, markDigestSeen } from './preferences.ts'

/**
 * Minimum time in milliseconds that the digest must be on the screen. After a shorter time it does not count as seen.
 */
const seenAfter = 3000
/** The period in milliseconds that the digest covers before the user's first visit. */
const initialPeriod = 24 * 3600_000

interface Digest extends LoadState {
  items: readonly DigestItem[]
  /** Marks the digest as seen. */
  seen: () => void
}

/**
 * Returns the changes by others since the last visit that concern the user. The list stays while the
 * component is mounted, even if the user marks it as seen in another tab or on another device.
 */
export function useDigest(): Digest {
  const [since, setSince] = useState(() => lastSeenAt() ?? new Date(Date.now() - initialPeriod).toISOString())
  // At the start, the time comes from stored preferences, which may be older than the last visit.
  useEffect(
    () =>
      onWorkspaceReload(async () => {
        const seenAt = lastSeenAt()
        if (seenAt !== undefined) setSince(seenAt)
      }),
    [],
  )
  const latestSince = useRef(since)
  useEffect(() => {
    latestSince.current = since
  }, [since])
  const [items, setItems] = useState<readonly DigestItem[]>([])
  const read = useRef(since)
  const load = useCallback(async () => {
    const requestedAt = new Date().toISOString()
    const input = { params: { slug: currentSlug() }, query: { since } }
    const { answer, isStored } = await requestWithVersion('getDigest', input)
    // A later time was set during the request.
    if (latestSince.current !== since) return
    // An earlier digest also contains changes that the user has seen since.
    setItems(isStored ? answer.filter(({ last_at }) => last_at > since) : answer)
    // Changes that a stored response does not contain have not been seen.
    if (!isStored) read.current = requestedAt
  }, [since])
  const loaded = useLoadState(load)
  useReloadAfterEvents(onOthersChange, () => void load().catch(() => undefined))
  useEffect(() => {
    const openedAt = Date.now()
    const slug = currentSlug()
    const leave = () => {
      if (Date.now() - openedAt >= seenAfter && currentSlug() === slug) markOnce(read.current)
    }
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [])
  const seen = useCallback(() => {
    markOnce(read.current)
    setSince(read.current)
    setItems([])
  }, [])
  return useMemo(() => ({ ...loaded, items, seen }), [loaded, items, seen])
}

/** Returns the time before which the user has seen all changes, or undefined before the first visit. */
function lastSeenAt(): string | undefined {
  return store.get(homePreferencesAtom).find(({ key }) => key === 'digest')?.config.seen_at
}

function markOnce(seen_at: string): void {
  const known = lastSeenAt()
  if (known === undefined || known < seen_at) void markDigestSeen(seen_at)
}

/**
 * Calls `onChange` one second after other users have changed items or comments, because the server writes activity
 * records slightly later than the changes. Returns the cleanup functions.
 */
function onOthersChange(onChange: () => void): (() => void)[] {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = onChangeApplied(({ entity, actor_id }) => {
    if (actor_id === getMyId() || (entity !== 'work_items' && entity !== 'work_item_comments')) return
    clearTimeout(timer)
    timer = setTimeout(onChange, 1000)
  })
  return [stop, () => clearTimeout(timer)]
}
