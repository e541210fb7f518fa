import type { CustomColors } from '#common/identity/users/custom-colors.ts'
import { request } from '../app/sync.ts'
import { RequestError } from '../sync/http.ts'
import { keepLook, keptLook, setTheme, type Theme, themes } from '../ui/theme.ts'

/** Shows a theme now, and keeps it with the profile, so that it is there on the next device too. */
export async function chooseTheme(theme: Theme): Promise<void> {
  if (theme === 'custom' && keptLook() === null) {
    const { initialCustomColors } = await ownColors()
    await keepColors(initialCustomColors)
  }
  setTheme(theme)
  await keepWithProfile(theme)
}

/** Shows own colours now, in every tab of this browser, and keeps them as a theme is kept. */
export async function chooseOwnColors(colors: CustomColors): Promise<void> {
  await keepColors(colors)
  setTheme('custom')
  await keepWithProfile('custom')
}

/** Shows what the profile says; own colours are worked out anew, since an earlier version may have made others of them. */
export async function showProfileTheme(theme: Record<string, unknown>): Promise<void> {
  let hasColors = false
  if (theme['background'] !== undefined) {
    const colors = (await ownColors()).customColorsOf(theme)
    if (colors !== null) await keepColors(colors)
    hasColors = colors !== null
  }
  const chosen = themes.find((one) => one === theme['theme'])
  if (chosen !== undefined && (chosen !== 'custom' || hasColors)) setTheme(chosen)
}

/** Loaded for those alone who have own colours: the first load is no place for it. */
function ownColors() {
  return import('#common/identity/users/custom-colors.ts')
}

async function keepColors(colors: CustomColors): Promise<void> {
  const { deriveCustomTheme } = await ownColors()
  keepLook({ colors: { ...colors }, ...deriveCustomTheme(colors) })
}

let wanted: Theme | null = null
let sending: Promise<void> | null = null

/** One request at a time, and of what is chosen meanwhile the last alone: a colour that is dragged changes many times a second. */
function keepWithProfile(theme: Theme): Promise<void> {
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
      // The colours go along with every theme, so that one finds them again after having looked at another.
      await request('updateProfile', { body: { theme: { ...keptLook()?.colors, theme } } })
    } catch (error) {
      // It holds on this device; the profile follows with the next choice.
      if (!(error instanceof RequestError)) throw error
    }
  }
}
