import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useTranslation } from '../../locales/i18n.ts'
import { Button } from './Button.tsx'
import { IconButton } from './IconButton.tsx'

export interface ToastAction {
  label: string
  keys?: string
  onPress: () => void
  /** True if the action replaces this toast by another toast with the same id. */
  isFollowed?: boolean
}

export interface ToastProps {
  kind: 'message' | 'ok' | 'error'
  title: string
  text?: string
  action?: ToastAction
  /** A secondary action, shown before the main action. */
  other?: ToastAction
  onClose: () => void
}

/** The content of a toast. Use `toast` to show one. */
export function ToastCard({ kind, title, text, action, other, onClose }: ToastProps) {
  const { t } = useTranslation()
  return (
    <div className="flex min-h-10 w-full items-center gap-2.5 rounded-[9px] bg-raised py-1.5 pe-1.5 ps-3 text-md text-text shadow-float">
      {kind === 'ok' && <CircleCheck className="text-ok" aria-hidden />}
      {kind === 'error' && <CircleAlert className="text-danger" aria-hidden />}
      <div className="min-w-0 flex-1 py-0.5">
        <p className="line-clamp-2 font-medium">{title}</p>
        {text && <p className="line-clamp-3 text-sm text-soft">{text}</p>}
      </div>
      {[other, action].map(
        (each) =>
          each && (
            <Button
              key={each.label}
              size="sm"
              keys={each.keys}
              onClick={() => {
                each.onPress()
                if (!each.isFollowed) onClose()
              }}
            >
              {each.label}
            </Button>
          ),
      )}
      <IconButton size="sm" label={t('ui.close')} icon={<X />} onClick={onClose} />
    </div>
  )
}
