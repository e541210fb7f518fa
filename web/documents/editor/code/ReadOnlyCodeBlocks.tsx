import { useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from '../../../locales/i18n.ts'
import type { EditorPortals } from '../portals.ts'
import { CodeControls } from './CodeControls.tsx'
import { codeLanguageName } from './code-languages.ts'

/** A code block of a stored text. */
export interface StoredCode {
  dom: HTMLElement
  language: string | undefined
  code: () => string
}

interface ReadOnlyCodeBlocksProps {
  portals: EditorPortals<StoredCode>
}

/** The language names and buttons of the code blocks of a stored text. */
export function ReadOnlyCodeBlocks({ portals }: ReadOnlyCodeBlocksProps) {
  const { t } = useTranslation()
  const list = useSyncExternalStore(portals.subscribe, portals.list)
  return list.map(({ dom, language, code, key }) =>
    createPortal(
      <div role="toolbar" aria-label={t('editor.codeBlock')}>
        <CodeControls code={code} />
        <CodeLanguageName language={language} />
      </div>,
      dom,
      String(key),
    ),
  )
}

export function CodeLanguageName({ language }: { language: unknown }) {
  const name = codeLanguageName(language)
  return name && <span className="code-language">{name}</span>
}
