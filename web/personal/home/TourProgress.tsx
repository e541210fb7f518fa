import { useAtomValue } from 'jotai'
import { useTranslation } from '../../locales/i18n.ts'
import { cx } from '../../platform/ui/cx.ts'
import { type TourStep, tourStepsAtom } from './tour-state.ts'

/** One dot for each step of the tour. Screen readers read the number of the step. */
export function TourProgress({ step }: { step: TourStep }) {
  const { t } = useTranslation()
  const steps = useAtomValue(tourStepsAtom)
  return (
    <>
      <p className="sr-only">{t('home.tour.step', { at: steps.indexOf(step) + 1, total: steps.length })}</p>
      <div aria-hidden className="flex justify-center gap-1.5">
        {steps.map((each) => (
          <span
            key={each}
            className={cx('size-1.5 rounded-full', each === step ? 'bg-accent' : 'bg-line-strong')}
          />
        ))}
      </div>
    </>
  )
}
