import { useAtomValue } from 'jotai'
import {
  CircleCheck,
  Globe,
  Link2,
  Lock,
  MoreHorizontal,
  Pencil,
  Reply,
  RotateCcw,
  Trash2,
} from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { canChangeComment, canResolveThread } from '#common/documents/comments/rules.ts'
import { canComment } from '#common/work/comments/rules.ts'
import type { CommentRow } from '#common/work/comments/schema.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { StoredDocument } from '../../documents/editor/StoredDocument.tsx'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { useActor, useCanReact } from '../../platform/person/may.ts'
import { Avatar } from '../../platform/ui/Avatar.tsx'
import { holdKeys } from '../../platform/ui/early-keys.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { Menu } from '../../platform/ui/Menu.tsx'
import { MenuItem } from '../../platform/ui/MenuItem.tsx'
import { MenuSeparator } from '../../platform/ui/MenuSeparator.tsx'
import { timeAgo } from '../../platform/ui/time-ago.ts'
import { toast } from '../../platform/ui/toast.ts'
import { commentTarget } from '../reactions/actions.ts'
import { reactionsToAtom } from '../reactions/atoms.ts'
import { Reactions } from '../reactions/Reactions.tsx'
import { pathOf } from '../work-items/actions.ts'
import { edit, remove, setAccess, setResolved } from './actions.ts'
import { Composer } from './Composer.tsx'

interface CommentViewProps {
  row: WorkItemRow
  comment: CommentRow
  /** Given to those that a reply can be written to. */
  onReply?: (() => void) | undefined
  isLinked: boolean
}

/** One thing that was said, by whom and when, and what can be done with it. */
export function CommentView({ row, comment, onReply, isLinked }: CommentViewProps) {
  const { t } = useTranslation()
  const [isEditing, setEditing] = useState(false)
  const box = useRef<HTMLElement>(null)
  const person = useAtomValue(tables.users.rowAtom(comment.actor))
  const name = person?.display_name ?? t('workItems.unknownPerson')
  const canReact = useCanReact(row)
  const hasReactions = useAtomValue(reactionsToAtom(comment.id)).length > 0
  const reactions = <Reactions target={commentTarget(comment)} canReact={canReact} />
  if (comment.removed_at !== null)
    return <p className="px-3 py-2 text-faint text-sm">{t('comments.deletedHere')}</p>
  const begin = () => {
    // What is typed before the editor is here is meant for it.
    holdKeys()
    setEditing(true)
  }
  const takeAway = () => {
    const next = box.current && besides(box.current)
    void remove(row, comment)
    // What had the focus goes with the comment, once its menu has closed; whoever deletes by keys goes on from the next one.
    requestAnimationFrame(() => next?.focus())
  }
  const settle = () => {
    const thread = box.current?.closest('.comment-thread')
    void setResolved(row, comment, true)
    // It folds, with what had the focus in it.
    requestAnimationFrame(() => thread?.querySelector<HTMLElement>('[data-fold]')?.focus())
  }
  const end = () => {
    setEditing(false)
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>('[data-actions]')?.focus())
  }
  return (
    <article
      ref={box}
      id={`comment-${comment.id}`}
      aria-label={t('comments.by', { name })}
      tabIndex={-1}
      className={`group/comment flex scroll-my-16 gap-2 rounded-md px-3 py-2 outline-none ${isLinked ? 'comment-linked' : ''}`}
    >
      <Avatar
        id={comment.actor}
        name={name}
        src={person?.avatar_url ?? null}
        size="xs"
        decorative
        className="mt-0.5"
      />
      <div className="min-w-0 flex-1">
        <header className="flex min-h-6 items-center gap-1.5 text-sm">
          <span dir="auto" className="truncate font-medium text-text">
            {name}
          </span>
          <When comment={comment} row={row} />
          {comment.access === 'EXTERNAL' && (
            <Globe
              role="img"
              aria-label={t('comments.access.EXTERNAL')}
              className="size-3.5 text-icon-faint"
            />
          )}
          <span className="ml-auto flex shrink-0 items-center opacity-0 transition-opacity focus-within:opacity-100 group-hover/comment:opacity-100 has-aria-expanded:opacity-100 coarse:opacity-100">
            {!hasReactions && reactions}
            {onReply && (
              <IconButton size="sm" label={t('comments.reply')} icon={<Reply />} onClick={onReply} />
            )}
            <Actions row={row} comment={comment} onEdit={begin} onSettle={settle} onRemove={takeAway} />
          </span>
        </header>
        {isEditing ? (
          <Composer
            row={row}
            place={`edit ${comment.id}`}
            html={comment.comment_html}
            label={t('comments.editing')}
            placeholder={t('comments.placeholder')}
            sendLabel={t('comments.save')}
            takesFocus
            onCancel={end}
            onSend={async (html) => {
              end()
              await edit(row, comment, html)
              return true
            }}
          />
        ) : (
          <div className="comment-text">
            <StoredDocument html={comment.comment_html} />
            {hasReactions && <div className="pt-1.5">{reactions}</div>}
          </div>
        )}
      </div>
    </article>
  )
}

