import { atom } from 'jotai'
import { homePath } from '#common/identity/sign-in/home-path.ts'
import type { Me, Profile, Settings } from '#common/identity/users/schema.ts'
import { setLanguage } from '../../locales/i18n.ts'
import { belongTo, csrfToken, keepOutbox, request, store, wipeLocalDocuments } from '../app/sync.ts'
import { postForm } from '../sync/forms.ts'
import { showProfileTheme } from './theme.ts'

/** Null until `loadSession` has answered, and for a visitor. */
export const meAtom = atom<Me | null>(null)
export const profileAtom = atom<Profile | null>(null)
export const settingsAtom = atom<Settings | null>(null)

let loading: Promise<void> | null = null

/** Reads who is signed in, once. Nobody: the request sends the browser to sign-in. */
export function loadSession(): Promise<void> {
  loading ??= readSession().catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}

/** For after a change of workspaces or profile. */
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
  keepOutbox(me.id)
  watchForReturn()
  await showProfileTheme(profile.theme)
  await setLanguage(profile.language)
}

/** Where the signed-in person belongs when they asked for no page. */
export function ownHomePath(): string {
  const workspace = store.get(settingsAtom)?.workspace
  return homePath({
    is_onboarded: store.get(profileAtom)?.is_onboarded ?? false,
    slug: workspace?.last_workspace_slug ?? workspace?.fallback_workspace_slug ?? null,
    invites: workspace?.invites ?? 0,
    first_screen: store.get(profileAtom)?.first_screen ?? 'home',
  })
}

/** Whether this browser is signed in, without sending anyone anywhere. */
export async function isSignedIn(): Promise<boolean> {
  const { is_authenticated } = await request('getSession', {})
  return is_authenticated
}

/** Ends the session, and leaves nothing of it in this browser: neither documents nor settings, the theme included. Whoever signs in next goes to `next_path`. */
export async function signOut(next_path?: string): Promise<void> {
  const csrf_token = await csrfToken()
  await wipeLocalDocuments()
  localStorage.clear()
  sessionStorage.clear()
  postForm('signOut', { csrfmiddlewaretoken: csrf_token, ...(next_path && { next_path }) })
}

/** Where the session has ended already: nothing of it stays here, and the page is that of a visitor. */
export async function leave(): Promise<void> {
  await wipeLocalDocuments()
  localStorage.clear()
  sessionStorage.clear()
  location.replace('/')
}

let watching = false

/** A page that the back button takes out of the browser's memory may be that of somebody who has signed out since. */
function watchForReturn(): void {
  if (watching) return
  watching = true
  addEventListener('pageshow', (event) => event.persisted && location.reload())
}
