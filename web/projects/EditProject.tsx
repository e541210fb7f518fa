import { useAtom, useAtomValue } from 'jotai'
import { useRef, useState } from 'react'
import { projectNameLength, projectNameProblem } from '#common/projects/rules.ts'
import { tables } from '../app/sync.ts'
import { PictureField } from '../files/PictureField.tsx'
import { useTranslation } from '../locales/i18n.ts'
import type { Project } from '../sync/tables.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { Input } from '../ui/Input.tsx'
import { LogoButton } from '../ui/LogoButton.tsx'
import { Textarea } from '../ui/Textarea.tsx'
import { Cover } from './Cover.tsx'
import { changeProject, coverOf } from './edit.ts'
import { editedProjectAtom } from './editing.ts'

/** The dialog behind "Edit project" in a project's menu. */
export function EditProject() {
  const [id, setId] = useAtom(editedProjectAtom)
  const project = useAtomValue(tables.projects.rowAtom(id ?? ''))
  if (project === undefined) return null
  return <EditForm key={project.id} project={project} onClose={() => setId(null)} />
}

function EditForm({ project, onClose }: { project: Project; onClose: () => void }) {
  const { t } = useTranslation()
  const nameField = useRef<HTMLInputElement>(null)
  const [name, setName] = useState(project.name)
  const [description, setDescription] = useState(project.description)
  const [logo, setLogo] = useState(project.logo_props)
  const isTaken = useAtomValue(tables.projects.allAtom).some(
    (other) => other.id !== project.id && other.name === name.trim(),
  )
  const problem = isTaken ? 'taken' : projectNameProblem(name)

  function submit() {
    if (problem !== null) return nameField.current?.focus()
    void changeProject(project, { name: name.trim(), description, logo_props: logo })
    onClose()
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('projects.editTitle', { name: project.name })}
      size="lg"
      initialFocus={nameField}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" variant="primary">
            {t('projects.save')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <PictureField
          below
          label={t('projects.cover')}
          hint={t('projects.coverHint')}
          hasPicture={project.cover_image_url !== null}
          destination={coverOf(project)}
          onRemove={() => void changeProject(project, { cover_image_url: null })}
        >
          {(preview) => <Cover src={preview ?? project.cover_image_url} className="h-28 w-full" />}
        </PictureField>
        <div className="flex items-start gap-2.5">
          <LogoButton
            label={t('projects.logo')}
            action={t('projects.chooseLogo')}
            value={logo}
            onChange={setLogo}
            name={name}
          />
          <Field
            className="flex-1"
            label={t('projects.name')}
            error={problem && t(`projects.nameProblem.${problem}`)}
          >
            <Input
              ref={nameField}
              size="lg"
              autoComplete="off"
              maxLength={projectNameLength}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          </Field>
        </div>
        <Field label={t('projects.description')} optional>
          <Textarea
            rows={2}
            placeholder={t('projects.descriptionPlaceholder')}
            value={description}
            onChange={(event) => setDescription(event.target.value)}
          />
        </Field>
      </div>
    </Dialog>
  )
}
