import { useAtomValue } from 'jotai'
import { Link2, MoreHorizontal, Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import type { CommentBase } from '#common/documents/comments/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { displayNameOf } from '../../platform/person/display-name.ts'
import { bufferKeysUntilFocus } from '../../platform/ui/buffer-keys-until-focus.ts'
import { copyText } from '../../platform/ui/copy-text.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { Menu } from '../../platform/ui/Menu.tsx'
import { MenuItem } from '../../platform/ui/MenuItem.tsx'
import { MenuSeparator } from '../../platform/ui/MenuSeparator.tsx'
import { timeAgo } from '../../platform/ui/time-ago.ts'
import { StoredDocument } from '../editor/StoredDocument.tsx'
import { CommentFrame } from './CommentFrame.tsx'
import { type CommentTarget, Composer } from './Composer.tsx'

interface CommentViewProps<Row> {
  comment: Row
  about: CommentTarget
  /** The address of the comment. */
  path: string
  /** If true, the time of the comment is a link to the comment. */
  hasLink?: boolean
  id?: string
  className: string
  rights: { edit: boolean; remove: boolean }
  actions: { edit: (comment: Row, html: string) => Promise<void>; remove: (comment: Row) => Promise<void> }
  /** Returns the element that receives the focus after the comment is deleted. */
  next: (comment: HTMLElement) => HTMLElement | null | undefined
  badge?: ReactNode
  tools?: ReactNode
  /**
   * `first` and `more` are menu entries before and after the standard entries. `below` is shown under the comment.
   */
  first?: ReactNode
  more?: ReactNode
  below?: ReactNode
}

/** A comment with its author, its time and its actions. */
export function CommentView<Row extends CommentBase>(props: CommentViewProps<Row>) {
  const { comment, about, rights, actions, badge, tools, below } = props
  const { t } = useTranslation()
  const [isEditing, setEditing] = useState(false)
  const box = useRef<HTMLElement>(null)
  const person = useAtomValue(tables.users.rowAtom(comment.actor))
  const name = displayNameOf(person) ?? t('workItems.unknownPerson')
  if (comment.removed_at !== null)
    return <p className="px-3 py-2 text-faint text-sm">{t('comments.deletedHere')}</p>
  const begin = () => {
    // Buffer the keys that the user types before the editor is loaded. The editor receives these keys when it
    // is loaded.
    bufferKeysUntilFocus()
    setEditing(true)
  }
  const end = () => {
    setEditing(false)
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>('[data-actions]')?.focus())
  }
  const remove = () => {
    const next = box.current && props.next(box.current)
    void actions.remove(comment)
    // Focus the next comment when the deleted comment has disappeared. Otherwise no element would have the
    // focus.
    requestAnimationFrame(() => next?.focus())
  }
  return (
    <CommentFrame
      ref={box}
      {...(props.id !== undefined && { id: props.id })}
      className={props.className}
      author={{ id: comment.actor, name, avatar_url: person?.avatar_url }}
      header={
        <>
          <CommentTime comment={comment} href={props.hasLink ? props.path : undefined} />
          {badge}
          <span className="ms-auto flex shrink-0 items-center opacity-0 transition-opacity focus-within:opacity-100 group-hover/comment:opacity-100 has-aria-expanded:opacity-100 coarse:opacity-100">
            {tools}
            <Menu
              align="end"
              trigger={
                <IconButton data-actions size="sm" label={t('comments.actions')} icon={<MoreHorizontal />} />
              }
            >
              {props.first}
              <MenuItem
                icon={<Link2 />}
                onSelect={() =>
                  void copyText(new URL(props.path, location.href).href, t('comments.linkCopied'))
                }
              >
                {t('comments.copyLink')}
              </MenuItem>
              {rights.edit && (
                <MenuItem icon={<Pencil />} onSelect={begin}>
                  {t('comments.edit')}
                </MenuItem>
              )}
              {props.more}
              {rights.remove && <MenuSeparator />}
              {rights.remove && (
                <MenuItem danger icon={<Trash2 />} onSelect={remove}>
                  {t('comments.delete')}
                </MenuItem>
              )}
            </Menu>
          </span>
        </>
      }
    >
      {isEditing ? (
        <Composer
          about={about}
          draftKey={`edit ${comment.id}`}
          html={comment.comment_html}
          label={t('comments.editing')}
          placeholder={t('comments.placeholder')}
          sendLabel={t('comments.save')}
          takesFocus
          onCancel={end}
          onSend={async (html) => {
            end()
            await actions.edit(comment, html)
            return true
          }}
        />
      ) : (
        <div className="comment-text">
          <StoredDocument html={comment.comment_html} />
          {below}
        </div>
      )}
    </CommentFrame>
  )
}

function CommentTime({ comment, href }: { comment: CommentBase; href: string | undefined }) {
  const { t, i18n } = useTranslation()
  const whole = (at: string) =>
    new Date(at).toLocaleString(i18n.language, { dateStyle: 'long', timeStyle: 'short' })
  const title = whole(comment.created_at)
  const ago = timeAgo(comment.created_at, i18n.language)
  return (
    <span className="shrink-0 text-faint">
      {href === undefined ? (
        <time dateTime={comment.created_at} title={title}>
          {ago}
        </time>
      ) : (
        <a href={href} title={title} className="hover:underline">
          <time dateTime={comment.created_at}>{ago}</time>
        </a>
      )}
      {comment.edited_at !== null && (
        <span title={t('comments.editedAt', { when: whole(comment.edited_at) })}>
          {' · '}
          {t('comments.edited')}
        </span>
      )}
    </span>
  )
}
