import { useEffect } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from '../../../locales/i18n.ts'
import { store } from '../../../platform/app/sync.ts'
import { useHotkey } from '../../../platform/ui/hotkeys.ts'
import { usePreload } from '../../../platform/ui/use-preload.ts'
import { printedItemAtom, printItem, printShortcut } from '../../work-items/print.ts'
import { lazyPrintItem } from './lazy-print-item.ts'

/**
 * Registers the print shortcut on the item page. The shortcut loads the whole item before it prints. The
 * print command in the browser's menu cannot wait, so it prints only the loaded content.
 */
export function usePrintItemShortcut(id: string): void {
  const { t } = useTranslation()
  usePreload(lazyPrintItem)
  useHotkey(printShortcut, () => printItem(id), {
    group: t('workItems.item'),
    description: t('print.print'),
    whileTyping: true,
  })
  useEffect(() => {
    const begin = () => {
      if (store.get(printedItemAtom) === null)
        flushSync(() => store.set(printedItemAtom, { id, isNow: true }))
    }
    // Handle the end of printing here, because the component that prints is loaded lazily and is perhaps not
    // mounted yet.
    const end = () => {
      if (store.get(printedItemAtom)?.isNow) flushSync(() => store.set(printedItemAtom, null))
    }
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [id])
}
