import { useAtom, useAtomValue } from 'jotai'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  areDatesOutOfOrder,
  maxWorkItemNameLength,
  workItemNameProblem,
} from '#common/work/work-items/rules.ts'
import { DraftEditor } from '../../documents/editor/DraftEditor.tsx'
import { pendingFileInsertsAtom } from '../../documents/files/pictures.ts'
import { listNames } from '../../locales/formats.ts'
import { t, useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { creatableProjectsAtom } from '../../platform/person/projects.ts'
import { LoadedContent } from '../../platform/shell/LoadedContent.tsx'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { cx } from '../../platform/ui/cx.ts'
import { Dialog } from '../../platform/ui/Dialog.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { Switch } from '../../platform/ui/Switch.tsx'
import { TitleInput } from '../../platform/ui/TitleInput.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { useWarnIfUnsaved } from '../../platform/ui/unsaved.ts'
import { focusCurrentItem } from '../listing/selection/current-item.ts'
import { statesAtom } from '../states/atoms.ts'
import type { NewWorkItem } from '../work-items/actions.ts'
import { type CreateDefaults, createItemDialogAtom } from '../work-items/create.ts'
import {
  type Draft,
  draftFromRow,
  emptyDraft,
  hasDraftText,
  moveDraftToProject,
} from '../work-items/draft-fields.ts'
import { isDraftChanged, loadDraftDescription, saveDraft, updateDraft } from '../work-items/drafts.ts'
import { emptySubItem, subItemsWithTitle, withoutReactKeys } from '../work-items/sub-item-draft.ts'
import { FullSizeButton } from './FullSizeButton.tsx'
import { createWithFiles } from './files/create-with-files.ts'
import { ItemTemplatePicker, TemplateNotice } from './ItemTemplatePicker.tsx'
import { moveDraftWithValues } from './move-draft.ts'
import { NewItemFiles } from './NewItemFiles.tsx'
import { NewItemProperties } from './NewItemProperties.tsx'
import { SubItemFields } from './SubItemFields.tsx'
import { useTemplateChoice } from './use-template-choice.ts'

/**
 * The dialog that creates an item or continues a draft. The shortcut `n i`, the palette and every "New item"
 * button open it.
 */
export function CreateWorkItem() {
  const [defaults, setDefaults] = useAtom(createItemDialogAtom)
  if (defaults === null) return null
  return <CreateForm key={defaults.draft_id ?? ''} defaults={defaults} onClose={() => setDefaults(null)} />
}

function CreateForm({ defaults, onClose }: { defaults: CreateDefaults; onClose: () => void }) {
  const { t } = useTranslation()
  const projects = useAtomValue(creatableProjectsAtom)
  const [draftId, setDraftId] = useState(defaults.draft_id ?? null)
  const [draft, setDraft] = useState(() => beginDraft(defaults, projects))
  const set = (fields: Partial<Draft>) => setDraft((now) => ({ ...now, ...fields }))
  const text = useDraftText(draftId, (description) => set({ description }))
  const { project_id } = draft
  const [more, setMore] = useState(false)
  const [isSubmitted, setSubmitted] = useState(false)
  const [editorKey, setEditorKey] = useState(0)
  const template = useTemplateChoice(defaults, draft, (next) => {
    setDraft(next)
    setEditorKey((count) => count + 1)
  })
  const title = useRef<HTMLTextAreaElement>(null)
  const [files, setFiles] = useState<readonly File[]>([])
  const lossText = useFileLossText(files)
  const filePicker = useRef<HTMLInputElement>(null)
  const form = useRef<HTMLDivElement>(null)
  const [isFull, setFull] = useState(false)
  useEffect(() => focusCurrentItem, [])
  const is_epic = defaults.is_epic === true
  const state = useChosenState(draft)
  const isPictureComing = useAtomValue(pendingFileInsertsAtom) > 0
  const problem = workItemNameProblem(draft.name)
  const datesWrong = areDatesOutOfOrder(draft.start_date, draft.target_date)

  function submit(): void {
    setSubmitted(true)
    if (problem !== null || datesWrong || state === undefined || isPictureComing) return
    const storedDraft = tables.drafts.get(draftId ?? '')
    // While the description of a draft is still loading, no description is sent and the server uses the description
    // that the draft has stored. A description that the user cleared is sent as empty.
    const isSent = storedDraft === undefined ? draft.description !== '' : text.status === 'ready'
    const item = {
      ...newItemOf(draft, state.id, isSent),
      ...(is_epic && { is_epic }),
      ...(storedDraft !== undefined && { draft_id: storedDraft.id }),
    }
    // If the server rejected the item, the input is saved as a draft, so that it can be submitted again.
    void createWithFiles(item, files).then((isCreated) => isCreated || saveInput())
    if (more) {
      setDraft({ ...draft, name: '', description: '', sub_items: [] })
      setFiles([])
      setDraftId(null)
      template.forget()
      setEditorKey(editorKey + 1)
      title.current?.focus()
      setSubmitted(false)
    } else onClose()
  }

  /** Returns whether the user has written something. Text that only a template filled in does not count. */
  function isWritten(now: Draft): boolean {
    return hasDraftText(now) && !template.isUntouched
  }

  /** Saves the input: into the opened draft, or as a new draft. */
  function saveInput(): void {
    const storedDraft = tables.drafts.get(draftId ?? '')
    if (storedDraft === undefined) {
      if (isWritten(draft)) void saveDraft(draft)
    } else if (isDraftChanged(storedDraft, draft, text.before))
      void updateDraft(storedDraft, draft, text.before)
  }

  function close(): void {
    onClose()
    saveInput()
  }

  function discard(): void {
    onClose()
    const storedDraft = tables.drafts.get(draftId ?? '')
    if (!(storedDraft ? isDraftChanged(storedDraft, draft, text.before) : isWritten(draft))) return
    toast.message(t(storedDraft === undefined ? 'drafts.discarded' : 'drafts.changesDiscarded'), {
      id: 'draft',
      action: { label: t('ui.undo'), onPress: saveInput },
    })
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={t(draftId !== null ? 'drafts.edit' : is_epic ? 'epics.new' : 'workItems.new')}
      size={isFull ? 'full' : 'lg'}
      headerAction={<FullSizeButton isFull={isFull} onToggle={() => setFull(!isFull)} />}
      keepsText
      lossText={lossText}
      onSubmit={submit}
      footer={
        <>
          <span className="me-auto flex items-center gap-2 text-soft">
            <Switch checked={more} onChange={setMore}>
              {t('workItems.createMore')}
            </Switch>
          </span>
          <Button onClick={discard}>{t('ui.cancel')}</Button>
          <Button type="submit" variant="primary" disabled={state === undefined || isPictureComing}>
            {t(is_epic ? 'epics.create' : 'workItems.create')}
          </Button>
        </>
      }
    >
      {projects.length === 0 ? (
        <p className="text-soft">{t('workItems.noProjects')}</p>
      ) : (
        <div ref={form} className="flex flex-col gap-3">
          <Field
            label={t('workItems.title')}
            hideLabel
            error={isSubmitted && problem ? t(`workItems.nameProblem.${problem}`) : undefined}
          >
            <TitleInput
              ref={title}
              autoFocus
              value={draft.name}
              maxLength={maxWorkItemNameLength}
              placeholder={t('workItems.titlePlaceholder')}
              onChange={(name) => set({ name })}
            />
          </Field>
          {/* The key remounts the editor so that the next item starts with an empty description. */}
          <div
            key={editorKey}
            className={cx('overflow-y-auto px-0.5', isFull ? 'min-h-[45dvh]' : 'max-h-[40dvh] min-h-24')}
          >
            <LoadedContent compact of={text} skeleton={<Skeleton className="mt-2 w-3/5" />}>
              <DraftEditor
                html={draft.description}
                projectId={project_id}
                pictures="DRAFT_ISSUE_DESCRIPTION"
                label={t('workItems.description')}
                placeholder={t('workItems.descriptionPlaceholder')}
                onChange={(description) => set({ description })}
              />
            </LoadedContent>
          </div>
          <NewItemProperties
            draft={{ ...draft, state_id: state?.id ?? null }}
            isEpic={is_epic}
            onChange={set}
            onMove={(id) => setDraft(moveToProject(draft, id))}
            onAddFiles={() => filePicker.current?.click()}
          >
            <ItemTemplatePicker
              projectId={project_id}
              choice={template}
              isOpen={defaults.choose === 'template'}
              onChosen={() => title.current?.focus()}
            />
          </NewItemProperties>
          <TemplateNotice choice={template} />
          <NewItemFiles files={files} onChange={setFiles} within={form} picker={filePicker} />
          <SubItemFields
            projectId={project_id}
            items={draft.sub_items}
            empty={emptySubItem}
            onChange={(sub_items) => set({ sub_items })}
          />
          {isSubmitted && datesWrong && <p className="text-sm text-danger">{t('workItems.datesWrong')}</p>}
        </div>
      )}
    </Dialog>
  )
}

/**
 * Warns users who leave the page before the chosen files are uploaded. Returns the confirmation text that
 * the dialog shows before it closes, or undefined if no files are chosen.
 */
function useFileLossText(files: readonly File[]): string | undefined {
  const { t } = useTranslation()
  useWarnIfUnsaved(files.length > 0)
  return files.length > 0 ? t('workItems.filesLost') : undefined
}

/**
 * Moves the input of the dialog to another project. Shows a message with the values that were removed, because the
 * other project does not have them.
 */
function moveToProject(draft: Draft, projectId: string): Draft {
  const moved = moveDraftWithValues(draft, projectId)
  const project = tables.projects.get(projectId)?.name ?? ''
  if (moved.dropped.length > 0)
    toast.message(t('workItems.valuesDropped', { project, names: listNames(moved.dropped) }), { id: 'moved' })
  return moved.draft
}

/** Returns the state that the user has chosen, or the default state of the project. */
function useChosenState({ project_id, state_id }: Draft) {
  const states = useAtomValue(statesAtom(project_id))
  return states.find(({ id }) => id === state_id) ?? states.find((other) => other.default) ?? states[0]
}

/** Converts the values of the form into the body of the request that creates the item. */
function newItemOf(draft: Draft, state_id: string, withDescription: boolean): NewWorkItem {
  const { description, sub_items, parent_id, epic_id, ...fields } = draft
  return {
    ...fields,
    state_id,
    // A sub-item always has the epic of its parent, so the epic is only sent if there is no parent.
    ...(parent_id === null ? { epic_id } : { parent_id }),
    name: draft.name.trim(),
    sub_items: subItemsWithTitle(withoutReactKeys(sub_items)),
    ...(withDescription && { description_html: description }),
  }
}

/**
 * Returns the opened draft, or an empty one with the create defaults. If the user cannot create items in the project of
 * the defaults, the draft has the first of the given projects and no other defaults, which belong to the same project.
 */
function beginDraft(defaults: CreateDefaults, projects: readonly { id: string }[]): Draft {
  const storedDraft = tables.drafts.get(defaults.draft_id ?? '')
  const draft = storedDraft === undefined ? emptyDraft : draftFromRow(storedDraft, '')
  if (draft.project_id) return draft
  const project_id = defaults.project_id ?? projects[0]?.id ?? ''
  if (!projects.some(({ id }) => id === project_id)) return moveDraftToProject(draft, projects[0]?.id ?? '')
  const placed = moveDraftToProject(draft, project_id)
  return {
    ...placed,
    ...defaults.fields,
    ...(defaults.parent_id !== undefined && { parent_id: defaults.parent_id }),
  }
}

/**
 * Loads the description of the draft that the dialog was opened with. `before` is the stored description, or
 * null until it is loaded.
 */
function useDraftText(draftId: string | null, onRead: (html: string) => void) {
  const [before, setBefore] = useState<string | null>(null)
  const handleRead = useEffectEvent(onRead)
  const read = useCallback(async () => {
    if (draftId === null) return
    const html = await loadDraftDescription(draftId)
    handleRead(html)
    setBefore(html)
  }, [draftId])
  const { status, retry } = useLoadState(read)
  if (draftId === null) return { status: 'ready' as const, before: '', retry }
  return {
    status: before !== null ? ('ready' as const) : status === 'loading' ? status : ('error' as const),
    before,
    retry,
  }
}
