import { Toaster as Sonner } from 'sonner'
import { useTranslation } from '../locales/i18n.ts'

/** Where toasts appear; once for the page, inside UiProvider. */
export function Toaster() {
  const { t } = useTranslation()
  return (
    <Sonner
      position="bottom-left"
      offset={{ left: 24, bottom: 24 }}
      mobileOffset={{ left: 12, right: 12, bottom: 'calc(12px + var(--safe-bottom))' }}
      gap={8}
      visibleToasts={3}
      containerAriaLabel={t('ui.notifications')}
      toastOptions={{ unstyled: true, className: 'w-full' }}
    />
  )
}
