import { Maximize2, Minimize2 } from 'lucide-react'
import { useTranslation } from '../../locales/i18n.ts'
import { useHotkey } from '../../platform/ui/hotkeys.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'

const shortcut = 'mod+alt+f'

interface FullSizeButtonProps {
  isFull: boolean
  onToggle: () => void
}

/** Switches a dialog between its usual size and the whole window. */
export function FullSizeButton({ isFull, onToggle }: FullSizeButtonProps) {
  const { t } = useTranslation()
  useHotkey(shortcut, onToggle, { whileTyping: true, inModal: true })
  return (
    <IconButton
      label={t(isFull ? 'workItems.usualSize' : 'workItems.fullSize')}
      keys={shortcut}
      icon={isFull ? <Minimize2 /> : <Maximize2 />}
      onClick={onToggle}
    />
  )
}
