import { useAtomValue } from 'jotai'
import { Link2, MoreHorizontal, Pencil, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import type { PageCommentRow } from '#common/pages/page-comments/schema.ts'
import type { PageRow } from '#common/pages/pages/schema.ts'
import { StoredDocument } from '../../../documents/editor/StoredDocument.tsx'
import { useTranslation } from '../../../locales/i18n.ts'
import { tables } from '../../../platform/app/sync.ts'
import { Avatar } from '../../../platform/ui/Avatar.tsx'
import { holdKeys } from '../../../platform/ui/early-keys.ts'
import { IconButton } from '../../../platform/ui/IconButton.tsx'
import { Menu } from '../../../platform/ui/Menu.tsx'
import { MenuItem } from '../../../platform/ui/MenuItem.tsx'
import { MenuSeparator } from '../../../platform/ui/MenuSeparator.tsx'
import { timeAgo } from '../../../platform/ui/time-ago.ts'
import { Composer } from '../../../work/comments/Composer.tsx'
import { copyCommentLink, edit, remove } from './actions.ts'
import { pageCommentRightsAtom } from './atoms.ts'
import '../../../work/comments/comments.css'

interface SaidProps {
  page: PageRow
  comment: PageCommentRow
}

/** One thing that was said of a text, by whom and when, and what can be done with it. */
export function Said({ page, comment }: SaidProps) {
  const { t } = useTranslation()
  const box = useRef<HTMLElement>(null)
  const [isEditing, setEditing] = useState(false)
  const person = useAtomValue(tables.users.rowAtom(comment.actor))
  const name = person?.display_name ?? t('workItems.unknownPerson')
  if (comment.removed_at !== null)
    return <p className="px-3 py-2 text-faint text-sm">{t('comments.deletedHere')}</p>
  const end = () => {
    setEditing(false)
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>('[data-actions]')?.focus())
  }
  const takeAway = () => {
    const card = box.current?.closest<HTMLElement>('[data-thread]')
    void remove(page, comment)
    requestAnimationFrame(() => card?.isConnected && card.focus())
  }
  return (
    <article ref={box} aria-label={t('comments.by', { name })} className="group/said flex gap-2 px-3 py-1.5">
      <Avatar
        id={comment.actor}
        name={name}
        src={person?.avatar_url ?? null}
        size="xs"
        decorative
        className="mt-0.5"
      />
      <div className="min-w-0 flex-1">
        <div className="flex min-h-6 items-center gap-1.5 text-sm">
          <span dir="auto" className="truncate font-medium text-text">
            {name}
          </span>
          <When comment={comment} />
          <span className="ml-auto flex shrink-0 items-center opacity-0 transition-opacity focus-within:opacity-100 group-hover/said:opacity-100 has-aria-expanded:opacity-100 coarse:opacity-100">
            <Actions
              page={page}
              comment={comment}
              onEdit={() => {
                // What is typed before the editor is here is meant for it.
                holdKeys()
                setEditing(true)
              }}
              onRemove={takeAway}
            />
          </span>
        </div>
        {isEditing ? (
          <Composer
            row={{ id: page.id, project_id: page.project_ids[0] ?? '' }}
            place={`edit ${comment.id}`}
            html={comment.comment_html}
            label={t('comments.editing')}
            placeholder={t('comments.placeholder')}
            sendLabel={t('comments.save')}
            takesFocus
            onCancel={end}
            onSend={async (html) => {
              end()
              await edit(page, comment, html)
              return true
            }}
          />
        ) : (
          <div className="comment-text">
            <StoredDocument html={comment.comment_html} />
          </div>
        )}
      </div>
    </article>
  )
}

function When({ comment }: { comment: PageCommentRow }) {
  const { t, i18n } = useTranslation()
  const whole = (at: string) =>
    new Date(at).toLocaleString(i18n.language, { dateStyle: 'long', timeStyle: 'short' })
  return (
    <span className="shrink-0 text-faint">
      <time dateTime={comment.created_at} title={whole(comment.created_at)}>
        {timeAgo(comment.created_at, i18n.language)}
      </time>
      {comment.edited_at !== null && (
        <span title={t('comments.editedAt', { when: whole(comment.edited_at) })}>
          {' · '}
          {t('comments.edited')}
        </span>
      )}
    </span>
  )
}

interface ActionsProps extends SaidProps {
  onEdit: () => void
  onRemove: () => void
}

function Actions({ page, comment, onEdit, onRemove }: ActionsProps) {
  const { t } = useTranslation()
  const rights = useAtomValue(pageCommentRightsAtom(page.id))
  const mayRemove = rights.remove(comment)
  return (
    <Menu
      align="end"
      trigger={<IconButton data-actions size="sm" label={t('comments.actions')} icon={<MoreHorizontal />} />}
    >
      <MenuItem icon={<Link2 />} onSelect={() => void copyCommentLink(page, comment)}>
        {t('comments.copyLink')}
      </MenuItem>
      {rights.edit(comment) && (
        <MenuItem icon={<Pencil />} onSelect={onEdit}>
          {t('comments.edit')}
        </MenuItem>
      )}
      {mayRemove && <MenuSeparator />}
      {mayRemove && (
        <MenuItem danger icon={<Trash2 />} onSelect={onRemove}>
          {t('comments.delete')}
        </MenuItem>
      )}
    </Menu>
  )
}
