import { atom } from 'jotai'
import { t } from '../../locales/i18n.ts'
import { request, store } from '../../platform/app/sync.ts'
import { profileAtom } from '../../platform/person/profile.ts'
import { RequestError } from '../../platform/sync/http.ts'
import { toast } from '../../platform/ui/toast.ts'

/**
 * If true, Enter sends a comment. Otherwise Enter starts a new line, and ⌘ Enter or Ctrl Enter sends. The
 * setting is stored in the user's profile.
 */
export const enterSendsAtom = atom((get) => get(profileAtom)?.enter_sends ?? false)

export async function saveEnterSends(enter_sends: boolean): Promise<void> {
  const before = store.get(profileAtom)
  if (before === null) return
  store.set(profileAtom, { ...before, enter_sends })
  try {
    store.set(profileAtom, await request('updateProfile', { body: { enter_sends } }))
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    store.set(profileAtom, before)
    toast.error(t('comments.choiceNotKept'))
  }
}
