import { useAtomValue } from 'jotai'
import { Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../../locales/i18n.ts'
import { unsentTextsAtom } from '../../../platform/app/unsent-texts.ts'
import { meAtom } from '../../../platform/person/session.ts'
import { discardDocumentCopy } from '../../../platform/sync/local-copies.ts'
import { AlertDialog } from '../../../platform/ui/AlertDialog.tsx'
import { Button } from '../../../platform/ui/Button.tsx'
import { copyText } from '../../../platform/ui/copy-text.ts'
import type { RejectedText } from './send-unsent-texts.ts'

/** Milliseconds before the first attempt. In this time, an open editor sends its own edits. */
const waitBefore = 2000
/** Milliseconds between two attempts. Another tab may be sending the texts, or may have been closed meanwhile. */
const retryAfter = 15_000

/**
 * Sends the edits of texts that were made without a network and that no editor has sent, for example because Tandem was
 * closed. Shows texts that the user can no longer edit, so that the user can copy them.
 */
export function UnsentTexts() {
  const { t } = useTranslation()
  const userId = useAtomValue(meAtom)?.id
  const names = useAtomValue(unsentTextsAtom)
  const [rejected, setRejected] = useState<readonly RejectedText[]>([])
  /** Names of the texts that the user has already seen as rejected since this component was mounted. */
  const seen = useRef(new Set<string>())
  useEffect(() => {
    if (userId === undefined) return
    let isOver = false
    let timer: ReturnType<typeof setTimeout>
    const send = async () => {
      const open = names.filter((name) => !seen.current.has(name))
      if (open.length > 0) {
        const { sendUnsentTexts } = await import('./send-unsent-texts.ts')
        const found = await sendUnsentTexts(open, userId)
        for (const { name } of found) seen.current.add(name)
        setRejected((before) => [
          ...before.filter((one) => !found.some(({ name }) => name === one.name)),
          ...found,
        ])
      }
      if (!isOver) plan(retryAfter)
    }
    const plan = (milliseconds: number) => {
      timer = setTimeout(() => void send().catch(() => plan(retryAfter)), milliseconds)
    }
    plan(waitBefore)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [userId, names])
  const [text] = rejected
  return (
    <AlertDialog
      open={text !== undefined}
      onOpenChange={(open) => !open && setRejected((before) => before.slice(1))}
      title={t('editor.unsent.title')}
      text={t('editor.unsent.text')}
      confirmLabel={t('ui.unsaved.discard')}
      cancelLabel={t('ui.close')}
      danger
      onConfirm={() => text && userId && discardDocumentCopy(userId, text.name)}
    >
      <pre className="max-h-60 overflow-auto whitespace-pre-wrap rounded-sm bg-sunken p-2 text-sm" dir="auto">
        {text?.markdown}
      </pre>
      <Button
        className="mt-2"
        icon={<Copy />}
        onClick={() => text && void copyText(text.markdown, t('editor.markdownCopied'))}
      >
        {t('editor.copyMarkdown')}
      </Button>
    </AlertDialog>
  )
}
