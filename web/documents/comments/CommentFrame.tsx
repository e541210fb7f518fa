import type { ReactNode, Ref } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { Avatar } from '../../platform/ui/Avatar.tsx'
import { cx } from '../../platform/ui/cx.ts'
import './comments.css'

interface CommentFrameProps {
  ref?: Ref<HTMLElement>
  id?: string
  className?: string | undefined
  author: { id: string; name: string; avatar_url?: string | null | undefined }
  avatarSize?: 'xs' | 'sm'
  /** Content beside the author's name. */
  header: ReactNode
  children: ReactNode
}

/** The frame of a comment: the author's avatar and name, and the content. */
export function CommentFrame({
  ref,
  id,
  className,
  author,
  avatarSize = 'xs',
  header,
  children,
}: CommentFrameProps) {
  const { t } = useTranslation()
  return (
    <article
      ref={ref}
      id={id}
      aria-label={t('comments.by', { name: author.name })}
      tabIndex={id === undefined ? undefined : -1}
      className={cx('group/comment flex gap-2', className)}
    >
      <Avatar
        id={author.id}
        name={author.name}
        src={author.avatar_url ?? null}
        size={avatarSize}
        decorative
        className="mt-0.5"
      />
      <div className="min-w-0 flex-1">
        <header className="flex min-h-6 items-center gap-1.5 text-sm">
          <span dir="auto" className="truncate font-medium text-text">
            {author.name}
          </span>
          {header}
        </header>
        {children}
      </div>
    </article>
  )
}
