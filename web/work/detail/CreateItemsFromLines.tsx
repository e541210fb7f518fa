import { useAtomValue } from 'jotai'
import { X } from 'lucide-react'
import { type MouseEvent, useRef, useState } from 'react'
import { maxItemsCreatedAtOnce, maxWorkItemNameLength } from '#common/work/work-items/rules.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { connectionAtom } from '../../platform/app/sync.ts'
import { projectsForNewItemsAtom } from '../../platform/person/roles.ts'
import type { CreateItemsProps, KeysInText } from '../../platform/shell/feature.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Dialog } from '../../platform/ui/Dialog.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { Picker } from '../../platform/ui/Picker.tsx'
import { ProjectLogo } from '../../platform/ui/ProjectLogo.tsx'
import { formatItemKey } from '../work-items/actions.ts'
import { createWorkItems } from '../work-items/create-many.ts'

/** The dialog that creates one work item for each of the given lines of a text. */
export function CreateItemsFromLines({ lines, projectId, onSend, onClose }: CreateItemsProps) {
  const { t } = useTranslation()
  const projects = useAtomValue(projectsForNewItemsAtom)
  const [chosen, setChosen] = useState(projectId)
  const project = projects.find(({ id }) => id === chosen) ?? projects[0]
  const connection = useAtomValue(connectionAtom)
  // Each title has the same index as its line. It is null if the user has removed the line from the dialog.
  const [names, setNames] = useState<readonly (string | null)[]>(() =>
    lines.slice(0, maxItemsCreatedAtOnce).map(({ text }) => text.slice(0, maxWorkItemNameLength)),
  )
  const projectButton = useRef<HTMLButtonElement>(null)
  const [isSending, setSending] = useState(false)
  const chosenLines = names.flatMap((name, line) => (name === null ? [] : [{ name: name.trim(), line }]))
  const leftOut = lines.length - names.length
  const isOffline = connection === 'offline'
  const set = (line: number, name: string | null) =>
    setNames((now) => now.map((before, at) => (at === line ? name : before)))
  const remove = (line: number, { currentTarget }: MouseEvent) => {
    const removed = currentTarget.closest('li')
    const neighbor = removed?.nextElementSibling ?? removed?.previousElementSibling
    const target = neighbor?.querySelector('button') ?? projectButton.current
    target?.focus()
    set(line, null)
  }
  const submit = async () => {
    if (project === undefined) return
    setSending(true)
    const items = chosenLines.map(({ name, line }) => ({ name, description_html: lines[line]?.html }))
    const writeKeys = onSend()
    const written: { text?: KeysInText } = {}
    const created = await createWorkItems(project.id, items, (isUndone) =>
      isUndone ? written.text?.restoreLines() : written.text?.showKeys(),
    )
    setSending(false)
    const keys = new Map(
      chosenLines.map(({ line }, at) => [line, created?.rows[at] && formatItemKey(created.rows[at])]),
    )
    written.text = writeKeys(
      lines.map((_, line) => keys.get(line)),
      (isUndone) => created?.reverse(isUndone),
    )
    if (created !== null) onClose()
  }
  const isReady = chosenLines.length > 0 && !isOffline && chosenLines.every(({ name }) => name !== '')
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('createItems.title')}
      size="md"
      onSubmit={() => void submit()}
      footer={
        <Button
          type="submit"
          variant="primary"
          disabled={!isReady || project === undefined}
          loading={isSending}
        >
          {t('createItems.create', { count: chosenLines.length })}
        </Button>
      }
    >
      {project === undefined ? (
        <p className="text-soft">{t('createItems.noProject')}</p>
      ) : (
        <div className="flex flex-col gap-4">
          <Field label={t('createItems.project')}>
            <Picker
              label={t('createItems.project')}
              value={project.id}
              options={projects.map(({ id, name, logo_props }) => ({
                value: id,
                label: name,
                icon: <ProjectLogo logo={logo_props} name={name} />,
              }))}
              onChange={setChosen}
              trigger={
                <Button
                  ref={projectButton}
                  className="w-fit"
                  icon={<ProjectLogo logo={project.logo_props} name={project.name} />}
                >
                  {project.name}
                </Button>
              }
            />
          </Field>
          {leftOut > 0 && (
            <p role="status" className="text-sm text-soft">
              {t('createItems.leftOut', { limit: maxItemsCreatedAtOnce, left: leftOut })}
            </p>
          )}
          {isOffline && (
            <p role="alert" className="text-danger text-sm">
              {t('createItems.offline')}
            </p>
          )}
          <ul aria-label={t('createItems.titles')} className="flex flex-col gap-1.5">
            {names.map((name, line) =>
              name === null ? null : (
                // biome-ignore lint/suspicious/noArrayIndexKey: the index identifies the line of the text
                <li key={line} className="flex items-center gap-1">
                  <Input
                    aria-label={t('createItems.titleOf', { number: line + 1 })}
                    className="flex-1"
                    maxLength={maxWorkItemNameLength}
                    value={name}
                    onChange={(event) => set(line, event.target.value)}
                  />
                  <IconButton
                    size="sm"
                    label={t('createItems.remove', { name: name || `${line + 1}` })}
                    icon={<X />}
                    onClick={(event) => remove(line, event)}
                  />
                </li>
              ),
            )}
          </ul>
        </div>
      )}
    </Dialog>
  )
}
