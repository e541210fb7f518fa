import { useTranslation } from '../locales/i18n.ts'
import { ErrorState } from '../ui/ErrorState.tsx'

/** In place of a screen that failed: a file that did not load after an update, or a fault of ours. */
export function ScreenError() {
  const { t } = useTranslation()
  return (
    <div className="grid min-h-[60dvh] flex-1 place-items-center p-4">
      <ErrorState title={t('ui.error.title')} onRetry={() => location.reload()} />
    </div>
  )
}
