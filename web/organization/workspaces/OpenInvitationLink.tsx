import { Copy, Link2 } from 'lucide-react'
import { useState } from 'react'
import { canCreateOpenInvitation } from '#common/organization/workspaces/rules.ts'
import { type Role, role, roleName } from '#common/platform/roles.ts'
import { useErrorMessage } from '../../identity/sign-in/use-error-message.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { request } from '../../platform/app/sync.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { cx } from '../../platform/ui/cx.ts'
import { Input } from '../../platform/ui/Input.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { copyLink } from './copy-link.ts'
import { InvitationProjects } from './InvitationProjects.tsx'
import { RoleSelect } from './RoleSelect.tsx'

interface OpenInvitationLinkProps {
  slug: string
  own: Role
  mailsGoOut: boolean
  /** True if this form is above the form for email addresses, which is the case without a mail server. */
  isFirst: boolean
  /**
   * The created link. The parent component stores it, because it renders this component at different
   * positions.
   */
  link: string | null
  onLink: (link: string | null) => void
}

/** Creates an open invitation link, which is shown only once. Renders nothing for users who may not create one. */
export function OpenInvitationLink({
  slug,
  own,
  mailsGoOut,
  isFirst,
  link,
  onLink,
}: OpenInvitationLinkProps) {
  const { t } = useTranslation()
  const words = useErrorMessage()
  const [offered, setOffered] = useState<Role>(role.member)
  const [projectIds, setProjectIds] = useState<string[]>([])
  const [making, setMaking] = useState(false)
  if (!canCreateOpenInvitation(own, role.guest)) return null

  async function make() {
    setMaking(true)
    try {
      const answer = await request('createOpenInvitation', {
        params: { slug },
        body: { role: offered === role.guest ? role.guest : role.member, project_ids: projectIds },
      })
      onLink(answer.invite_link)
    } catch (error) {
      toast.error(words(error))
    }
    setMaking(false)
  }

  return (
    <section
      aria-label={t('invitations.anyone.heading')}
      className={cx('flex flex-col gap-2 border-line', isFirst ? 'mb-6 border-b pb-6' : 'mt-6 border-t pt-5')}
    >
      <h2 className="font-medium">{t('invitations.anyone.heading')}</h2>
      <p className="text-sm text-soft">
        {mailsGoOut ? t('invitations.anyone.text') : t('invitations.anyone.textNoMail')}
      </p>
      {link === null ? (
        <>
          <InvitationProjects
            slug={slug}
            value={projectIds}
            onChange={setProjectIds}
            invitesGuests={offered === role.guest}
          />
          <div className="flex items-center gap-2">
            <RoleSelect
              className="w-28"
              label={t('invitations.anyone.role')}
              value={offered}
              allowed={(wanted) => canCreateOpenInvitation(own, wanted)}
              onChange={setOffered}
            />
            <Button
              variant={isFirst ? 'primary' : 'line'}
              icon={<Link2 />}
              loading={making}
              onClick={() => void make()}
            >
              {t('invitations.anyone.make')}
            </Button>
          </div>
        </>
      ) : (
        <>
          <div className="flex items-center gap-2">
            <Input readOnly className="flex-1" aria-label={t('invitations.anyone.link')} value={link} />
            <Button icon={<Copy />} onClick={() => void copyLink(link)}>
              {t('invitations.copyLink')}
            </Button>
          </div>
          <div className="flex flex-wrap items-center justify-between gap-x-2 text-sm text-soft">
            {t('invitations.anyone.joinsAs', { role: t(`roles.one.${roleName(offered)}`) })}
            <Button size="sm" variant="ghost" onClick={() => onLink(null)}>
              {t('invitations.anyone.another')}
            </Button>
          </div>
        </>
      )}
    </section>
  )
}
