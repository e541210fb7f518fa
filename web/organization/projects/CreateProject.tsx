import { useAtom, useAtomValue } from 'jotai'
import { Globe, LockKeyhole } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import {
  identifierProblem,
  maxProjectNameLength,
  maxTypedIdentifierLength,
  normalizeIdentifier,
  projectNameProblem,
  suggestIdentifier,
} from '#common/organization/projects/rules.ts'
import type { ProjectVisibility } from '#common/organization/projects/schema.ts'
import { type ProjectFeatureFlag, projectFeatureFlags } from '#common/platform/guards.ts'
import { emojiLogo } from '#common/platform/logo.ts'
import type { LogoProps } from '#common/platform/logo-props.ts'
import { AuthNotice } from '../../identity/sign-in/AuthNotice.tsx'
import { useErrorMessage } from '../../identity/sign-in/use-error-message.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { getMyId } from '../../platform/person/me.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { RequestError } from '../../platform/sync/http.ts'
import { Checkbox } from '../../platform/ui/Checkbox.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { FormDialog } from '../../platform/ui/FormDialog.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { LogoButton } from '../../platform/ui/LogoButton.tsx'
import { RadioGroup } from '../../platform/ui/RadioGroup.tsx'
import { Textarea } from '../../platform/ui/Textarea.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { type Form, useForm } from '../../platform/ui/use-form.ts'
import { useNameAvailability } from '../workspaces/use-availability.ts'
import { createProject } from './actions.ts'
import { createProjectOpenAtom } from './create.ts'
import { ImportItemsLink } from './ImportItemsLink.tsx'
import { isNewProjectIdentifierFree } from './identifier.ts'
import { LeadPicker } from './LeadPicker.tsx'

/**
 * The dialog for a new project. The keyboard shortcut `n p`, the command palette and every "New project"
 * button open it.
 */
export function CreateProject() {
  const [open, setOpen] = useAtom(createProjectOpenAtom)
  if (!open) return null
  return <CreateForm onClose={() => setOpen(false)} />
}

const networks: Record<'public' | 'secret', ProjectVisibility> = { public: 2, secret: 0 }
const beginnings = ['🚀', '🧭', '🌱', '🧩', '📦', '🛠️', '🎯', '🌊', '🔭', '🪁']

interface NewProject {
  name: string
  /** The identifier that the user typed. Null while the identifier is derived from the name. */
  ownIdentifier: string | null
  description: string
  logo_props: LogoProps
  found: keyof typeof networks
  project_lead: string | null
  features: Record<ProjectFeatureFlag, boolean>
}

interface Taken {
  name?: string
  identifier?: string
}

function CreateForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const words = useErrorMessage()
  const navigate = useNavigate()
  const form: Form<NewProject> = useForm<NewProject>({
    saved: () => ({
      name: '',
      ownIdentifier: null,
      description: '',
      logo_props: emojiLogo(anyOf(beginnings)),
      found: 'public',
      project_lead: getMyId(),
      features: defaultFeatures,
    }),
    check: () => ({
      name: nameProblem && t(`projects.nameProblem.${nameProblem}`),
      ownIdentifier: identifierIsWrong && t(`projects.identifierProblem.${identifierIsWrong}`),
    }),
    send: async ({ ownIdentifier: _, found, features, ...fields }) => {
      const id = await createProject({ ...fields, ...features, identifier, network: networks[found] })
      onClose()
      toast.ok(t('projects.created', { name: fields.name.trim() }))
      await navigate(`/${currentSlug()}/projects/${id}/issues`)
    },
    explain,
  })
  const { name, ownIdentifier, logo_props, found, project_lead } = form.values
  const [taken, setTaken] = useState<Taken>({})
  const usedIdentifiers = new Set(useAtomValue(tables.projects.allAtom).map((project) => project.identifier))
  const identifier = ownIdentifier ?? suggestIdentifier(name, usedIdentifiers)
  const nameProblem = taken.name === name.trim() ? 'taken' : projectNameProblem(name)
  const keyProblem = identifier.length > maxTypedIdentifierLength ? 'too_long' : identifierProblem(identifier)
  const availability = useNameAvailability(
    keyProblem === null ? identifier : null,
    isNewProjectIdentifierFree,
  )
  const identifierIsWrong = availability === 'taken' || taken.identifier === identifier ? 'taken' : keyProblem

  function explain(error: unknown): string | Record<string, never> {
    const fields = error instanceof RequestError ? error.fields : {}
    const nameTaken = fields['name']?.includes('PROJECT_NAME_ALREADY_EXIST')
    const keyTaken = fields['identifier']?.includes('PROJECT_IDENTIFIER_ALREADY_EXIST')
    if (!nameTaken && !keyTaken) return words(error)
    setTaken({ ...(nameTaken && { name: name.trim() }), ...(keyTaken && { identifier }) })
    return {}
  }

  return (
    <FormDialog
      title={t('projects.new')}
      size="lg"
      initialFocus={form.field('name')}
      onSubmit={form.submit}
      submit={t('projects.create')}
      loading={form.sending}
      aside={
        <span className="me-auto">
          <ImportItemsLink projectId={null} variant="ghost" onNavigate={onClose} />
        </span>
      }
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        {form.refusal !== null && <AuthNotice kind="error">{form.refusal}</AuthNotice>}
        <div className="flex items-start gap-2.5">
          <LogoButton
            label={t('projects.logo')}
            action={t('projects.chooseLogo')}
            value={logo_props}
            onChange={(logo) => form.set({ logo_props: logo })}
            name={name}
          />
          <Field
            className="flex-1"
            label={t('projects.name')}
            error={
              (form.tried || nameProblem === 'characters') &&
              nameProblem &&
              t(`projects.nameProblem.${nameProblem}`)
            }
          >
            <Input
              size="lg"
              autoComplete="off"
              maxLength={maxProjectNameLength}
              placeholder={t('projects.namePlaceholder')}
              {...form.text('name')}
            />
          </Field>
          <Field
            className="w-28 shrink-0"
            label={t('projects.identifier')}
            error={
              (form.tried || ownIdentifier !== null || identifierIsWrong === 'taken') &&
              identifierIsWrong &&
              t(`projects.identifierProblem.${identifierIsWrong}`)
            }
          >
            <Input
              ref={form.field('ownIdentifier')}
              size="lg"
              autoComplete="off"
              spellCheck={false}
              maxLength={maxTypedIdentifierLength}
              className="uppercase"
              value={identifier}
              onChange={(event) => form.set({ ownIdentifier: normalizeIdentifier(event.target.value) })}
            />
          </Field>
        </div>
        <Field label={t('projects.description')} optional>
          <Textarea
            rows={2}
            placeholder={t('projects.descriptionPlaceholder')}
            {...form.text('description')}
          />
        </Field>
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1.5 text-sm font-medium text-soft">{t('projects.network')}</legend>
          <RadioGroup
            label={t('projects.network')}
            value={found}
            onChange={(chosen) => form.set({ found: chosen })}
            options={[
              {
                value: 'public',
                label: <Choice icon={<Globe />} text={t('projects.public')} />,
                hint: t('projects.publicHint'),
              },
              {
                value: 'secret',
                label: <Choice icon={<LockKeyhole />} text={t('projects.secret')} />,
                hint: t('projects.secretHint'),
              },
            ]}
          />
        </fieldset>
        <LeadPicker lead={project_lead} onChange={(lead) => form.set({ project_lead: lead })} />
        <FeatureChoices chosen={form.values.features} onChange={(features) => form.set({ features })} />
      </div>
    </FormDialog>
  )
}

/** Views and pages are on in a new project, unless the user turns them off. */
const defaultFeatures: Record<ProjectFeatureFlag, boolean> = {
  is_epic_enabled: false,
  cycle_view: false,
  module_view: false,
  issue_views_view: true,
  page_view: true,
  inbox_view: false,
  is_time_tracking_enabled: false,
}

interface FeatureChoicesProps {
  chosen: Record<ProjectFeatureFlag, boolean>
  onChange: (chosen: Record<ProjectFeatureFlag, boolean>) => void
}

/** Lets the user choose which features are on in a new project. The project settings can change this choice later. */
function FeatureChoices({ chosen, onChange }: FeatureChoicesProps) {
  const { t } = useTranslation()
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium text-soft">{t('projectFeatures.title')}</legend>
      <div className="grid gap-x-4 gap-y-2.5 sm:grid-cols-2">
        {projectFeatureFlags.map((name) => (
          <Checkbox
            key={name}
            checked={chosen[name]}
            onChange={(isOn) => onChange({ ...chosen, [name]: isOn })}
            hint={t(`projectFeatures.${name}Text`)}
          >
            {t(`projectFeatures.${name}`)}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  )
}

function Choice({ icon, text }: { icon: React.ReactNode; text: string }) {
  return (
    <span className="inline-flex items-center gap-1.5 [&>svg]:size-3.5 [&>svg]:text-icon-faint">
      {icon}
      {text}
    </span>
  )
}

function anyOf(choices: readonly string[]): string {
  return choices[Math.floor(Math.random() * choices.length)] ?? '🚀'
}
