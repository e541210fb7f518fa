import { Command, House, Radio, Undo2, Zap } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { cx } from '../../platform/ui/cx.ts'
import { Dialog } from '../../platform/ui/Dialog.tsx'
import { Kbd } from '../../platform/ui/Kbd.tsx'

const steps = [
  { id: 'live', icon: <Radio />, keys: [] },
  { id: 'palette', icon: <Command />, keys: ['mod+k'] },
  { id: 'keys', icon: <Zap />, keys: ['n i', 'g h', '?'] },
  { id: 'undo', icon: <Undo2 />, keys: ['mod+z'] },
  { id: 'yours', icon: <House />, keys: ['n s'] },
] as const satisfies { id: string; icon: ReactNode; keys: readonly string[] }[]

/** Product tour in five steps. Arrow keys change the step, Escape closes it. */
export function Tour({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const [at, setAt] = useState(0)
  const step = steps[at] ?? steps[0]
  const isLast = at === steps.length - 1
  const go = (by: 1 | -1) => setAt(Math.max(0, Math.min(at + by, steps.length - 1)))
  function onKeyDown({ key }: KeyboardEvent) {
    if (key === 'ArrowRight') go(1)
    else if (key === 'ArrowLeft') go(-1)
  }
  return (
    <Dialog
      open
      size="sm"
      title={t('home.tour.title')}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <>
          <span className="me-auto">
            <Button variant="ghost" onClick={onClose} onKeyDown={onKeyDown}>
              {t('home.tour.skip')}
            </Button>
          </span>
          {at > 0 && (
            <Button onClick={() => go(-1)} onKeyDown={onKeyDown}>
              {t('home.tour.back')}
            </Button>
          )}
          <Button variant="primary" onClick={isLast ? onClose : () => go(1)} onKeyDown={onKeyDown}>
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
          {step.icon}
        </span>
        <p className="sr-only">{t('home.tour.step', { at: at + 1, total: steps.length })}</p>
        <h3 className="text-lg font-strong">{t(`home.tour.${step.id}.title`)}</h3>
        <p className="max-w-80 text-pretty text-soft">{t(`home.tour.${step.id}.text`)}</p>
        <span className="flex h-6 gap-3">
          {step.keys.map((keys) => (
            <Kbd key={keys} keys={keys} />
          ))}
        </span>
      </div>
      <div aria-hidden className="flex justify-center gap-1.5">
        {steps.map(({ id }) => (
          <span
            key={id}
            className={cx('size-1.5 rounded-full', id === step.id ? 'bg-accent' : 'bg-line-strong')}
          />
        ))}
      </div>
    </Dialog>
  )
}
