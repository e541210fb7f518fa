import { Copy, WrapText } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useTranslation } from '../../../locales/i18n.ts'
import { copyText } from '../../../platform/ui/copy-text.ts'
import { IconButton } from '../../../platform/ui/IconButton.tsx'
import { isCodeWrapped, restoreCodeWrap, setCodeWrapped, subscribeToCodeWrap } from './wrap-lines.ts'

restoreCodeWrap()

interface CodeControlsProps {
  /** Returns the code at the time of the click. */
  code: () => string
}

/** The buttons of a code block that work in read-only texts too. */
export function CodeControls({ code }: CodeControlsProps) {
  const { t } = useTranslation()
  const isWrapped = useSyncExternalStore(subscribeToCodeWrap, isCodeWrapped)
  return (
    <span className="code-controls">
      <IconButton
        size="sm"
        label={t('editor.codeWrap')}
        icon={<WrapText />}
        pressed={isWrapped}
        onClick={() => setCodeWrapped(!isWrapped)}
      />
      <IconButton
        size="sm"
        label={t('editor.codeCopy')}
        icon={<Copy />}
        onClick={() => void copyText(code(), t('editor.codeCopied'))}
      />
    </span>
  )
}
