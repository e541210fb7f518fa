import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTranslation } from '../../locales/i18n.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { Avatar } from '../../platform/ui/Avatar.tsx'

interface MemberListRowProps {
  id: string
  name: string
  /** Text below the name: the email address, or empty if the user may not see it. */
  detail: string
  avatarUrl: string | null
  isMe: boolean
  /** The role of the person and the available actions. */
  children: ReactNode
}

/** A person in a member list. */
export function MemberListRow({ id, name, detail, avatarUrl, isMe, children }: MemberListRowProps) {
  const { t } = useTranslation()
  return (
    <li className="flex min-h-12 items-center gap-3 border-b border-line py-1.5 last:border-0">
      <Avatar id={id} name={name} src={avatarUrl} size="md" decorative />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-1.5">
          <Link
            to={`/${currentSlug()}/profile/${id}`}
            className="truncate rounded-xs font-medium underline-offset-3 hover:underline"
          >
            {name}
          </Link>
          {isMe && <span className="text-sm text-faint">{t('members.you')}</span>}
        </span>
        {detail !== '' && <span className="block truncate text-sm text-soft">{detail}</span>}
      </span>
      <span className="flex shrink-0 items-center gap-1">{children}</span>
    </li>
  )
}
