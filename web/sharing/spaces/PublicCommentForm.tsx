import { useState } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { pressedKey } from '../../platform/ui/pressed-key.ts'
import { Textarea } from '../../platform/ui/Textarea.tsx'

interface PublicCommentFormProps {
  /** The key under which this tab stores the draft until it is sent. */
  place: string
  words?: string
  onSend: (words: string) => Promise<boolean>
  onCancel?: () => void
}

/** A form for plain-text comments. Visitors of a public board cannot attach files or mention people. */
export function PublicCommentForm({ place, words = '', onSend, onCancel }: PublicCommentFormProps) {
  const { t } = useTranslation()
  const key = `comment ${place}`
  const [written, setWritten] = useState(() => sessionStorage.getItem(key) ?? words)
  const [sending, setSending] = useState(false)

  function change(next: string): void {
    setWritten(next)
    if (next === words) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, next)
  }

  async function send(): Promise<void> {
    if (written.trim() === '' || sending) return
    setSending(true)
    const isTaken = await onSend(written)
    setSending(false)
    if (isTaken) change('')
  }

  function cancel(): void {
    sessionStorage.removeItem(key)
    onCancel?.()
  }

  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <Field label={t(onCancel ? 'comments.editing' : 'comments.write')} hideLabel>
        <Textarea
          value={written}
          placeholder={t('comments.placeholder')}
          onChange={(event) => change(event.target.value)}
          onKeyDown={(event) => {
            if (pressedKey(event) === 'Enter' && (event.metaKey || event.ctrlKey)) {
              event.preventDefault()
              void send()
            }
            if (pressedKey(event) === 'Escape' && onCancel) {
              event.stopPropagation()
              cancel()
            }
          }}
        />
      </Field>
      <div className="flex justify-end gap-2">
        {onCancel && (
          <Button size="sm" variant="ghost" onClick={cancel}>
            {t('ui.cancel')}
          </Button>
        )}
        <Button
          type="submit"
          size="sm"
          variant="primary"
          loading={sending}
          disabled={written.trim() === ''}
          keys="mod+enter"
        >
          {t(onCancel ? 'comments.save' : 'comments.send')}
        </Button>
      </div>
    </form>
  )
}
