import { t } from '../../locales/i18n.ts'
import type { ToastProps } from './ToastCard.tsx'

interface ToastOptions {
  text?: string
  action?: ToastProps['action']
  other?: ToastProps['other']
  /** A new toast replaces the toast with the same id. */
  id?: string
}

/** Shows a notice at the lower right. If the user must answer, use a dialog. Returns the id of the toast. */
export const toast = {
  message: (title: string, options?: ToastOptions) => show('message', title, options, 5000),
  ok: (title: string, options?: ToastOptions) => show('ok', title, options, 5000),
  /** Errors stay longer, because the user must read them and may need to act. */
  error: (title: string, options?: ToastOptions) => show('error', title, options, 9000),
  /** Shows a toast with an Undo button. */
  undo: (title: string, onUndo: () => void, options?: Omit<ToastOptions, 'action'>) =>
    show('ok', title, { ...options, action: { label: t('ui.undo'), keys: 'mod+z', onPress: onUndo } }, 7000),
  dismiss: (id: string) => act((layer) => layer.dismiss(id)),
}

/**
 * The component that renders toasts. It is loaded after the page, and then also receives the toasts that were
 * created before.
 */
export interface ToastLayer {
  show: (id: string, toast: Omit<ToastProps, 'onClose'>, duration: number) => void
  dismiss: (id: string) => void
}

let attached: ToastLayer | undefined
const waiting: ((layer: ToastLayer) => void)[] = []
let toastCount = 0

export function attachToastLayer(layer: ToastLayer): () => void {
  attached = layer
  for (const action of waiting.splice(0)) action(layer)
  return () => {
    attached = undefined
  }
}

function show(
  kind: ToastProps['kind'],
  title: string,
  { id = `toast-${++toastCount}`, text, action, other }: ToastOptions = {},
  duration: number,
): string {
  act((layer) => layer.show(id, { kind, title, text, action, other }, duration))
  return id
}

function act(action: (layer: ToastLayer) => void): void {
  if (attached) action(attached)
  else waiting.push(action)
}
