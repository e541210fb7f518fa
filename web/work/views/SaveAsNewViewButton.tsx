import { useState } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { Button, type ButtonProps } from '../../platform/ui/Button.tsx'
import { bufferKeysUntilFocus } from '../../platform/ui/buffer-keys-until-focus.ts'
import { useHotkey } from '../../platform/ui/hotkeys.ts'
import { LazyComponent } from '../../platform/ui/LazyComponent.tsx'
import { loadable } from '../../platform/ui/loadable.ts'
import type { NewViewProps } from './NewView.tsx'

const dialog = loadable(() => import('./NewView.tsx').then(({ NewView }) => NewView))

interface SaveAsNewViewButtonProps extends Omit<NewViewProps, 'onClose'> {
  button: ButtonProps
  /** True if the shortcut opens the dialog. A screen has at most one such button. */
  hasShortcut?: boolean
}

/** Button that opens the dialog for a new view. */
export function SaveAsNewViewButton({ button, hasShortcut = false, ...props }: SaveAsNewViewButtonProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const openByKey = () => {
    bufferKeysUntilFocus()
    setOpen(true)
  }
  useHotkey('alt+v', openByKey, {
    enabled: hasShortcut,
    group: t('shell.keys.create'),
    description: t('views.saveView'),
  })
  return (
    <>
      <Button
        {...button}
        {...(hasShortcut && { keys: 'alt+v' })}
        aria-haspopup="dialog"
        onPointerEnter={dialog.preload}
        onFocus={dialog.preload}
        onClick={() => setOpen(true)}
      />
      {open && <LazyComponent part={dialog} props={{ ...props, onClose: () => setOpen(false) }} />}
    </>
  )
}
