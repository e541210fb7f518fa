import { useTranslation } from '../../locales/i18n.ts'
import { cx } from '../../platform/ui/cx.ts'

/** Shows the progress as dots. `at` is the index of the current step. */
export function StepDots({ at, of }: { at: number; of: number }) {
  const { t } = useTranslation()
  return (
    <span className="flex items-center gap-1.5">
      <span className="sr-only">{t('onboarding.step', { at: at + 1, of })}</span>
      {Array.from({ length: of }, (_, step) => step).map((step) => (
        <span
          key={step}
          aria-hidden
          className={cx(
            'h-1.5 rounded-full transition-[width]',
            step === at ? 'w-5' : 'w-1.5',
            step <= at ? 'bg-accent' : 'bg-active',
          )}
        />
      ))}
    </span>
  )
}
