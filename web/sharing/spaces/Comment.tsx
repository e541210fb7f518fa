import { MoreHorizontal, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { PublicComment, PublicReaction, PublishedBoard } from '#common/sharing/publish/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { request } from '../../platform/app/sync.ts'
import { AlertDialog } from '../../platform/ui/AlertDialog.tsx'
import { Avatar } from '../../platform/ui/Avatar.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { Menu } from '../../platform/ui/Menu.tsx'
import { MenuItem } from '../../platform/ui/MenuItem.tsx'
import { ReactionBar } from '../../platform/ui/ReactionBar.tsx'
import { timeAgo } from '../../platform/ui/time-ago.ts'
import { sayNotDone, shownReactions, withToggled } from './feedback.ts'
import { PublishedText } from './PublishedText.tsx'
import { WriteComment } from './WriteComment.tsx'
import '../../work/comments/comments.css'
import { htmlOfWords, wordsOfHtml } from './words.ts'

interface CommentProps {
  board: PublishedBoard
  itemId: string
  comment: PublicComment
  takesPart: boolean
  /** Null once it is taken back. */
  onChange: (comment: PublicComment | null) => void
}

export function Comment({ board, itemId, comment, takesPart, onChange }: CommentProps) {
  const { t, i18n } = useTranslation()
  const [words, setWords] = useState<string | null>(null)
  const { author, reactions } = comment
  const { anchor } = board
  const params = { anchor, issue_id: itemId, comment_id: comment.id }

  async function save(next: string): Promise<boolean> {
    try {
      const body = { comment_html: htmlOfWords(next) }
      onChange(await request('updatePublishedComment', { params, body }))
      setWords(null)
      return true
    } catch (error) {
      sayNotDone(error)
      return false
    }
  }

  async function react(before: PublicReaction[], reaction: string): Promise<void> {
    const isGiven = before.some((one) => one.reaction === reaction && one.is_own)
    const place = { anchor, comment_id: comment.id }
    onChange({ ...comment, reactions: withToggled(before, reaction) })
    try {
      if (isGiven) await request('removePublishedCommentReaction', { params: { ...place, reaction } })
      else await request('addPublishedCommentReaction', { params: place, body: { reaction } })
    } catch (error) {
      onChange(comment)
      sayNotDone(error)
    }
  }

  return (
    <li>
      <article aria-label={t('comments.by', { name: author })} className="flex gap-2">
        <Avatar id={author} name={author} size="sm" decorative className="mt-0.5" />
        <div className="min-w-0 flex-1">
          <header className="flex min-h-6 items-center gap-1.5 text-sm">
            <span dir="auto" className="truncate font-medium">
              {author}
            </span>
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
          </header>
          {words === null ? (
            <div className="comment-text flex flex-col gap-1.5">
              <PublishedText anchor={anchor} html={comment.comment_html} />
              {reactions && (
                <ReactionBar
                  canReact={takesPart}
                  reactions={shownReactions(reactions)}
                  onToggle={(code) => void react(reactions, code)}
                />
              )}
            </div>
          ) : (
            <WriteComment place={comment.id} words={words} onSend={save} onCancel={() => setWords(null)} />
          )}
        </div>
      </article>
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
  const words = wordsOfHtml(comment.comment_html)
  async function remove(): Promise<void> {
    try {
      await request('deletePublishedComment', { params })
      onRemoved()
    } catch (error) {
      sayNotDone(error)
    }
  }
  return (
    <span className="ml-auto">
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
