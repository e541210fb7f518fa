import { useAtom, useAtomValue } from 'jotai'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { tables } from '../../../platform/app/sync.ts'
import { toast } from '../../../platform/ui/toast.ts'
import { formatItemKey } from '../../work-items/actions.ts'
import { printedItemAtom } from '../../work-items/print.ts'
import { PrintedItem } from './PrintedItem.tsx'
import { getLoadedPrintContent, loadPrintContent, type PrintedContent } from './printed-content.ts'
import { waitUntilRendered } from './wait-until-rendered.ts'
import './print.css'

/** Prints an item. Renders a document that is visible only in print, and opens the browser's print dialog. */
export function PrintItem() {
  const [printing, setPrinting] = useAtom(printedItemAtom)
  const row = useAtomValue(tables.work_items.rowAtom(printing?.id ?? ''))
  if (!printing || !row) return null
  return <Printing key={row.id} row={row} isNow={printing.isNow} onEnd={() => setPrinting(null)} />
}

/** Milliseconds that loading the item may take before a message explains why the print dialog has not opened yet. */
const messageDelay = 500

function Printing({ row, isNow, onEnd }: { row: WorkItemRow; isNow: boolean; onEnd: () => void }) {
  const { t } = useTranslation()
  const [whole, setWhole] = useState<PrintedContent | null>(() => (isNow ? getLoadedPrintContent(row) : null))
  const printed = useRef<HTMLElement>(null)
  const end = useEffectEvent(onEnd)
  const read = useEffectEvent(() => {
    const slow = setTimeout(() => toast.message(t('print.preparing'), { id: 'print' }), messageDelay)
    loadPrintContent(row)
      .then(setWhole, (error: unknown) => {
        end()
        throw error
      })
      .finally(() => {
        clearTimeout(slow)
        toast.dismiss('print')
      })
  })
  useEffect(() => {
    if (!isNow) read()
  }, [isNow])
  const isLoaded = whole !== null
  // The browser suggests the document title as file name for a PDF. It reads the title right after
  // `beforeprint`.
  const title = `${formatItemKey(row)} ${row.name}`
  useLayoutEffect(() => {
    if (!isLoaded) return
    const before = document.title
    document.title = title
    return () => {
      document.title = before
    }
  }, [isLoaded, title])
  useEffect(() => {
    if (!isLoaded || isNow) return
    let isShown = true
    void waitUntilRendered(printed.current).then(() => {
      if (!isShown) return
      window.addEventListener('afterprint', () => end(), { once: true })
      window.print()
    })
    return () => {
      isShown = false
    }
  }, [isLoaded, isNow])
  return whole && createPortal(<PrintedItem ref={printed} row={row} whole={whole} />, document.body)
}
