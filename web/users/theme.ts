import { request } from '../app/sync.ts'
import { RequestError } from '../sync/http.ts'
import { setTheme, type Theme } from '../ui/theme.ts'

/** Shows a theme now, and keeps it with the profile, so that it is there on the next device too. */
export async function chooseTheme(theme: Theme): Promise<void> {
  setTheme(theme)
  try {
    await request('updateProfile', { body: { theme: { theme } } })
  } catch (error) {
    // It holds on this device; the profile follows with the next choice.
    if (!(error instanceof RequestError)) throw error
  }
}
