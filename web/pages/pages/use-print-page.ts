import { useEffect, useRef } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { useHotkey } from '../../platform/ui/hotkeys.ts'
import { printWhenLoaded } from '../../platform/ui/printing.ts'
import { whenRendered } from '../../work/detail/print/when-rendered.ts'
import { printKeys } from '../../work/work-items/print.ts'

/** Ctrl+P waits for the text of a page that is still loading. Printing from the browser's menu cannot wait. */
export function usePrintPage(isTextThere: boolean): void {
  const { t } = useTranslation()
  const text = useRef({ isThere: isTextThere, waiting: new Set<() => void>() })
  useEffect(() => {
    const { waiting } = text.current
    text.current.isThere = isTextThere
    if (!isTextThere) return
    for (const go of waiting) go()
    waiting.clear()
  }, [isTextThere])
  const load = async () => {
    const { isThere, waiting } = text.current
    if (!isThere) await new Promise<void>((resolve) => waiting.add(resolve))
    await whenRendered(document.querySelector<HTMLElement>('[data-page-text] article'))
  }
  useHotkey(printKeys, () => void printWhenLoaded(load), {
    group: t('pages.page'),
    description: t('print.page'),
    whileTyping: true,
  })
}
