import { useAtomValue } from 'jotai'
import {
  KeyRound,
  LockKeyhole,
  LogOut,
  MailCheck,
  MoreHorizontal,
  ShieldCheck,
  ShieldOff,
  UserCheck,
  UserX,
} from 'lucide-react'
import { useCallback, useState } from 'react'
import english from '#common/locales/en/operation.json' with { type: 'json' }
import type { InstancePerson } from '#common/operation/instance/schema.ts'
import { useErrorMessage } from '../../identity/sign-in/use-error-message.ts'
import { t, useTranslation } from '../../locales/i18n.ts'
import { request } from '../../platform/app/sync.ts'
import { displayNameOf } from '../../platform/person/display-name.ts'
import { meAtom } from '../../platform/person/session.ts'
import { AlertDialog } from '../../platform/ui/AlertDialog.tsx'
import { Avatar } from '../../platform/ui/Avatar.tsx'
import { Badge } from '../../platform/ui/Badge.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { Menu } from '../../platform/ui/Menu.tsx'
import { MenuItem } from '../../platform/ui/MenuItem.tsx'
import { SettingsSection } from '../../platform/ui/SettingsSection.tsx'
import { timeAgo } from '../../platform/ui/time-ago.ts'
import { toast } from '../../platform/ui/toast.ts'
import { NewPerson } from './NewPerson.tsx'
import { PersonPasswordDialog } from './PersonPasswordDialog.tsx'
import { SearchableList, useDebouncedSearchText } from './SearchableList.tsx'
import { usePagedRows } from './use-paged-rows.ts'

/** Screen `/admin/people` with all accounts. Admins activate accounts and appoint instance admins here. */
export function PeopleScreen() {
  const { t } = useTranslation()
  const words = useErrorMessage()
  const { typed, search, type } = useDebouncedSearchText()
  const [requested, setRequested] = useState<PersonAction | null>(null)
  const paged = usePagedRows(
    useCallback((query) => request('listInstancePeople', { query }), []),
    search,
  )

  async function change(work: () => Promise<InstancePerson>, done: string) {
    try {
      paged.put(await work())
      toast.ok(done)
    } catch (error) {
      toast.error(words(error))
    }
  }

  function turn(person: InstancePerson, is_active: boolean) {
    const sent = { params: { user_id: person.id }, body: { is_active } }
    const name = displayNameOf(person)
    return change(
      () => request('updateInstancePerson', sent),
      t(is_active ? 'instance.activated' : 'instance.deactivated', { name }),
    )
  }

  function confirm({ action, person }: Confirmed) {
    const { call, done } = confirmed[action]
    return change(
      () => request(call, { params: { user_id: person.id } }),
      t(done, { name: displayNameOf(person) }),
    )
  }

  function appoint(person: InstancePerson, is_instance_admin: boolean) {
    const { id, email } = person
    const name = displayNameOf(person)
    return change(
      async () => {
        if (is_instance_admin) await request('addInstanceAdmin', { body: { email } })
        else await request('removeInstanceAdmin', { params: { instance_admin_id: id } })
        return { ...person, is_instance_admin }
      },
      t(is_instance_admin ? 'instance.appointed' : 'instance.dismissed', { name }),
    )
  }

  return (
    <SettingsSection title={t('instance.sections.people')} action={<NewPerson onDone={paged.add} />}>
      <SearchableList label={t('instance.findPeople')} typed={typed} onType={type} paged={paged}>
        {(person) => (
          <Line
            person={person}
            onTurn={(isOn) =>
              isOn ? void turn(person, true) : setRequested({ action: 'deactivate', person })
            }
            onAppoint={(isAdmin) => void appoint(person, isAdmin)}
            onAction={(action) => setRequested({ action, person })}
          />
        )}
      </SearchableList>
      {requested?.action === 'setPassword' && (
        <PersonPasswordDialog
          person={requested.person}
          onDone={paged.put}
          onClose={() => setRequested(null)}
        />
      )}
      {requested !== null && requested.action !== 'setPassword' && (
        <AlertDialog
          open
          onOpenChange={() => setRequested(null)}
          title={t(`instance.${requested.action}Title`, { name: displayNameOf(requested.person) })}
          text={t(`instance.${requested.action}Text`, { email: requested.person.email })}
          confirmLabel={t(`instance.${requested.action}`)}
          danger={requested.action !== 'verify'}
          onConfirm={() => (isConfirmed(requested) ? confirm(requested) : turn(requested.person, false))}
        />
      )}
    </SettingsSection>
  )
}

