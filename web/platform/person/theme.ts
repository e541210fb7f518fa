import type { CustomColors } from '#common/identity/users/custom-colors.ts'
import { request, store } from '../app/sync.ts'
import { RequestError } from '../sync/http.ts'
import { setTheme, storeCustomColors, storedCustomColors, type Theme, themes } from '../ui/theme.ts'
import { profileAtom } from './profile.ts'

/** Applies a theme, and stores it in the profile for other devices. */
export async function chooseTheme(theme: Theme): Promise<void> {
  if (theme === 'custom' && storedCustomColors() === null) {
    const { initialCustomColors } = await ownColors()
    await storeColors(initialCustomColors)
  }
  setTheme(theme)
  await storeInProfile(theme)
}

/** Applies custom colors in all tabs of this browser, and stores them in the profile. */
export async function chooseCustomColors(colors: CustomColors): Promise<void> {
  await storeColors(colors)
  setTheme('custom')
  await storeInProfile('custom')
}

/**
 * Applies the theme of the profile. Custom colors are derived again, because an earlier version of the
 * client may have derived different colors.
 */
export async function applyProfileTheme(theme: Record<string, unknown>): Promise<void> {
  let hasColors = false
  if (theme['background'] !== undefined || theme['palette'] !== undefined) {
    const colors = (await ownColors()).customColorsOfTheme(theme)
    if (colors !== null) await storeColors(colors)
    hasColors = colors !== null
  }
  const chosen = themes.find((one) => one === theme['theme'])
  if (chosen !== undefined && (chosen !== 'custom' || hasColors)) setTheme(chosen)
}

/**
 * Loads the code that derives custom colors. Only users with custom colors need it, so the first load stays
 * small.
 */
function ownColors() {
  return import('#common/identity/users/custom-colors.ts')
}

async function storeColors(colors: CustomColors): Promise<void> {
  const { deriveCustomTheme, deriveSidebarColors } = await ownColors()
  storeCustomColors({
    colors: { ...colors },
    ...deriveCustomTheme(colors),
    sidebar: deriveSidebarColors(colors),
  })
}

let wanted: Theme | null = null
let sending: Promise<void> | null = null

/**
 * Stores the theme in the profile. Only one request runs at a time and only the latest choice is sent,
 * because dragging a color changes it many times a second.
 */
function storeInProfile(theme: Theme): Promise<void> {
  wanted = theme
  sending ??= send().finally(() => {
    sending = null
  })
  return sending
}

async function send(): Promise<void> {
  while (wanted !== null) {
    const theme: Theme = wanted
    wanted = null
    try {
      // Every stored theme includes the custom colors, so that they remain when the user tries another
      // theme.
      const body = { theme: { ...storedCustomColors()?.colors, theme } }
      store.set(profileAtom, await request('updateProfile', { body }))
    } catch (error) {
      // After an error, the theme applies on this device only, and the next choice updates the profile.
      if (!(error instanceof RequestError)) throw error
    }
  }
}
