import { atom } from 'jotai'
import { homePath } from '#common/identity/sign-in/home-path.ts'
import type { Me, Profile, UserSettings } from '#common/identity/users/schema.ts'
import { clearLocalStorage, consumeVisitorLanguage, setLanguage } from '../../locales/language.ts'
import { storeAppForOfflineUse } from '../app/service-worker.ts'
import {
  belongTo,
  csrfToken,
  deleteStoredAnswers,
  openOutbox,
  request,
  store,
  wipeLocalDocuments,
} from '../app/sync.ts'
import { postForm } from '../sync/forms.ts'
import { RequestError } from '../sync/http.ts'
import { applyProfileTheme } from './theme.ts'

/** The signed-in user. Null until `loadSession` has finished, and for visitors. */
export const meAtom = atom<Me | null>(null)
export const profileAtom = atom<Profile | null>(null)
export const settingsAtom = atom<UserSettings | null>(null)

let loading: Promise<void> | null = null

/** Loads the session once. If nobody is signed in, the request opens the sign-in screen. */
export function loadSession(): Promise<void> {
  loading ??= readSession().catch((error: unknown) => {
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

async function readSession(): Promise<void> {
  const [me, profile, settings] = await Promise.all([
    request('getMe', {}),
    request('getProfile', {}),
    request('getSettings', {}),
  ])
  store.set(meAtom, me)
  store.set(profileAtom, profile)
  store.set(settingsAtom, settings)
  belongTo(me.id)
  openOutbox(me.id)
  storeAppForOfflineUse()
  watchForReturn()
  await applyProfileTheme(profile.theme)
  await showProfileLanguage(profile.language)
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
  const { is_authenticated } = await request('getSession', {})
  // The session may have ended while Tandem was closed.
  if (!is_authenticated) deleteStoredAnswers()
  return is_authenticated
}

/**
 * Signs out and removes all local data: documents, settings and theme. The next user who signs in is sent to
 * `next_path`.
 */
export async function signOut(next_path?: string): Promise<void> {
  const csrf_token = await csrfToken()
  await wipeLocalDocuments()
  clearLocalStorage()
  sessionStorage.clear()
  postForm('signOut', { csrfmiddlewaretoken: csrf_token, ...(next_path && { next_path }) })
}

/** Removes all local data after the session has ended, and shows the page for visitors. */
export async function clearDataAndShowVisitorPage(): Promise<void> {
  await wipeLocalDocuments()
  clearLocalStorage()
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
