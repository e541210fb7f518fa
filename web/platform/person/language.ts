import type { Language } from '#common/locales/languages.ts'
import { currentLanguage, setLanguage, setVisitorLanguage } from '../../locales/language.ts'
import { request, store } from '../app/sync.ts'
import { profileAtom } from './profile.ts'

/**
 * Shows a language in all tabs of this browser, and stores it in the account of a signed-in user. If the server rejects
 * the change, the language returns to the former one and the function throws `RequestError`.
 */
export async function chooseLanguage(language: Language): Promise<void> {
  if (store.get(profileAtom) === null) return setVisitorLanguage(language)
  const former = currentLanguage()
  await setLanguage(language)
  try {
    store.set(profileAtom, await request('updateProfile', { body: { language } }))
  } catch (error) {
    await setLanguage(former)
    throw error
  }
}
