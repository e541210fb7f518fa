import { Copy } from 'lucide-react'
import type { InvitationLink } from '#common/organization/workspaces/schema.ts'
import { roleName } from '#common/platform/roles.ts'
import { AuthNotice } from '../../identity/sign-in/AuthNotice.tsx'
import { useTranslation } from '../../locales/i18n.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { copyLink } from './copy-link.ts'

interface InvitationLinksProps {
  links: InvitationLink[]
  /** False if no mail server is configured. The user must then send the links to the invited people. */
  mailsGoOut: boolean
  onMore: () => void
  onDone: () => void
}

/** The links of new invitations. The links are shown only once. Later, the user can only create new links. */
export function InvitationLinks({ links, mailsGoOut, onMore, onDone }: InvitationLinksProps) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col gap-4">
      <AuthNotice kind="ok">
        <p className="font-medium">
          {mailsGoOut
            ? t('invitations.sentTitle', { count: links.length })
            : t('invitations.madeTitle', { count: links.length })}
        </p>
        <p className="text-soft">{mailsGoOut ? t('invitations.sentText') : t('invitations.madeText')}</p>
      </AuthNotice>
      <ul className="divide-y divide-line rounded-md border border-line bg-sheet">
        {links.map(({ id, email, role, invite_link }) => (
          <li key={id} className="flex items-center gap-2.5 py-2 pe-2 ps-3">
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium">{email}</span>
              <span className="block text-sm text-faint">{t(`roles.${roleName(role)}`)}</span>
            </span>
            <Button
              icon={<Copy />}
              aria-label={t('invitations.copyLinkFor', { email })}
              onClick={() => void copyLink(invite_link)}
            >
              {t('invitations.copyLink')}
            </Button>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-end gap-2">
        <Button size="lg" onClick={onMore}>
          {t('invitations.more')}
        </Button>
        <Button variant="primary" size="lg" onClick={onDone}>
          {t('invitations.done')}
        </Button>
      </div>
    </div>
  )
}