function When({ row, comment }: { row: WorkItemRow; comment: CommentRow }) {
  const { t, i18n } = useTranslation()
  const whole = (at: string) =>
    new Date(at).toLocaleString(i18n.language, { dateStyle: 'long', timeStyle: 'short' })
  return (
    <span className="shrink-0 text-faint">
      <a href={linkTo(row, comment)} title={whole(comment.created_at)} className="hover:underline">
        <time dateTime={comment.created_at}>{timeAgo(comment.created_at, i18n.language)}</time>
      </a>
      {comment.edited_at !== null && (
        <span title={t('comments.editedAt', { when: whole(comment.edited_at) })}>
          {' · '}
          {t('comments.edited')}
        </span>
      )}
    </span>
  )
}

interface ActionsProps {
  row: WorkItemRow
  comment: CommentRow
  onEdit: () => void
  onSettle: () => void
  onRemove: () => void
}

function Actions({ row, comment, onEdit, onSettle, onRemove }: ActionsProps) {
  const { t } = useTranslation()
  const actor = useActor(row.project_id)
  const mayWrite = canComment(actor, row)
  const mayChange = canChangeComment(actor, comment)
  const isOpen = comment.resolved_at === null
  const isThread = comment.parent_id === null
  const copy = async () => {
    await navigator.clipboard.writeText(new URL(linkTo(row, comment), location.href).href)
    toast.ok(t('comments.linkCopied'))
  }
  const entries: ReactNode[] = [
    mayWrite && isThread && canResolveThread(actor, comment) && (
      <MenuItem
        key="resolve"
        icon={isOpen ? <CircleCheck /> : <RotateCcw />}
        onSelect={isOpen ? onSettle : () => void setResolved(row, comment, false)}
      >
        {t(isOpen ? 'comments.resolve' : 'comments.reopen')}
      </MenuItem>
    ),
    <MenuItem key="copy" icon={<Link2 />} onSelect={() => void copy()}>
      {t('comments.copyLink')}
    </MenuItem>,
    mayWrite && mayChange && (
      <MenuItem key="edit" icon={<Pencil />} onSelect={onEdit}>
        {t('comments.edit')}
      </MenuItem>
    ),
    mayWrite && mayChange && (
      <MenuItem
        key="access"
        icon={comment.access === 'INTERNAL' ? <Globe /> : <Lock />}
        onSelect={() => void setAccess(row, comment, comment.access === 'INTERNAL' ? 'EXTERNAL' : 'INTERNAL')}
      >
        {t(comment.access === 'INTERNAL' ? 'comments.makeExternal' : 'comments.makeInternal')}
      </MenuItem>
    ),
    mayChange && <MenuSeparator key="line" />,
    mayChange && (
      <MenuItem key="delete" danger icon={<Trash2 />} onSelect={onRemove}>
        {t('comments.delete')}
      </MenuItem>
    ),
  ]
  return (
    <Menu
      align="end"
      trigger={<IconButton data-actions size="sm" label={t('comments.actions')} icon={<MoreHorizontal />} />}
    >
      {entries}
    </Menu>
  )
}

/** The actions of the comment after one, else of the one before, else where one writes. */
function besides(comment: HTMLElement): HTMLElement | null | undefined {
  const section = comment.closest('section')
  const all = [...(section?.querySelectorAll<HTMLElement>('[data-actions]') ?? [])]
  const at = all.findIndex((one) => comment.contains(one))
  return all[at + 1] ?? all[at - 1] ?? section?.querySelector('[data-write], [contenteditable="true"]')
}

function linkTo(row: WorkItemRow, comment: CommentRow): string {
  return `${pathOf(row)}#comment-${comment.id}`
}
