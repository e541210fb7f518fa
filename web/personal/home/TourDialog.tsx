import { useAtomValue } from 'jotai'
import { Command, House, Radio, Undo2, Zap } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Dialog } from '../../platform/ui/Dialog.tsx'
import { Kbd } from '../../platform/ui/Kbd.tsx'
import { isTouchDevice } from '../../platform/ui/use-media-query.ts'
import { TourProgress } from './TourProgress.tsx'
import { closeTour, goInTour, type TourStep, tourStepsAtom } from './tour-state.ts'

const contents: Record<Exclude<TourStep, 'move'>, { icon: ReactNode; keys: readonly string[] }> = {
  live: { icon: <Radio />, keys: [] },
  palette: { icon: <Command />, keys: ['mod+k'] },
  keys: { icon: <Zap />, keys: ['n i', 'g h', '?'] },
  undo: { icon: <Undo2 />, keys: ['mod+z'] },
  yours: { icon: <House />, keys: ['n s'] },
}

/** A step of the tour that explains something. Arrow keys change the step, Escape closes the tour. */
export function TourDialog({ step }: { step: Exclude<TourStep, 'move'> }) {
  const { t } = useTranslation()
  const steps = useAtomValue(tourStepsAtom)
  const next = useRef<HTMLButtonElement>(null)
  const isFirst = step === steps[0]
  const isLast = step === steps.at(-1)
  const { icon, keys } = contents[step]
  // Touch devices show no keys, so the text explains how to open the palette.
  const text =
    step === 'palette' && isTouchDevice()
      ? t('home.tour.palette.touch', { search: t('shell.nav.search') })
      : t(`home.tour.${step}.text`)
  const goBack = () => {
    // The first step has no button Back, which would lose the focus.
    if (steps.indexOf(step) === 1) next.current?.focus()
    goInTour(-1)
  }
  const onKeyDown = useEffectEvent(({ key }: KeyboardEvent) => {
    if (key === 'ArrowRight') goInTour(1)
    else if (key === 'ArrowLeft') goBack()
  })
  useEffect(() => {
    // The listener uses the capture phase, because dialogs stop arrow keys from bubbling.
    document.addEventListener('keydown', onKeyDown, true)
    return () => document.removeEventListener('keydown', onKeyDown, true)
  }, [])
  return (
    <Dialog
      open
      size="sm"
      title={t('home.tour.title')}
      initialFocus={next}
      onOpenChange={(isOpen) => !isOpen && closeTour()}
      footer={
        <>
          <span className="me-auto">
            <Button variant="ghost" onClick={closeTour}>
              {t('home.tour.skip')}
            </Button>
          </span>
          {!isFirst && <Button onClick={goBack}>{t('home.tour.back')}</Button>}
          <Button ref={next} variant="primary" onClick={isLast ? closeTour : () => goInTour(1)}>
            {t(isLast ? 'home.tour.finish' : 'home.tour.next')}
          </Button>
        </>
      }
    >
      <div
        aria-live="polite"
        className="flex min-h-44 flex-col items-center justify-center gap-2 text-center"
      >
        <span
          aria-hidden
          className="mb-1 grid size-12 place-items-center rounded-lg bg-accent-soft text-accent-text [&>svg]:size-5.5"
        >
          {icon}
        </span>
        <h3 className="text-lg font-strong">{t(`home.tour.${step}.title`)}</h3>
        <p className="max-w-80 text-pretty text-soft">{text}</p>
        <span className="flex h-6 gap-3">
          {keys.map((press) => (
            <Kbd key={press} keys={press} />
          ))}
        </span>
      </div>
      <TourProgress step={step} />
    </Dialog>
  )
}
