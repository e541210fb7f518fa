import { useAtomValue } from 'jotai'
import { useTranslation } from '../../locales/i18n.ts'
import { useHotkey } from '../../platform/ui/hotkeys.ts'
import { printWhenLoaded } from '../../platform/ui/printing.ts'
import { printShortcut } from '../work-items/print.ts'
import { isFullyLoaded, listingAtom, loadRemainingListingPages } from './listings.ts'
import type { ListingView } from './view.ts'

/**
 * Registers Ctrl+P, which loads the whole listing before printing. Returns true while the listing is not
 * fully loaded. The print command in the browser's menu then prints only the loaded items.
 */
export function usePrintListShortcut(view: ListingView): boolean {
  const { t } = useTranslation()
  useHotkey(printShortcut, () => void printWhenLoaded(() => loadRemainingListingPages(view)), {
    group: t('workItems.item'),
    description: t('print.list'),
    whileTyping: true,
  })
  useAtomValue(listingAtom(view.key))
  return !isFullyLoaded(view)
}
