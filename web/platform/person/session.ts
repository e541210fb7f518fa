import { atom } from 'jotai'
import type { Calls } from '#common/calls.ts'
import { homePath } from '#common/identity/sign-in/home-path.ts'
import type { Me, Profile, UserSettings } from '#common/identity/users/schema.ts'
import type { ResponseOf } from '#common/platform/call.ts'
import { clearLocalStorage, consumeVisitorLanguage, setLanguage } from '../../locales/language.ts'
import { storeAppForOfflineUse } from '../app/service-worker.ts'
import { canShowStoredAnswers, deviceDataKey, readSignedInUserId } from '../app/signed-in-user.ts'
import {
  belongTo,
  csrfToken,
  deleteStoredData,
  openOutbox,
  request,
  store,
  storeAnswer,
  waitingAtom,
  wipeLocalDocuments,
} from '../app/sync.ts'
import { watchUnsentTexts } from '../app/unsent-texts.ts'
import { postForm } from '../sync/forms.ts'
import { RequestError } from '../sync/http.ts'
import { countUnsent } from '../sync/local-copies.ts'
import { profileAtom } from './profile.ts'
import { applyProfileTheme } from './theme.ts'

/** The signed-in user. Null until `loadSession` has finished, and for visitors. */
export const meAtom = atom<Me | null>(null)
export const settingsAtom = atom<UserSettings | null>(null)

let loading: Promise<void> | null = null
/** True while the atoms above contain responses that this browser has stored earlier. */
let isStoredSession = false
/** Counts the changes of the atoms above. */
let sessionChanges = 0

interface Session {
  me: Me
  profile: Profile
  settings: UserSettings
}

/**
 * Loads the session once. If nobody is signed in, the request opens the sign-in screen. With `mayBeStored`, the stored
 * session of the user who signed in last is used without waiting for the server, which then replaces it.
 */
export function loadSession({ mayBeStored = false } = {}): Promise<void> {
  loading ??= readSession(mayBeStored).catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}

/** Reloads the session after a change of workspaces or profile. */
export async function reloadSession(): Promise<void> {
  loading = null
  await loadSession()
}

async function readSession(mayBeStored: boolean): Promise<void> {
  if (!mayBeStored || !canShowStoredAnswers()) {
    isStoredSession = false
    return applySession(await requestSession())
  }
  const current = requestSession('never')
  const reading = findStoredSession()
  const storedInstead = (error: unknown) => (isUnreachable(error) ? reading : null)
  const stored = await Promise.race([reading, current.then(() => null, storedInstead)])
  if (stored !== null) return showStoredSession(stored, current)
  isStoredSession = false
  await applySession(await current)
}

function isUnreachable(error: unknown): boolean {
  return error instanceof RequestError && (error.code === 'offline' || error.code === 'unavailable')
}

/**
 * Loads the stored session of the user who signed in last, without waiting for the server. Returns false if there is
 * none, if its user is in no workspace, or if the server answers earlier than the storage of the browser. `answer` is
 * the answer of the server.
 */
export async function loadStoredSession(answer: Promise<unknown>): Promise<boolean> {
  const reading = findStoredSession()
  const stored = await Promise.race([
    reading,
    answer.then(
      () => null,
      () => reading,
    ),
  ])
  if (stored === null || loading !== null) return false
  if ((stored.settings.workspace.last_workspace_slug ?? null) === null) return false
  loading = Promise.resolve()
  showStoredSession(stored)
  return true
}

function showStoredSession(stored: Session, current?: Promise<Session>): void {
  isStoredSession = true
  setSession(stored)
  void replaceStoredSession(current)
}

/** Milliseconds between a failed attempt to replace the stored session and the next attempt. */
const againAfter = 5000

/** Replaces a session that this browser has stored earlier as soon as the server can be reached. */
async function replaceStoredSession(current = requestSession('never')): Promise<void> {
  const before = sessionChanges
  try {
    const session = await current
    if (!isStoredSession) return
    // The user has changed the settings since the request, so the response may be older than this change.
    if (sessionChanges !== before) return await replaceStoredSession()
    isStoredSession = false
    await applySession(session)
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    // If the session has ended, the request has opened the sign-in screen.
    if (error.code !== 'unauthenticated') setTimeout(() => void replaceStoredSession(), againAfter)
  }
}

async function requestSession(stored?: 'only' | 'never'): Promise<Session> {
  const options = stored && { stored }
  const [me, profile, settings] = await Promise.all([
    request('getMe', {}, options),
    request('getProfile', {}, options),
    request('getSettings', {}, options),
  ])
  return { me, profile, settings }
}

/**
 * Returns the stored session of the user who signed in last, or null. New users are redirected to the onboarding, so
 * the server must confirm that the onboarding is not finished.
 */
