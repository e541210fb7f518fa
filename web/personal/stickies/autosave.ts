import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import type { StickyRow } from '#common/personal/stickies/schema.ts'
import { mutate, request, store, tables } from '../../platform/app/sync.ts'
import { getMyId } from '../../platform/person/me.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { RequestError } from '../../platform/sync/http.ts'
import {
  newStickyRow,
  saveStickyTextMutation,
  stickyPlainText,
  stickyRowActions,
  stickyWithText,
} from './actions.ts'

/**
 * Autosave of stickies. Every change is stored on this device immediately. It is sent to the server two seconds after
 * the last keystroke, when the sticky loses focus and when the tab is hidden. Stored changes that were never sent are
 * sent the next time a screen shows stickies.
 */

/** The delay in milliseconds between the last keystroke and saving. */
const saveDelay = 2000

/** `written` means that the change has not been sent yet. */
export type AutosaveStatus = 'written' | 'saving' | 'saved' | 'refused'

interface PendingEdit {
  /** The sticky before the edit. It is used to create the sticky if it was deleted or not saved yet. */
  sticky: StickyRow
  html: string
  /** The `text_version` of the sticky before the edit. */
  base: number
  /** The HTML that the request in progress sends. Null if no request is in progress. */
  sent: string | null
  timer: ReturnType<typeof setTimeout> | undefined
  /** Releases the lock, so that other tabs can send the stored edit. */
  release: () => void
}

const pendingEdits = new Map<string, PendingEdit>()

/** The save status of a sticky, by its id. Null if the sticky has no changes. */
export const autosaveStatusAtom = atomFamily((_id: string) => atom<AutosaveStatus | null>(null))

export function editSticky(sticky: StickyRow, html: string): void {
  const now = pendingEdits.get(sticky.id) ?? beginEdit(sticky)
  now.html = html
  storeEdit(now)
  store.set(autosaveStatusAtom(sticky.id), 'written')
  clearTimeout(now.timer)
  now.timer = setTimeout(() => void savePendingStickyEdit(sticky.id), saveDelay)
}

/** Returns true if the sticky has a change that the server has not stored yet. */
export function hasPendingEdit(id: string): boolean {
  return pendingEdits.has(id)
}

/** Sends the pending edit immediately. */
export async function savePendingStickyEdit(id: string): Promise<void> {
  const now = pendingEdits.get(id)
  clearTimeout(now?.timer)
  if (now === undefined || now.sent !== null) return
  const { html, base, sticky } = now
  now.sent = html
  store.set(autosaveStatusAtom(id), 'saving')
  const exists = tables.stickies.get(id) !== undefined
  // If the sticky was deleted in another tab or on another device while the user typed, it is created again,
  // so that the text is not lost.
  const answer = await (exists
    ? mutate(saveStickyTextMutation(sticky, html, base))
    : mutate(stickyRowActions.creating(stickyWithText(sticky, html))))
  now.sent = null
  if (answer === null) return void store.set(autosaveStatusAtom(id), 'refused')
  now.base = answer.text_version
  if (now.html === html) {
    endEdit(now)
    store.set(autosaveStatusAtom(id), 'saved')
  } else {
    storeEdit(now)
    await savePendingStickyEdit(id)
  }
}

/**
 * Sends all pending edits, even those of stickies with a request in progress, because the page may be closed
 * now.
 */
function saveAllEdits(): void {
  for (const [id, { sent, sticky, html, base }] of pendingEdits) {
    if (sent === null) void savePendingStickyEdit(id)
    else if (sent !== html) void mutate(saveStickyTextMutation(sticky, html, base + 1))
  }
}

if (typeof document !== 'undefined') {
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && saveAllEdits())
  window.addEventListener('pagehide', saveAllEdits)
}

function beginEdit(sticky: StickyRow): PendingEdit {
  const { promise, resolve } = Promise.withResolvers<void>()
  const edit: PendingEdit = {
    sticky,
    html: sticky.description_html,
    base: sticky.text_version,
    sent: null,
    timer: undefined,
    release: resolve,
  }
  pendingEdits.set(sticky.id, edit)
  void navigator.locks?.request(lockOf(sticky.id), () => promise)
  return edit
}

function endEdit({ sticky: { id }, release }: PendingEdit): void {
  pendingEdits.delete(id)
  localStorage.removeItem(keyOf(id))
  release()
}

interface StoredEdit {
  html: string
  base: number
  sticky: StickyRow
}

const prefix = () => `sticky-text:${getMyId()}:${currentSlug()}:`
const keyOf = (id: string) => `${prefix()}${id}`
const lockOf = (id: string) => `tandem sticky ${id}`

function storeEdit({ html, base, sticky }: PendingEdit): void {
  try {
    localStorage.setItem(keyOf(sticky.id), JSON.stringify({ html, base, sticky } satisfies StoredEdit))
  } catch {
    // If the browser has no free storage, the change is sent without a local copy.
  }
}

/** Sends edits that other tabs stored in this browser but did not send before they were closed. */
export async function saveStickyEditsOfClosedTabs(): Promise<void> {
  const begun = prefix()
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(begun))
  for (const key of keys) {
    const id = key.slice(begun.length)
    if (pendingEdits.has(id)) continue
    const options = { ifAvailable: true } as const
    if (navigator.locks === undefined) await saveStoredEdit(key)
    else
      await navigator.locks.request(lockOf(id), options, (lock) =>
        lock === null ? undefined : saveStoredEdit(key),
      )
  }
}

async function saveStoredEdit(key: string): Promise<void> {
  const stored = parseStoredEdit(localStorage.getItem(key))
  if (stored === null) return localStorage.removeItem(key)
  const { html, base, sticky } = stored
  const now = await rowNow(sticky.id)
  // The closed page may have sent the edit after storing it. Then the server already has the text.
  const isSaved =
    now !== null && now.text_version > base && stickyPlainText(now.description_html) === stickyPlainText(html)
  const answer = isSaved
    ? now
    : await (now === null
        ? mutate(
            stickyRowActions.creating(
              stickyWithText({ ...sticky, sort_order: newStickyRow().sort_order }, html),
            ),
          )
        : mutate(saveStickyTextMutation(sticky, html, base)))
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

function parseStoredEdit(text: string | null): StoredEdit | null {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
