import { Plus, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { canCreateOpenInvitation, canOfferRole } from '#common/organization/workspaces/rules.ts'
import type { InvitationLink } from '#common/organization/workspaces/schema.ts'
import { type Role, role } from '#common/platform/roles.ts'
import { isEmail, normalizeEmail } from '#common/platform/text.ts'
import { AuthNotice } from '../../identity/sign-in/AuthNotice.tsx'
import { useErrorMessage } from '../../identity/sign-in/use-error-message.ts'
import { useFocusOnMount } from '../../identity/sign-in/use-focus-on-mount.ts'
import { useInstanceConfig } from '../../identity/sign-in/use-instance-config.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { request } from '../../platform/app/sync.ts'
import { RequestError } from '../../platform/sync/http.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { addPastedInvitees, emptyInvitee, type Invitee, parseEmailAddresses } from './addresses.ts'
import { InvitationLinks } from './InvitationLinks.tsx'
import { InvitationProjects } from './InvitationProjects.tsx'
import { OpenInvitationLink } from './OpenInvitationLink.tsx'
import { RoleSelect } from './RoleSelect.tsx'

interface InvitePeopleProps {
  slug: string
  onDone: () => void
  /** Called after an invitation or link was created. The onboarding then offers to continue instead of skipping. */
  onInvited?: () => void
  /** The user's own role, which limits the role that they can offer. */
  own?: Role
}

/**
 * A form to invite people by email address and role. After sending, the form shows the links of the invitations. It
 * can also create an open invitation link. Without a mail server, the open invitation link comes before the fields
 * for email addresses.
 */
export function InvitePeople(props: InvitePeopleProps) {
  const entrance = useInstanceConfig()
  // The order of the parts of this form depends on the mail server, so the form waits for the configuration.
  if (entrance.status === 'loading') return <Loading />
  const mailsGoOut = entrance.status !== 'open' || entrance.instance.config.is_smtp_configured
  return <InviteForm {...props} mailsGoOut={mailsGoOut} />
}

function InviteForm({
  slug,
  onDone,
  onInvited,
  own = role.admin,
  mailsGoOut,
}: InvitePeopleProps & { mailsGoOut: boolean }) {
  const { t } = useTranslation()
  const words = useErrorMessage()
  const first = useFocusOnMount()
  const isLinkFirst = !mailsGoOut && canCreateOpenInvitation(own, role.guest)
  const [rows, setRows] = useState(() => [emptyInvitee(), emptyInvitee(), emptyInvitee()])
  const [members, setMembers] = useState<string[]>([])
  const [tried, setTried] = useState(false)
  const [sending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [projectIds, setProjectIds] = useState<string[]>([])
  const [links, setLinks] = useState<InvitationLink[]>([])
  const [link, setLink] = useState<string | null>(null)
  const given = rows.filter((row) => row.email.trim() !== '')

  const problemOf = ({ email }: Invitee) => {
    if (members.includes(normalizeEmail(email))) return t('invitations.isMember')
    return tried && email.trim() !== '' && !isEmail(email.trim()) ? t('invitations.emailWrong') : undefined
  }

  const change = (key: string, fields: Partial<Invitee>) =>
    setRows((now) => now.map((row) => (row.key === key ? { ...row, ...fields } : row)))

  async function send(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    setRefusal(null)
    if (given.length === 0) return setRefusal(t('invitations.noneGiven'))
    if (given.some((row) => !isEmail(row.email.trim()))) return
    setSending(true)
    try {
      const emails = given.map((row) => ({ email: row.email, role: row.role }))
      const { invitations } = await request('createInvitations', {
        params: { slug },
        // Without a choice, the projects of an earlier invitation stay.
        body: { emails, ...(projectIds.length > 0 && { project_ids: projectIds }) },
      })
      setLinks(invitations)
      onInvited?.()
    } catch (error) {
      const known = error instanceof RequestError ? error.fields['workspace_users'] : undefined
      if (known !== undefined) setMembers(known)
      else setRefusal(words(error))
    }
    setSending(false)
  }

  function again() {
    setLinks([])
    setTried(false)
    setRows([emptyInvitee(), emptyInvitee(), emptyInvitee()])
  }

  const forAnyone = (
    <OpenInvitationLink
      slug={slug}
      own={own}
      mailsGoOut={mailsGoOut}
      isFirst={isLinkFirst && links.length === 0}
      link={link}
      onLink={(newLink) => {
        setLink(newLink)
        if (newLink !== null) onInvited?.()
      }}
    />
  )
  if (links.length > 0) {
    return (
      <>
        <InvitationLinks links={links} mailsGoOut={mailsGoOut} onMore={again} onDone={onDone} />
        {forAnyone}
      </>
    )
  }
  return (
    <>
      {isLinkFirst && forAnyone}
      <form onSubmit={(event) => void send(event)} noValidate className="flex flex-col gap-3">
        {refusal !== null && <AuthNotice kind="error">{refusal}</AuthNotice>}
        <ul className="flex flex-col gap-2">
          {rows.map((row, at) => (
            <li key={row.key} className="flex items-start gap-1.5 max-sm:flex-wrap max-sm:pb-2">
              <Field
                className="flex-1 max-sm:basis-full"
                label={t('invitations.emailOf', { number: at + 1 })}
                hideLabel
                error={problemOf(row)}
              >
                <Input
                  ref={at === 0 && !isLinkFirst ? first : undefined}
                  size="lg"
                  type="email"
                  autoComplete="off"
                  placeholder={t('invitations.emailPlaceholder')}
                  value={row.email}
                  onChange={(event) => change(row.key, { email: event.target.value })}
                  onPaste={(event) => {
                    const emails = parseEmailAddresses(event.clipboardData.getData('text'))
                    if (emails.length < 2) return
                    event.preventDefault()
                    setRows((now) => addPastedInvitees(now, row.key, emails))
                  }}
                />
              </Field>
              <RoleSelect
                size="lg"
                className="w-28 shrink-0 max-sm:flex-1"
                label={
                  row.email
                    ? t('roles.of', { name: row.email })
                    : t('invitations.roleOfRow', { number: at + 1 })
                }
                value={row.role}
                allowed={(offered) => canOfferRole(own, null, offered)}
                onChange={(offered) => change(row.key, { role: offered })}
              />
              <IconButton
                size="lg"
                icon={<X />}
                label={
                  row.email
                    ? t('invitations.removeRow', { email: row.email })
                    : t('invitations.removeEmptyRow')
                }
                disabled={rows.length === 1}
                onClick={() => setRows((now) => now.filter((other) => other.key !== row.key))}
              />
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Button
            variant="ghost"
            icon={<Plus />}
            onClick={() => setRows((now) => [...now, emptyInvitee(now.at(-1)?.role)])}
          >
            {t('invitations.addRow')}
          </Button>
          <span className="text-sm text-faint">{t('invitations.pasteHint')}</span>
        </div>
        <InvitationProjects
          slug={slug}
          value={projectIds}
          onChange={setProjectIds}
          invitesGuests={rows.some((row) => row.role === role.guest)}
        />
        <Button
          type="submit"
          variant={isLinkFirst && given.length === 0 ? 'line' : 'primary'}
          size="lg"
          loading={sending}
          className="mt-1"
        >
          {given.length === 0 ? t('invitations.sendNone') : t('invitations.send', { count: given.length })}
        </Button>
      </form>
      {!isLinkFirst && forAnyone}
    </>
  )
}

function Loading() {
  const { t } = useTranslation()
  return (
    <div role="status" aria-busy aria-label={t('ui.loading')} className="flex min-h-60 flex-col gap-2">
      <Skeleton className="h-control-lg w-full" />
      <Skeleton className="h-control-lg w-full" />
      <Skeleton className="h-control-lg w-full" />
    </div>
  )
}
