import { useEffect } from 'react'
import { onDone, onLeft, onRefusal, redo, undo } from '../app/sync.ts'
import { useTranslation } from '../locales/i18n.ts'
import type { RequestError } from '../sync/http.ts'
import { useHotkey } from '../ui/hotkeys.ts'
import { toast } from '../ui/toast.ts'

/** Offers Undo after each change, and says why one was refused. */
export function Notices() {
  const { t } = useTranslation()
  useHotkey('mod+z', () => void undo().then((done) => done && toast.dismiss('undo')), {
    description: t('shell.keys.undo'),
    group: t('shell.keys.general'),
  })
  useHotkey('mod+shift+z', () => void redo(), {
    description: t('shell.keys.redo'),
    group: t('shell.keys.general'),
  })
  // What Windows has for the same.
  useHotkey('mod+y', () => void redo())
  useEffect(() => onDone((step) => void toast.undo(step.words, () => void undo(step), { id: 'undo' })), [])
  useEffect(() => {
    const reason = (error: RequestError) => {
      const isAway = error.code === 'offline' || error.code === 'unavailable' || error.code === 'internal'
      if (isAway) return t('shell.refusedServer')
      if (error.code === 'too_large') return t('shell.refusedSize')
      const [first] = Object.values(error.fields).flat()
      return first ?? error.message
    }
    return onRefusal((error, lost) => {
      const title =
        lost === null ? t('shell.refused') : t('shell.lost', { change: lost || t('shell.aChange') })
      toast.error(title, { text: reason(error) })
    })
  }, [t])
  useEffect(
    () =>
      onLeft((left) => void toast.message(t(left === 'all' ? 'shell.undoLeftAll' : 'shell.undoLeftSome'))),
    [t],
  )
  return null
}
