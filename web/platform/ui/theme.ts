import { useSyncExternalStore } from 'react'

export const themes = ['system', 'light', 'dark', 'light_contrast', 'dark_contrast', 'custom'] as const
export type Theme = (typeof themes)[number]
type Shown = Exclude<Theme, 'system' | 'custom'>

/**
 * Custom colors as stored in this browser: the colors that the user chose, and the CSS variables that were derived
 * from them.
 */
interface StoredCustomColors {
  colors: Record<string, string>
  base: 'light' | 'dark'
  tokens: Record<string, string>
  /** The derived CSS variables of the sidebar. Null if the sidebar has no separate colors. */
  sidebar?: Record<string, string> | null
}

const systemDark = () => matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()
/**
 * Names of the CSS variables that the custom colors have set on the page. They are removed when the theme
 * changes.
 */
let ownTokens: string[] = []

/**
 * Applies a theme now, and stores it for the next start. `web/public/theme.js` reads the same keys before the
 * first paint.
 */
export function setTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem('theme')
  else localStorage.setItem('theme', theme)
  apply()
}

/** Stores custom colors until sign-out. The colors apply while the theme is `custom`. */
export function storeCustomColors(look: StoredCustomColors): void {
  localStorage.setItem('own-colors', JSON.stringify(look))
  apply()
}

/**
 * Returns the chosen theme and the shown theme. The two differ if the user chose to follow the system, or
 * chose custom colors.
 */
export function useTheme(): { chosen: Theme; shown: Shown } {
  const chosen = useSyncExternalStore(subscribe, storedTheme)
  const shown = useSyncExternalStore(subscribe, shownTheme)
  return { chosen, shown }
}

/** Returns the derived custom colors, or null if none were chosen. */
export function useStoredCustomColors(): StoredCustomColors | null {
  return parsed(useSyncExternalStore(subscribe, storedColorsJson))
}

/**
 * Returns the derived colors of the sidebar. Returns undefined if the sidebar has the same colors as the rest
 * of the screen.
 */
export function useSidebarColors(): Record<string, string> | undefined {
  const { chosen } = useTheme()
  const look = useStoredCustomColors()
  return chosen === 'custom' ? (look?.sidebar ?? undefined) : undefined
}

export function storedCustomColors(): StoredCustomColors | null {
  return parsed(storedColorsJson())
}

/**
 * Applies the theme again when another tab changes the theme or when the system theme changes. Returns a
 * cleanup function.
 */
export function watchTheme(): () => void {
  const onStorage = ({ key }: StorageEvent) => (key === 'theme' || key === 'own-colors') && apply()
  const query = systemDark()
  query.addEventListener('change', apply)
  addEventListener('storage', onStorage)
  addEventListener('beforeprint', applyForPaper)
  addEventListener('afterprint', apply)
  apply()
  return () => {
    removeEventListener('beforeprint', applyForPaper)
    removeEventListener('afterprint', apply)
    query.removeEventListener('change', apply)
    removeEventListener('storage', onStorage)
  }
}

/** Prints with the light theme, because paper is white. */
function applyForPaper(): void {
  const root = document.documentElement
  root.dataset['theme'] = 'light'
  for (const name of ownTokens) root.style.removeProperty(name)
}

function apply(): void {
  const root = document.documentElement
  root.dataset['theme'] = shownTheme()
  const tokens = storedTheme() === 'custom' ? (storedCustomColors()?.tokens ?? {}) : {}
  for (const name of ownTokens) if (!(name in tokens)) root.style.removeProperty(name)
  for (const [name, value] of Object.entries(tokens)) root.style.setProperty(name, value)
  ownTokens = Object.keys(tokens)
  for (const listener of listeners) listener()
}

function storedTheme(): Theme {
  const stored = localStorage.getItem('theme')
  return themes.find((theme) => theme === stored) ?? 'system'
}

function shownTheme(): Shown {
  const stored = storedTheme()
  if (stored === 'custom') return storedCustomColors()?.base ?? 'light'
  return stored === 'system' ? (systemDark().matches ? 'dark' : 'light') : stored
}

function storedColorsJson(): string | null {
  return localStorage.getItem('own-colors')
}

function parsed(stored: string | null): StoredCustomColors | null {
  if (stored === null) return null
  try {
    return JSON.parse(stored) as StoredCustomColors
  } catch {
    return null
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
