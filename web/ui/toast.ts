import { createElement } from 'react'
import { toast as sonner } from 'sonner'
import { t } from '../locales/i18n.ts'
import { Toast, type ToastProps } from './Toast.tsx'

interface ToastOptions {
  text?: string
  action?: ToastProps['action']
  /** Replaces the toast of the same id instead of adding one. */
  id?: string
}

/** Says something after the fact, at the lower left. For what a person has to answer, take a dialog. */
export const toast = {
  message: (title: string, options?: ToastOptions) => show('message', title, options, 5000),
  ok: (title: string, options?: ToastOptions) => show('ok', title, options, 5000),
  /** Stays longer, since there is something to read and perhaps to do. */
  error: (title: string, options?: ToastOptions) => show('error', title, options, 9000),
  /** After each change that can be taken back. */
  undo: (title: string, onUndo: () => void, options?: Omit<ToastOptions, 'action'>) =>
    show('ok', title, { ...options, action: { label: t('ui.undo'), keys: 'mod+z', onPress: onUndo } }, 7000),
  dismiss: (id?: string | number) => sonner.dismiss(id),
}

function show(
  kind: ToastProps['kind'],
  title: string,
  options: ToastOptions = {},
  duration: number,
): string | number {
  return sonner.custom(
    (id) =>
      createElement(Toast, {
        kind,
        title,
        text: options.text,
        action: options.action,
        onClose: () => sonner.dismiss(id),
      }),
    {
      id: options.id,
      duration,
    },
  )
}
