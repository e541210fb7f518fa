import { useSyncExternalStore } from 'react'

export const themes = ['system', 'light', 'dark', 'light_contrast', 'dark_contrast'] as const
export type Theme = (typeof themes)[number]

const systemDark = () => matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

/** Shows a theme now and at the next start; web/public/theme.js reads the same key before the first paint. */
export function setTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem('theme')
  else localStorage.setItem('theme', theme)
  apply()
}

/** What the person chose, and what that comes to while the system is light or dark. */
export function useTheme(): { chosen: Theme; shown: Exclude<Theme, 'system'> } {
  const chosen = useSyncExternalStore(subscribe, storedTheme)
  const shown = useSyncExternalStore(subscribe, shownTheme)
  return { chosen, shown }
}

/** Follows the system while it is chosen, and other tabs of this browser. Returns how to stop. */
export function watchTheme(): () => void {
  const onStorage = (event: StorageEvent) => event.key === 'theme' && apply()
  const query = systemDark()
  query.addEventListener('change', apply)
  addEventListener('storage', onStorage)
  return () => {
    query.removeEventListener('change', apply)
    removeEventListener('storage', onStorage)
  }
}

function apply(): void {
  document.documentElement.dataset['theme'] = shownTheme()
  for (const listener of listeners) listener()
}

function storedTheme(): Theme {
  const stored = localStorage.getItem('theme')
  return themes.find((theme) => theme === stored) ?? 'system'
}

function shownTheme(): Exclude<Theme, 'system'> {
  const stored = storedTheme()
  return stored === 'system' ? (systemDark().matches ? 'dark' : 'light') : stored
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
