import { t } from '../../locales/i18n.ts'
import { request, store } from '../../platform/app/sync.ts'
import { profileAtom } from '../../platform/person/profile.ts'
import { RequestError } from '../../platform/sync/http.ts'
import { toast } from '../../platform/ui/toast.ts'

/** Stores that the tour was taken or declined. The tour is then not offered on any device of the user. */
export async function completeTour(): Promise<void> {
  const before = store.get(profileAtom)
  if (before === null || before.is_tour_completed) return
  store.set(profileAtom, { ...before, is_tour_completed: true })
  try {
    await request('setTourCompleted', { body: { is_tour_completed: true } })
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    store.set(profileAtom, (now) => now && { ...now, is_tour_completed: false })
    toast.error(t('home.tour.failed'))
  }
}
