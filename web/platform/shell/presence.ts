import { atom, useAtomValue } from 'jotai'
import { atomFamily } from 'jotai-family'
import { useEffect } from 'react'
import type { Presence } from '#common/platform/changes.ts'
import { connectionAtom, liveSocket, onPresence, store } from '../app/sync.ts'
import { useRecordVisit } from './use-record-visit.ts'

/**
 * The other tabs that view the same item, page or list, one entry per tab. The parameter names what they
 * view, such as `work_item:{id}`.
 */
const presenceAtom = atomFamily((_place: string) => atom<Presence[]>([]))

onPresence((place, next) => {
  const own = liveSocket()?.id
  store.set(presenceAtom(place), (before) => next(before).filter((person) => person.client_id !== own))
})

/**
 * Publishes which object this tab shows, such as `page:{id}`, and what the user is doing there. Also records the
 * visit of the object. Returns the other users who are viewing the object. Pass null if the tab shows no object.
 */
export function usePresence(place: string | null, doing?: Pick<Presence, 'item_id' | 'doing'>): Presence[] {
  const viewers = useAtomValue(presenceAtom(place ?? ''))
  useRecordVisit(place)
  const item = doing?.item_id
  const what = doing?.doing
  // The server accepts presence messages only after this tab has subscribed to the workspace.
  const isLive = useAtomValue(connectionAtom) === 'live'
  useEffect(() => {
    if (place === null || !isLive) return
    liveSocket()?.emit('presence', { place, ...(item && { item_id: item }), ...(what && { doing: what }) })
  }, [place, item, what, isLive])
  // This effect is separate, because a changed activity must not report that the user has left.
  useEffect(() => {
    if (place === null || !isLive) return
    const socket = liveSocket()
    return () => void socket?.emit('presence', { place, gone: true })
  }, [place, isLive])
  return viewers
}

/** The tabs that view an item and in which users are writing a comment on it. */
export const typingPeopleAtom = atomFamily((place: string) =>
  atom((get) => get(presenceAtom(place)).filter((person) => person.doing === 'typing')),
)

/**
 * The other user who is editing or dragging an item in a list that this tab also shows. Null if nobody is editing or
 * dragging the item.
 */
export const personChangingItemAtom = atomFamily((key: string) => {
  const [place = '', item = ''] = key.split('|')
  return atom((get) => get(presenceAtom(place)).find((person) => person.item_id === item) ?? null)
})
