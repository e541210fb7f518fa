import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import type { StickyRow } from '#common/personal/stickies/schema.ts'
import { mutate, request, store, tables } from '../../platform/app/sync.ts'
import { myId } from '../../platform/person/me.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { RequestError } from '../../platform/sync/http.ts'
import { freshSticky, stickyRows, withText, wordsOf, writing } from './actions.ts'

/**
 * What is being written on stickies. It is kept on this device with the first letter and sent two seconds after the last one, when the
 * sticky is left, and when the page goes out of sight; what was kept and never sent is sent when stickies are shown again.
 */

/** Milliseconds after the last letter. */
const savesAfter = 2000

/** `written` has not been sent yet. */
export type WritingStatus = 'written' | 'saving' | 'saved' | 'refused'

interface Writing {
  /** As it was when writing began, for a sticky that has gone meanwhile or is not put up yet. */
  sticky: StickyRow
  html: string
  /** The `text_version` that it goes on from. */
  base: number
  /** What is on its way. */
  sent: string | null
  timer: ReturnType<typeof setTimeout> | undefined
  /** Lets other tabs take over what is kept. */
  release: () => void
}

const writings = new Map<string, Writing>()

/** By the sticky's id; null where nothing has been written. */
export const statusAtom = atomFamily((_id: string) => atom<WritingStatus | null>(null))

export function write(sticky: StickyRow, html: string): void {
  const now = writings.get(sticky.id) ?? begin(sticky)
  now.html = html
  keep(now)
  store.set(statusAtom(sticky.id), 'written')
  clearTimeout(now.timer)
  now.timer = setTimeout(() => void save(sticky.id), savesAfter)
}

/** Whether something is written that the server does not have yet. */
export function isWriting(id: string): boolean {
  return writings.has(id)
}

/** Sends what is written now and not in a while. */
export async function save(id: string): Promise<void> {
  const now = writings.get(id)
  clearTimeout(now?.timer)
  if (now === undefined || now.sent !== null) return
  const { html, base, sticky } = now
  now.sent = html
  store.set(statusAtom(id), 'saving')
  const isThere = tables.stickies.get(id) !== undefined
  // What was thrown away on another screen meanwhile is put up again: the words count.
  const answer = await (isThere
    ? mutate(writing(sticky, html, base))
    : mutate(stickyRows.creating(withText(sticky, html))))
  now.sent = null
  if (answer === null) return void store.set(statusAtom(id), 'refused')
  now.base = answer.text_version
  if (now.html === html) {
    end(now)
    store.set(statusAtom(id), 'saved')
  } else {
    keep(now)
    await save(id)
  }
}

/** The page may not come back: what is on its way is followed by what was written since. */
function saveAll(): void {
  for (const [id, { sent, sticky, html, base }] of writings) {
    if (sent === null) void save(id)
    else if (sent !== html) void mutate(writing(sticky, html, base + 1))
  }
}

if (typeof document !== 'undefined') {
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && saveAll())
  window.addEventListener('pagehide', saveAll)
}

function begin(sticky: StickyRow): Writing {
  const { promise, resolve } = Promise.withResolvers<void>()
  const made: Writing = {
    sticky,
    html: sticky.description_html,
    base: sticky.text_version,
    sent: null,
    timer: undefined,
    release: resolve,
  }
  writings.set(sticky.id, made)
  void navigator.locks?.request(lockOf(sticky.id), () => promise)
  return made
}

function end({ sticky: { id }, release }: Writing): void {
  writings.delete(id)
  localStorage.removeItem(keyOf(id))
  release()
}

interface Kept {
  html: string
  base: number
  sticky: StickyRow
}

const prefix = () => `sticky-text:${myId()}:${currentSlug()}:`
const keyOf = (id: string) => `${prefix()}${id}`
const lockOf = (id: string) => `tandem sticky ${id}`

function keep({ html, base, sticky }: Writing): void {
  try {
    localStorage.setItem(keyOf(sticky.id), JSON.stringify({ html, base, sticky } satisfies Kept))
  } catch {
    // A full device keeps nothing more; it is sent all the same.
  }
}

/** Sends what was kept by a page that has gone since. */
export async function saveKept(): Promise<void> {
  const begun = prefix()
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(begun))
  for (const key of keys) {
    const id = key.slice(begun.length)
    if (writings.has(id)) continue
    const options = { ifAvailable: true } as const
    if (navigator.locks === undefined) await saveOne(key)
    else
      await navigator.locks.request(lockOf(id), options, (lock) => (lock === null ? undefined : saveOne(key)))
  }
}

async function saveOne(key: string): Promise<void> {
  const kept = readKept(localStorage.getItem(key))
  if (kept === null) return localStorage.removeItem(key)
  const { html, base, sticky } = kept
  const now = await rowNow(sticky.id)
  // Sent by the page as it went: then it stands there already.
  const isThere = now !== null && now.text_version > base && wordsOf(now.description_html) === wordsOf(html)
  const answer = isThere
    ? now
    : await (now === null
        ? mutate(stickyRows.creating(withText({ ...sticky, sort_order: freshSticky().sort_order }, html)))
        : mutate(writing(sticky, html, base)))
  if (answer !== null) localStorage.removeItem(key)
}

async function rowNow(id: string): Promise<StickyRow | null> {
  try {
    return await request('getSticky', { params: { slug: currentSlug(), sticky_id: id } })
  } catch (error) {
    if (error instanceof RequestError && error.code === 'not_found') return null
    throw error
  }
}

function readKept(text: string | null): Kept | null {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
