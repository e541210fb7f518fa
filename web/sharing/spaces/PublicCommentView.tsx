import { MoreHorizontal, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { PublicComment, PublishedBoard } from '#common/sharing/publish/schema.ts'
import { CommentFrame } from '../../documents/comments/CommentFrame.tsx'
import { useTranslation } from '../../locales/i18n.ts'
import { request } from '../../platform/app/sync.ts'
import { displayNameOf } from '../../platform/person/display-name.ts'
import { AlertDialog } from '../../platform/ui/AlertDialog.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { Menu } from '../../platform/ui/Menu.tsx'
import { MenuItem } from '../../platform/ui/MenuItem.tsx'
import { timeAgo } from '../../platform/ui/time-ago.ts'
import { boardFilesPath } from './board-files-path.ts'
import { PublicCommentForm } from './PublicCommentForm.tsx'
import { PublicReactions } from './PublicReactions.tsx'
import { PublishedText } from './PublishedText.tsx'
import { runOrShowError } from './take-part.ts'
import { htmlToPlainText, plainTextToHtml } from './words.ts'

interface PublicCommentViewProps {
  board: PublishedBoard
  itemId: string
  comment: PublicComment
  takesPart: boolean
  /** Called with the changed comment, or null after it was deleted. */
  onChange: (comment: PublicComment | null) => void
}

/** A public comment. Its author can edit and delete it. */
export function PublicCommentView({ board, itemId, comment, takesPart, onChange }: PublicCommentViewProps) {
  const { t, i18n } = useTranslation()
  const [words, setWords] = useState<string | null>(null)
  const { author, reactions } = comment
  const { anchor } = board
  const params = { anchor, issue_id: itemId, comment_id: comment.id }

  function save(next: string): Promise<boolean> {
    return runOrShowError(async () => {
      onChange(
        await request('updatePublishedComment', { params, body: { comment_html: plainTextToHtml(next) } }),
      )
      setWords(null)
    })
  }

  const of = { anchor, comment_id: comment.id }
  return (
    <li>
      <CommentFrame
        author={{ id: author, name: displayNameOf({ display_name: author }) }}
        avatarSize="sm"
        header={
          <>
            <time dateTime={comment.created_at} className="shrink-0 text-faint">
              {timeAgo(comment.created_at, i18n.language)}
            </time>
            {comment.edited_at !== null && (
              <span className="shrink-0 text-faint">· {t('comments.edited')}</span>
            )}
            {comment.is_own && takesPart && (
              <OwnActions
                params={params}
                comment={comment}
                onEdit={setWords}
                onRemoved={() => onChange(null)}
              />
            )}
          </>
        }
      >
        {words === null ? (
          <div className="comment-text flex flex-col gap-1.5">
            <PublishedText filesPath={boardFilesPath(anchor)} html={comment.comment_html} />
            {reactions && (
              <PublicReactions
                reactions={reactions}
                canReact={takesPart}
                onChange={(next) => onChange({ ...comment, reactions: next })}
                add={(reaction) => request('addPublishedCommentReaction', { params: of, body: { reaction } })}
                remove={(reaction) =>
                  request('removePublishedCommentReaction', { params: { ...of, reaction } })
                }
              />
            )}
          </div>
        ) : (
          <PublicCommentForm place={comment.id} words={words} onSend={save} onCancel={() => setWords(null)} />
        )}
      </CommentFrame>
    </li>
  )
}

interface OwnActionsProps {
  params: { anchor: string; issue_id: string; comment_id: string }
  comment: PublicComment
  onEdit: (words: string) => void
  onRemoved: () => void
}

function OwnActions({ params, comment, onEdit, onRemoved }: OwnActionsProps) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const words = htmlToPlainText(comment.comment_html)
  const remove = async () => {
    if (await runOrShowError(() => request('deletePublishedComment', { params }))) onRemoved()
  }
  return (
    <span className="ms-auto">
      <Menu
        align="end"
        trigger={<IconButton size="sm" label={t('comments.actions')} icon={<MoreHorizontal />} />}
      >
        {words !== null && (
          <MenuItem icon={<Pencil />} onSelect={() => onEdit(words)}>
            {t('comments.edit')}
          </MenuItem>
        )}
        <MenuItem danger icon={<Trash2 />} onSelect={() => setAsking(true)}>
          {t('comments.delete')}
        </MenuItem>
      </Menu>
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('spaces.deleteTitle')}
        text={t('spaces.deleteText')}
        confirmLabel={t('comments.delete')}
        danger
        onConfirm={remove}
      />
    </span>
  )
}
