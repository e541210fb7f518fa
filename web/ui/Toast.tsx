import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useTranslation } from '../locales/i18n.ts'
import { Button } from './Button.tsx'
import { IconButton } from './IconButton.tsx'

export interface ToastProps {
  kind: 'message' | 'ok' | 'error'
  title: string
  text?: string
  action?: { label: string; keys?: string; onPress: () => void }
  onClose: () => void
}

/** One toast's body; shown through `toast`, never by itself. */
export function Toast({ kind, title, text, action, onClose }: ToastProps) {
  const { t } = useTranslation()
  return (
    <div className="flex min-h-10 w-full items-center gap-2.5 rounded-[9px] bg-raised py-1.5 pr-1.5 pl-3 text-md text-text shadow-float">
      {kind === 'ok' && <CircleCheck className="text-ok" aria-hidden />}
      {kind === 'error' && <CircleAlert className="text-danger" aria-hidden />}
      <div className="min-w-0 flex-1 py-0.5">
        <p className="line-clamp-2 font-medium">{title}</p>
        {text && <p className="line-clamp-3 text-sm text-soft">{text}</p>}
      </div>
      {action && (
        <Button
          size="sm"
          keys={action.keys}
          onClick={() => {
            action.onPress()
            onClose()
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton size="sm" label={t('ui.close')} icon={<X />} onClick={onClose} />
    </div>
  )
}
