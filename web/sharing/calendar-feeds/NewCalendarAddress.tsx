import { useAtomValue } from 'jotai'
import { CalendarPlus, CircleUserRound } from 'lucide-react'
import { useState } from 'react'
import type { CalendarFeed } from '#common/sharing/calendar-feeds/schema.ts'
import { useErrorMessage } from '../../identity/sign-in/use-error-message.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { request, tables } from '../../platform/app/sync.ts'
import { joinedProjectsAtom } from '../../platform/person/projects.ts'
import type { CalendarTarget } from '../../platform/shell/calendar-target.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { buttonClass } from '../../platform/ui/button-class.ts'
import { Field } from '../../platform/ui/Field.tsx'
import { FormDialog } from '../../platform/ui/FormDialog.tsx'
import { ProjectLogo } from '../../platform/ui/ProjectLogo.tsx'
import { SecretDialog } from '../../platform/ui/SecretDialog.tsx'
import { Select } from '../../platform/ui/Select.tsx'
import { useForm } from '../../platform/ui/use-form.ts'

interface NewCalendarAddressProps {
  /** The target of the address. If it is null, the dialog lets the user choose. */
  target: CalendarTarget | null
  onCreated?: (feed: CalendarFeed) => void
  onClose: () => void
}

/** Explains a calendar address, creates it, and then shows it. It is never shown again. */
export function NewCalendarAddress({ target, onCreated, onClose }: NewCalendarAddressProps) {
  const [address, setAddress] = useState<string | null>(null)
  if (address !== null) return <CreatedAddress address={address} onClose={onClose} />
  return (
    <NewAddressForm
      target={target}
      onClose={onClose}
      onCreated={({ address: made, ...feed }) => {
        onCreated?.(feed)
        setAddress(made)
      }}
    />
  )
}

interface NewAddressFormProps extends Pick<NewCalendarAddressProps, 'target' | 'onClose'> {
  onCreated: (feed: CalendarFeed & { address: string }) => void
}

function NewAddressForm({ target, onCreated, onClose }: NewAddressFormProps) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const projects = useAtomValue(joinedProjectsAtom)
  const form = useForm({
    // The id of a project. An empty string means the work items that are assigned to the user.
    saved: (): { project: string } => ({ project: '' }),
    send: async ({ project }) => {
      const { kind, id } = target ?? (project === '' ? assigned : { kind: 'project', id: project })
      const body = { kind, target: kind === 'assigned' ? null : id }
      onCreated(await request('createCalendarFeed', { params: { slug: currentSlug() }, body }))
    },
    explain: (error) => ({ project: errorMessage(error) }),
  })
  const problem = form.problem('project')
  return (
    <FormDialog
      title={t('calendars.subscribe')}
      size="sm"
      submit={t('calendars.make')}
      onSubmit={form.submit}
      loading={form.sending}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        {target === null && (
          <Field label={t('calendars.what')} error={problem}>
            <Select
              size="lg"
              value={form.values.project}
              onChange={(project) => form.set({ project })}
              options={[
                { value: '', label: t('calendars.assigned'), icon: <CircleUserRound /> },
                ...projects.map(({ id, name, logo_props }) => ({
                  value: id,
                  label: name,
                  icon: <ProjectLogo logo={logo_props} name={name} />,
                })),
              ]}
            />
          </Field>
        )}
        <p className="text-pretty text-soft">
          {t('calendars.newText', {
            name: nameOf(target ?? { kind: 'project', id: form.values.project }) ?? t('calendars.assigned'),
          })}
        </p>
        {target !== null && problem && <p className="text-danger text-sm">{problem}</p>}
      </div>
    </FormDialog>
  )
}

const assigned: CalendarTarget = { kind: 'assigned', id: '' }

function nameOf({ kind, id }: CalendarTarget): string | undefined {
  if (kind === 'assigned') return undefined
  const table = {
    project: tables.projects,
    view: tables.views,
    cycle: tables.cycles,
    module: tables.modules,
  }[kind]
  return table.get(id)?.name
}

function CreatedAddress({ address, onClose }: { address: string; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <SecretDialog
      secret={address}
      title={t('calendars.madeTitle')}
      text={t('calendars.madeText')}
      label={t('calendars.address')}
      copy={t('calendars.copy')}
      copied={t('calendars.copied')}
      onClose={onClose}
    >
      {/* Calendar programs register the scheme `webcal` to subscribe to an address. */}
      <a href={address.replace(/^https?:/, 'webcal:')} className={buttonClass()}>
        <CalendarPlus aria-hidden />
        {t('calendars.open')}
      </a>
      <p className="text-pretty text-soft text-sm">{t('calendars.how')}</p>
    </SecretDialog>
  )
}