async function findStoredSession(): Promise<Session | null> {
  if (!canShowStoredAnswers()) return null
  try {
    const session = await requestSession('only')
    const isUsable = session.me.id === readSignedInUserId() && session.profile.is_onboarded
    return isUsable ? session : null
  } catch {
    // The session is not stored, or another build has stored it in another format.
    return null
  }
}

// Other code also changes the session, for example the settings of the user.
store.sub(meAtom, () => storeSessionPart('getMe', store.get(meAtom)))
store.sub(profileAtom, () => storeSessionPart('getProfile', store.get(profileAtom)))
store.sub(settingsAtom, () => storeSessionPart('getSettings', store.get(settingsAtom)))

function storeSessionPart<C extends 'getMe' | 'getProfile' | 'getSettings'>(
  call: C,
  answer: ResponseOf<Calls[C]> | null,
): void {
  sessionChanges++
  if (answer !== null && !isStoredSession) storeAnswer(call, answer)
}

function setSession({ me, profile, settings }: Session): void {
  store.set(meAtom, me)
  store.set(profileAtom, profile)
  store.set(settingsAtom, settings)
  belongTo(me.id)
  openOutbox(me.id)
  watchUnsentTexts(me.id)
  storeAppForOfflineUse()
  watchForReturn()
}

async function applySession(session: Session): Promise<void> {
  setSession(session)
  await applyProfileTheme(session.profile.theme)
  await showProfileLanguage(session.profile.language)
}

/**
 * Switches the interface to the language of the account. If the user chose a language before signing in,
 * that language is stored in the account.
 */
async function showProfileLanguage(stored: string): Promise<void> {
  const chosen = consumeVisitorLanguage()
  await setLanguage(chosen ?? stored)
  if (chosen === null || chosen === stored) return
  try {
    store.set(profileAtom, await request('updateProfile', { body: { language: chosen } }))
  } catch (error) {
    // If the account could not be updated, the language applies to this browser only. The sign-in continues.
    if (!(error instanceof RequestError)) throw error
  }
}

/** Returns the slug of the workspace that the user opened last, or null if the user is in no workspace. */
export function lastWorkspaceSlug(): string | null {
  const workspace = store.get(settingsAtom)?.workspace
  return workspace?.last_workspace_slug ?? workspace?.fallback_workspace_slug ?? null
}

/** Returns the path of the user's start page. */
export function ownHomePath(): string {
  return homePath({
    is_onboarded: store.get(profileAtom)?.is_onboarded ?? false,
    slug: lastWorkspaceSlug(),
    invites: store.get(settingsAtom)?.workspace.invites ?? 0,
    first_screen: store.get(profileAtom)?.first_screen ?? 'home',
  })
}

/**
 * Returns true if a user is signed in in this browser. Otherwise returns false, and does not open the sign-in
 * screen.
 */
export async function isSignedIn(): Promise<boolean> {
  const { is_authenticated } = await request('getSession', {}, { stored: 'never' })
  // The session may have ended while Tandem was closed.
  if (!is_authenticated) deleteStoredData()
  return is_authenticated
}

/** Returns the id of the user of this tab, or of the user who signed in last. */
function ownUserId(): string | null {
  return store.get(meAtom)?.id ?? readSignedInUserId()
}

/** Counts the changes and texts of the user that this browser has not sent to the server yet. */
export async function countUnsentChanges(): Promise<number> {
  const waiting = store.get(waitingAtom)
  const userId = ownUserId()
  if (userId === null) return waiting
  try {
    const { changes, documents } = await countUnsent(userId)
    return Math.max(waiting, changes) + documents
  } catch {
    // The browser does not allow IndexedDB, so the changes are only in the memory of this tab.
    return waiting
  }
}

/**
 * Signs out and removes all local data: documents, settings and theme. The next user who signs in is sent to
 * `next_path`.
 */
export async function signOut(next_path?: string): Promise<void> {
  const csrf_token = await csrfToken()
  await wipeLocalDocuments(ownUserId())
  clearLocalStorage([deviceDataKey])
  sessionStorage.clear()
  postForm('signOut', { csrfmiddlewaretoken: csrf_token, ...(next_path && { next_path }) })
}

/** Removes all local data after the session has ended, and shows the page for visitors. */
export async function clearDataAndShowVisitorPage(): Promise<void> {
  await wipeLocalDocuments(ownUserId())
  clearLocalStorage([deviceDataKey])
  sessionStorage.clear()
  location.replace('/')
}

let watching = false

/**
 * Reloads a page that the browser restores from the back-forward cache, because its user may have signed out.
 */
function watchForReturn(): void {
  if (watching) return
  watching = true
  addEventListener('pageshow', (event) => event.persisted && location.reload())
}
