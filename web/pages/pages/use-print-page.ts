import { useEffect, useRef } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { useHotkey } from '../../platform/ui/hotkeys.ts'
import { printWhenLoaded } from '../../platform/ui/printing.ts'
import { waitUntilRendered } from '../../work/detail/print/wait-until-rendered.ts'
import { printShortcut } from '../../work/work-items/print.ts'

/**
 * Prints the page on Ctrl+P. If the text is still loading, printing starts when the text is loaded. Printing
 * from the browser's menu cannot wait for the text.
 */
export function usePrintPageShortcut(isTextLoaded: boolean): void {
  const { t } = useTranslation()
  const text = useRef({ isLoaded: isTextLoaded, waiting: new Set<() => void>() })
  useEffect(() => {
    const { waiting } = text.current
    text.current.isLoaded = isTextLoaded
    if (!isTextLoaded) return
    for (const go of waiting) go()
    waiting.clear()
  }, [isTextLoaded])
  const load = async () => {
    const { isLoaded, waiting } = text.current
    if (!isLoaded) await new Promise<void>((resolve) => waiting.add(resolve))
    await waitUntilRendered(document.querySelector<HTMLElement>('[data-page-text] article'))
  }
  useHotkey(printShortcut, () => void printWhenLoaded(load), {
    group: t('pages.page'),
    description: t('print.page'),
    whileTyping: true,
  })
}
