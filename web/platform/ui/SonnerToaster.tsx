import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { Toaster as Sonner, toast as sonner } from 'sonner'
import { useTranslation } from '../../locales/i18n.ts'
import { ToastCard } from './ToastCard.tsx'
import { attachToastLayer, type ToastLayer } from './toast.ts'

/** Toasts rendered by sonner, loaded by Toaster. */
export function SonnerToaster() {
  const { t } = useTranslation()
  useEffect(() => attachToastLayer(createLayer()), [])
  // The toasts are rendered next to the portals of dialogs and sheets, so that they appear above them.
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

function createLayer(): ToastLayer {
  /** Maps each shown toast to its sonner id, the newest last. */
  const shown = new Map<string, number>()
  let toastCount = 0

  function dismiss(id: string): void {
    // If no id were passed, sonner would dismiss all toasts.
    if (shown.has(id)) sonner.dismiss(shown.get(id))
  }

  /**
   * Removes a toast immediately, before a new toast replaces it. Otherwise sonner would place the new toast behind
   * other toasts, which would cover its buttons.
   */
  function takeAway(id: string): void {
    if (shown.has(id)) sonner.custom(() => <></>, { id: shown.get(id) })
    dismiss(id)
  }

  return {
    show: (id, toast, duration) =>
      afterFrame(() => {
        const isNewest = [...shown.keys()].at(-1) === id
        if (!isNewest) takeAway(id)
        const sonnerId = (isNewest && shown.get(id)) || ++toastCount
        shown.delete(id)
        shown.set(id, sonnerId)
        sonner.custom(() => <ToastCard {...toast} onClose={() => sonner.dismiss(sonnerId)} />, {
          id: sonnerId,
          duration,
          onDismiss: () => forget(id, sonnerId),
          onAutoClose: () => forget(id, sonnerId),
        })
      }),
    dismiss: (id) => afterFrame(() => dismiss(id)),
  }

  function forget(id: string, sonnerId: number): void {
    if (shown.get(id) === sonnerId) shown.delete(id)
  }
}

/**
 * Shows or hides a toast one frame later. If a toast were rendered in the same frame as the change that it reports,
 * drops on the board would be slow.
 */
function afterFrame(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work))
}
