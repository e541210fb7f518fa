import { useState } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { bufferKeysUntilFocus } from '../../platform/ui/buffer-keys-until-focus.ts'
import { cx } from '../../platform/ui/cx.ts'
import { type CommentTarget, Composer } from './Composer.tsx'
import { readCommentDraft } from './drafts.ts'

interface ReplyProps {
  about: CommentTarget
  reply: ReturnType<typeof useReplyDraft>
  /** If false, the button to reply is omitted, and another part of the screen opens the form. */
  withButton?: boolean
  className: string
  onSend: (html: string) => Promise<boolean>
}

/** The form to write a reply. While it is closed, a button that opens it is shown instead. */
export function Reply({ about, reply, withButton = true, className, onSend }: ReplyProps) {
  const { t } = useTranslation()
  if (!reply.isOpen) {
    return withButton ? (
      <Button
        data-reply
        size="sm"
        variant="ghost"
        className={cx('mb-0.5 self-start text-faint', className)}
        onClick={reply.begin}
      >
        {t('comments.replyPlaceholder')}
      </Button>
    ) : null
  }
  return (
    <div className="px-2 pb-1.5">
      <Composer
        about={about}
        draftKey={reply.draftKey}
        label={t('comments.reply')}
        placeholder={t('comments.replyPlaceholder')}
        sendLabel={t('comments.sendReply')}
        takesFocus
        onCancel={reply.end}
        onSend={onSend}
      />
    </div>
  )
}

/** Returns the state of a reply. The form opens automatically if there is an unsent draft. */
export function useReplyDraft(threadId: string) {
  const draftKey = `reply ${threadId}`
  const [isOpen, setOpen] = useState(() => readCommentDraft(draftKey) !== '')
  const begin = () => {
    // Buffer the keys that the user types before the editor is loaded. The editor receives these keys when it
    // is loaded.
    bufferKeysUntilFocus()
    setOpen(true)
  }
  return { draftKey, isOpen, begin, end: () => setOpen(false) }
}
