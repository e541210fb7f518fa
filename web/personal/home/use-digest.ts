import { useAtomValue } from 'jotai'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { DigestItem } from '#common/personal/notifications/digest/calls.ts'
import { onHeard, request, store } from '../../platform/app/sync.ts'
import { myId } from '../../platform/person/me.ts'
import { type LoadState, useLoaded } from '../../platform/shell/use-loaded.ts'
import { useReloadOn } from '../../platform/shell/use-reload-on.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { homePreferencesAtom, markSeen } from './preferences.ts'

/** Milliseconds after which one has looked. */
const looksFor = 3000
/** Milliseconds that somebody is told of who has never looked. */
const atFirst = 24 * 3600_000

interface Digest extends LoadState {
  items: readonly DigestItem[]
  /** Tells nothing of this again. */
  seen: () => void
}

/** What others did since one last looked, as far as it concerns one. It stays as long as one looks, on whatever screen it was seen. */
export function useDigest(): Digest {
  const config = useAtomValue(homePreferencesAtom).find(({ key }) => key === 'digest')?.config
  const [since, setSince] = useState(() => config?.seen_at ?? new Date(Date.now() - atFirst).toISOString())
  const [items, setItems] = useState<readonly DigestItem[]>([])
  const read = useRef(since)
  const load = useCallback(async () => {
    const asked = new Date().toISOString()
    setItems(await request('getDigest', { params: { slug: currentSlug() }, query: { since } }))
    read.current = asked
  }, [since])
  const loaded = useLoaded(load)
  useReloadOn(followOthers, () => void load().catch(() => undefined))
  useEffect(() => {
    const came = Date.now()
    const slug = currentSlug()
    const leave = () => {
      if (Date.now() - came >= looksFor && currentSlug() === slug) markOnce(read.current)
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

function markOnce(seen_at: string): void {
  const known = store.get(homePreferencesAtom).find(({ key }) => key === 'digest')?.config.seen_at
  if (known === undefined || known < seen_at) void markSeen(seen_at)
}

/** Whatever others write to items or say of them may belong there; the history of it is written a moment later. */
function followOthers(tell: () => void): (() => void)[] {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = onHeard(({ entity, actor_id }) => {
    if (actor_id === myId() || (entity !== 'work_items' && entity !== 'work_item_comments')) return
    clearTimeout(timer)
    timer = setTimeout(tell, 1000)
  })
  return [stop, () => clearTimeout(timer)]
}
