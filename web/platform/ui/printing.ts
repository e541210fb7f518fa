import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { t } from '../../locales/i18n.ts'
import { toast } from './toast.ts'

/**
 * Returns true from `beforeprint` to `afterprint`. The browser reads the page right after the event, so the
 * hook renders synchronously.
 */
export function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false)
  useEffect(() => {
    const begin = () => flushSync(() => setIsPrinting(true))
    const end = () => setIsPrinting(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinting
}

/** Milliseconds that the preparation of a print may take before a message explains the delay. */
const patience = 500

/** Opens the print dialog after `load` has finished and its result is rendered. */
export async function printWhenLoaded(load: () => Promise<void>): Promise<void> {
  const slow = setTimeout(() => toast.message(t('print.preparing'), { id: 'print' }), patience)
  try {
    await load()
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
  } finally {
    clearTimeout(slow)
    toast.dismiss('print')
  }
  window.print()
}
