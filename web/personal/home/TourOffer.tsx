import { useAtomValue } from 'jotai'
import { Compass } from 'lucide-react'
import { useTranslation } from '../../locales/i18n.ts'
import { profileAtom } from '../../platform/person/profile.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { completeTour } from './complete-tour.ts'
import { startTour } from './tour-state.ts'

/** Offers the tour once. It is not offered again after it was taken or declined. */
export function TourOffer() {
  const { t } = useTranslation()
  const isCompleted = useAtomValue(profileAtom)?.is_tour_completed ?? true
  if (isCompleted) return null
  return (
    <section
      aria-labelledby="tour"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg bg-accent-soft px-4 py-3"
    >
      <Compass aria-hidden className="shrink-0 text-accent-text" />
      <div className="min-w-50 flex-1">
        <h2 id="tour" className="font-strong">
          {t('home.tour.offer')}
        </h2>
        <p className="text-soft">{t('home.tour.offerText')}</p>
      </div>
      <span className="flex gap-2">
        <Button variant="ghost" onClick={() => void completeTour()}>
          {t('home.tour.skip')}
        </Button>
        <Button onClick={startTour}>{t('home.tour.start')}</Button>
      </span>
    </section>
  )
}
