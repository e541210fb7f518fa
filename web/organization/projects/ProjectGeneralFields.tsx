import { useAtomValue } from 'jotai'
import { Globe, LockKeyhole } from 'lucide-react'
import { useCallback } from 'react'
import {
  identifierProblem,
  maxProjectNameLength,
  maxTypedIdentifierLength,
  normalizeIdentifier,
  projectNameProblem,
} from '#common/organization/projects/rules.ts'
import { role } from '#common/platform/roles.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { TimezonePicker } from '../../platform/person/TimezonePicker.tsx'
import type { Project } from '../../platform/sync/tables.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { LogoButton } from '../../platform/ui/LogoButton.tsx'
import { RadioGroup } from '../../platform/ui/RadioGroup.tsx'
import { Switch } from '../../platform/ui/Switch.tsx'
import { Textarea } from '../../platform/ui/Textarea.tsx'
import { useForm } from '../../platform/ui/use-form.ts'
import { CoverPicker } from '../../platform/uploads/CoverPicker.tsx'
import { PictureField } from '../../platform/uploads/PictureField.tsx'
import { useNameAvailability } from '../workspaces/use-availability.ts'
import { Cover } from './Cover.tsx'
import { changeProject, chooseUnsplashCover, projectCoverDestination } from './edit.ts'
import { isProjectIdentifierFree } from './identifier.ts'
import { LeadPicker } from './LeadPicker.tsx'
import { MemberPicker } from './MemberPicker.tsx'
import { projectMembersAtom } from './member-atoms.ts'

/** The project's general settings. Text is saved by a button, selections immediately. Undo reverts every change. */
export function ProjectGeneralFields({ project }: { project: Project }) {
  const { t } = useTranslation()
  return (
    <>
      <PictureField
        below
        label={t('projects.cover')}
        hint={t('projects.coverHint')}
        hasPicture={project.cover_image_url !== null}
        destination={projectCoverDestination(project)}
        choices={
          <CoverPicker
            value={project.cover_image_url}
            onChange={(cover_image_url) => void changeProject(project, { cover_image_url })}
            onChooseUnsplash={(pictureId) => chooseUnsplashCover(project, pictureId)}
          />
        }
        onRemove={() => void changeProject(project, { cover_image_url: null })}
      >
        {(preview) => <Cover src={preview ?? project.cover_image_url} className="h-36 w-full" />}
      </PictureField>
      <Typed project={project} />
      <Chosen project={project} />
    </>
  )
}

function Typed({ project }: { project: Project }) {
  const { t } = useTranslation()
  const form = useForm({
    saved: { name: project.name, identifier: project.identifier, description: project.description },
    warnsOnLeave: true,
    showsAtOnce: true,
    check: () => ({
      name: nameProblem && t(`projects.nameProblem.${nameProblem}`),
      identifier: keyProblem && t(`projects.identifierProblem.${keyProblem}`),
    }),
    send: (fields) => void changeProject(project, { ...fields, name: fields.name.trim() }),
  })
  const { name, identifier } = form.values
  const nameProblem = useNameProblem(project, name)
  const keyProblem = useKeyProblem(project, identifier)

  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      <div className="flex items-start gap-2.5">
        <LogoButton
          label={t('projects.logo')}
          action={t('projects.chooseLogo')}
          value={project.logo_props}
          onChange={(logo_props) => void changeProject(project, { logo_props })}
          name={name}
        />
        <Field className="flex-1" label={t('projects.name')} error={form.problem('name')}>
          <Input size="lg" autoComplete="off" maxLength={maxProjectNameLength} {...form.text('name')} />
        </Field>
        <Field className="w-28 shrink-0" label={t('projects.identifier')} error={form.problem('identifier')}>
          <Input
            size="lg"
            autoComplete="off"
            spellCheck={false}
            // An API client may have set a longer identifier, which remains valid.
            maxLength={Math.max(maxTypedIdentifierLength, project.identifier.length)}
            className="uppercase"
            {...form.text('identifier', normalizeIdentifier)}
          />
        </Field>
      </div>
      {identifier !== project.identifier && keyProblem === null && (
        <p role="status" className="text-pretty text-soft">
          {t('projectSettings.keyChanges', { from: project.identifier, to: identifier })}
        </p>
      )}
      <Field label={t('projects.description')} optional>
        <Textarea rows={3} placeholder={t('projects.descriptionPlaceholder')} {...form.text('description')} />
      </Field>
      {form.isChanged && (
        <Button type="submit" variant="primary" className="self-start">
          {t('projects.save')}
        </Button>
      )}
    </form>
  )
}

function useNameProblem(project: Project, name: string) {
  const isTaken = useAtomValue(tables.projects.allAtom).some(
    (other) => other.id !== project.id && other.name === name.trim(),
  )
  return isTaken ? 'taken' : projectNameProblem(name)
}

function useKeyProblem({ id, identifier: own }: Project, identifier: string) {
  const isFree = useCallback(
    (name: string, signal: AbortSignal) => isProjectIdentifierFree(id, name, signal),
    [id],
  )
  const isOwn = identifier === own
  const tooLong = identifier.length > Math.max(maxTypedIdentifierLength, own.length)
  const problem = tooLong ? 'too_long' : identifierProblem(identifier)
  const availability = useNameAvailability(problem === null && !isOwn ? identifier : null, isFree)
  return availability === 'taken' ? 'taken' : problem
}

function Chosen({ project }: { project: Project }) {
  const { t } = useTranslation()
  const members = useAtomValue(projectMembersAtom(project.id))
  return (
    <>
      <Field label={t('onboarding.timezone')} hint={t('projectSettings.timezoneHint')}>
        <TimezonePicker
          value={project.timezone}
          onChange={(timezone) => void changeProject(project, { timezone })}
        />
      </Field>
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1.5 text-sm font-medium text-soft">{t('projects.network')}</legend>
        <RadioGroup
          label={t('projects.network')}
          value={project.network === 2 ? 'public' : 'secret'}
          onChange={(wanted) => void changeProject(project, { network: wanted === 'public' ? 2 : 0 })}
          options={[
            {
              value: 'public',
              label: (
                <span className="inline-flex items-center gap-1.5 [&>svg]:size-3.5 [&>svg]:text-icon-faint">
                  <Globe />
                  {t('projects.public')}
                </span>
              ),
              hint: t('projects.publicHint'),
            },
            {
              value: 'secret',
              label: (
                <span className="inline-flex items-center gap-1.5 [&>svg]:size-3.5 [&>svg]:text-icon-faint">
                  <LockKeyhole />
                  {t('projects.secret')}
                </span>
              ),
              hint: t('projects.secretHint'),
            },
          ]}
        />
      </fieldset>
      <LeadPicker
        lead={project.project_lead}
        onChange={(project_lead) => void changeProject(project, { project_lead })}
        within={project.id}
      />
      <MemberPicker
        label={t('projects.defaultAssignee')}
        noneLabel={t('projects.noDefaultAssignee')}
        value={project.default_assignee}
        onChange={(default_assignee) => void changeProject(project, { default_assignee })}
        people={members.filter((one) => one.role > role.guest)}
      />
      <p className="-mt-3 text-sm text-pretty text-faint">{t('projectSettings.defaultAssigneeHint')}</p>
      <Switch
        checked={project.guest_view_all_features}
        onChange={(guest_view_all_features) => void changeProject(project, { guest_view_all_features })}
        hint={t('projectSettings.guestsHint')}
      >
        {t('projectSettings.guests')}
      </Switch>
    </>
  )
}
