import { useEffect } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from '../../../locales/i18n.ts'
import { store } from '../../../platform/app/sync.ts'
import { useHotkey } from '../../../platform/ui/hotkeys.ts'
import { usePreload } from '../../../platform/ui/use-preload.ts'
import { printItem, printingAtom, printKeys } from '../../work-items/print.ts'
import { printPart } from './part.ts'

/** On the page of an item the keys of the browser print all of it. Its menu does not wait, so it prints what is here. */
export function usePrint(id: string): void {
  const { t } = useTranslation()
  usePreload(printPart)
  useHotkey(printKeys, () => printItem(id), {
    group: t('workItems.item'),
    description: t('print.print'),
    whileTyping: true,
  })
  useEffect(() => {
    const begin = () => {
      if (store.get(printingAtom) === null) flushSync(() => store.set(printingAtom, { id, isNow: true }))
    }
    // The part that prints may still be loading, so it cannot be the one that listens for the end.
    const end = () => {
      if (store.get(printingAtom)?.isNow) flushSync(() => store.set(printingAtom, null))
    }
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [id])
}