/** Account changes that need a confirmation. */
const confirmed = {
  resetFactor: { call: 'resetInstancePersonFactor', done: 'instance.factorReset' },
  verify: { call: 'verifyInstancePerson', done: 'instance.verified' },
  endSessions: { call: 'endInstancePersonSessions', done: 'instance.sessionsEnded' },
} as const

interface PersonAction {
  action: keyof typeof confirmed | 'deactivate' | 'setPassword'
  person: InstancePerson
}

type Confirmed = PersonAction & { action: keyof typeof confirmed }

function isConfirmed(requested: PersonAction): requested is Confirmed {
  return Object.hasOwn(confirmed, requested.action)
}

interface LineProps {
  person: InstancePerson
  onTurn: (isActive: boolean) => void
  onAppoint: (isAdmin: boolean) => void
  onAction: (action: PersonAction['action']) => void
}

function Line(props: LineProps) {
  const { person } = props
  const { t, i18n } = useTranslation()
  const { id, display_name, email, avatar_url, is_active, is_instance_admin, last_seen } = person
  const facts = [
    last_seen === null
      ? t('instance.neverSeen')
      : t('instance.seen', { when: timeAgo(last_seen, i18n.language) }),
    t('instance.inWorkspaces', { count: person.total_workspaces }),
    ...person.methods.map(methodName),
    ...(person.has_second_factor ? [t('instance.secondFactor')] : []),
  ]
  return (
    <>
      <Avatar id={id} name={displayNameOf({ display_name })} src={avatar_url} size="md" decorative />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span dir="auto" className="font-medium wrap-anywhere">
            {displayNameOf({ display_name })}
          </span>
          {is_instance_admin && <Badge tone="ok">{t('instance.admin')}</Badge>}
          {!is_active && <Badge tone="danger">{t('instance.inactive')}</Badge>}
          {!person.is_email_verified && <Badge tone="warn">{t('instance.unverified')}</Badge>}
        </p>
        <p className="text-sm text-soft wrap-anywhere">{email}</p>
        <p className="text-sm text-faint wrap-anywhere">{facts.join(' · ')}</p>
      </div>
      <Actions {...props} />
    </>
  )
}

function Actions({ person, onTurn, onAppoint, onAction }: LineProps) {
  const { t } = useTranslation()
  const isMe = useAtomValue(meAtom)?.id === person.id
  const { is_active, is_instance_admin, display_name } = person
  return (
    <Menu
      align="end"
      trigger={
        <IconButton
          label={t('instance.actionsOf', { name: displayNameOf({ display_name }) })}
          icon={<MoreHorizontal />}
        />
      }
    >
      <MenuItem
        icon={is_instance_admin ? <ShieldOff /> : <ShieldCheck />}
        disabled={!is_active && !is_instance_admin}
        onSelect={() => onAppoint(!is_instance_admin)}
      >
        {t(is_instance_admin ? 'instance.dismiss' : 'instance.appoint')}
      </MenuItem>
      {!person.is_email_verified && (
        <MenuItem icon={<MailCheck />} onSelect={() => onAction('verify')}>
          {t('instance.verify')}
        </MenuItem>
      )}
      {!isMe && !is_instance_admin && (
        <MenuItem icon={<LockKeyhole />} onSelect={() => onAction('setPassword')}>
          {t('instance.setPassword')}
        </MenuItem>
      )}
      {person.has_second_factor && !isMe && (
        <MenuItem icon={<KeyRound />} onSelect={() => onAction('resetFactor')}>
          {t('instance.resetFactor')}
        </MenuItem>
      )}
      {!isMe && (
        <MenuItem icon={<LogOut />} onSelect={() => onAction('endSessions')}>
          {t('instance.endSessions')}
        </MenuItem>
      )}
      <MenuItem
        icon={is_active ? <UserX /> : <UserCheck />}
        danger={is_active}
        disabled={is_active && (is_instance_admin || isMe)}
        onSelect={() => onTurn(!is_active)}
      >
        {t(is_active ? 'instance.deactivate' : 'instance.activate')}
      </MenuItem>
    </Menu>
  )
}

type Method = keyof typeof english.instance.method

function methodName(method: string): string {
  return Object.hasOwn(english.instance.method, method) ? t(`instance.method.${method as Method}`) : method
}
