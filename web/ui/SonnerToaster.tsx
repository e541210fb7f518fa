import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { Toaster as Sonner, toast as sonner } from 'sonner'
import { useTranslation } from '../locales/i18n.ts'
import { Toast } from './Toast.tsx'
import { attachToastLayer } from './toast.ts'

/** Toasts shown by sonner; Toaster loads it. */
export function SonnerToaster() {
  const { t } = useTranslation()
  useEffect(
    () =>
      attachToastLayer({
        show: (id, toast, duration) =>
          afterFrame(() =>
            sonner.custom(() => <Toast {...toast} onClose={() => sonner.dismiss(id)} />, { id, duration }),
          ),
        dismiss: (id) => afterFrame(() => sonner.dismiss(id)),
      }),
    [],
  )
  // Beside the portals of dialogs and sheets, above which it lies: within the page it would be below all of them.
  return createPortal(
    <Sonner
      position="bottom-right"
      offset={{ right: 24, bottom: 24 }}
      mobileOffset={{ left: 12, right: 12, bottom: 'calc(12px + var(--safe-bottom))' }}
      gap={8}
      visibleToasts={3}
      containerAriaLabel={t('ui.notifications')}
      toastOptions={{ unstyled: true, className: 'w-full' }}
    />,
    document.body,
  )
}

/** What a toast speaks of is shown first: drawing the two at once made whoever drops a card wait for both. */
function afterFrame(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work))
}
