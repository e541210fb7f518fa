import { useAtom, useAtomValue } from 'jotai'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { properties } from '#common/listing/properties.ts'
import { datesOutOfOrder, workItemNameLength, workItemNameProblem } from '#common/work-items/rules.ts'
import { tables } from '../app/sync.ts'
import { DraftEditor } from '../editor/DraftEditor.tsx'
import { detailOf } from '../listing/properties/details.tsx'
import { type PickedProperty, picked } from '../listing/properties/registry.ts'
import { focusAtHand } from '../listing/selection/at-hand.ts'
import { t, useTranslation } from '../locales/i18n.ts'
import { joinedProjectsAtom } from '../permissions/projects.ts'
import { LoadError } from '../shell/LoadError.tsx'
import { useLoaded } from '../shell/use-loaded.ts'
import { statesAtom } from '../states/atoms.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { Input } from '../ui/Input.tsx'
import { Picker } from '../ui/Picker.tsx'
import { ProjectLogo } from '../ui/ProjectLogo.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Switch } from '../ui/Switch.tsx'
import { toast } from '../ui/toast.ts'
import { createWorkItem } from '../work-items/actions.ts'
import { type CreateDefaults, createDialogAtom } from '../work-items/create.ts'
import { shortDate } from '../work-items/dates.ts'
import { type Draft, draftOf, emptyDraft, hasText, inProject } from '../work-items/draft.ts'
import { changeDraft, isChanged, keepDraft, readTextOfDraft } from '../work-items/drafts.ts'

/** The dialog behind `n i`, the palette and every "New item" button, and of a draft that is gone on with. */
export function CreateWorkItem() {
  const [defaults, setDefaults] = useAtom(createDialogAtom)
  if (defaults === null) return null
  return <CreateForm key={defaults.draft_id ?? ''} defaults={defaults} onClose={() => setDefaults(null)} />
}

function CreateForm({ defaults, onClose }: { defaults: CreateDefaults; onClose: () => void }) {
  const { t } = useTranslation()
  const projects = useAtomValue(joinedProjectsAtom)
  const [draftId, setDraftId] = useState(defaults.draft_id ?? null)
  const [draft, setDraft] = useState(() => {
    const kept = tables.drafts.get(draftId ?? '')
    const begun = kept === undefined ? emptyDraft : draftOf(kept, '')
    return begun.project_id ? begun : inProject(begun, defaults.project_id ?? projects[0]?.id ?? '')
  })
  const set = (fields: Partial<Draft>) => setDraft((now) => ({ ...now, ...fields }))
  const text = useTextOf(draftId, (description) => set({ description }))
  const { project_id } = draft
  const [more, setMore] = useState(false)
  const [tried, setTried] = useState(false)
  const [made, setMade] = useState(0)
  const title = useRef<HTMLInputElement>(null)
  useEffect(() => focusAtHand, [])
  const states = useAtomValue(statesAtom(project_id))
  const state =
    states.find(({ id }) => id === draft.state_id) ?? states.find((other) => other.default) ?? states[0]
  const problem = workItemNameProblem(draft.name)
  const datesWrong = datesOutOfOrder(draft.start_date, draft.target_date)

  function submit(): void {
    setTried(true)
    if (problem !== null || datesWrong || state === undefined) return
    const { description, ...fields } = draft
    const begun = tables.drafts.get(draftId ?? '')
    // Of a draft what is not read yet is as it says; what was cleared is sent as cleared.
    const isSent = begun === undefined ? description !== '' : text.status === 'ready'
    void createWorkItem({
      ...fields,
      name: draft.name.trim(),
      state_id: state.id,
      ...(isSent && { description_html: description }),
      ...(begun !== undefined && { draft_id: begun.id }),
    }).then((id) => {
      // Refused: it can be sent again.
      if (id === null) keep()
    })
    if (more) {
      setDraft({ ...draft, name: '', description: '' })
      setDraftId(null)
      setMade(made + 1)
      title.current?.focus()
      setTried(false)
    } else onClose()
  }

  /** As a draft: the one that was opened, or another one. */
  function keep(): void {
    const begun = tables.drafts.get(draftId ?? '')
    if (begun === undefined) {
      if (hasText(draft)) void keepDraft(draft)
    } else if (isChanged(begun, draft, text.before)) void changeDraft(begun, draft, text.before)
  }

  function close(): void {
    onClose()
    keep()
  }

  function discard(): void {
    onClose()
    const begun = tables.drafts.get(draftId ?? '')
    if (begun === undefined ? !hasText(draft) : !isChanged(begun, draft, text.before)) return
    toast.message(t(begun === undefined ? 'drafts.discarded' : 'drafts.changesDiscarded'), {
      id: 'draft',
      action: { label: t('ui.undo'), onPress: keep },
    })
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={t(draftId === null ? 'workItems.new' : 'drafts.edit')}
      size="lg"
      onSubmit={submit}
      footer={
        <>
          <span className="mr-auto flex items-center gap-2 text-soft">
            <Switch checked={more} onChange={setMore}>
              {t('workItems.createMore')}
            </Switch>
          </span>
          <Button onClick={discard}>{t('ui.cancel')}</Button>
          <Button type="submit" variant="primary" disabled={state === undefined}>
            {t('workItems.create')}
          </Button>
        </>
      }
    >
      {projects.length === 0 ? (
        <p className="text-soft">{t('workItems.noProjects')}</p>
      ) : (
        <div className="flex flex-col gap-3">
          <Field
            label={t('workItems.title')}
            hideLabel
            error={tried && problem ? t(`workItems.nameProblem.${problem}`) : undefined}
          >
            <Input
              ref={title}
              size="lg"
              autoFocus
              value={draft.name}
              maxLength={workItemNameLength}
              placeholder={t('workItems.titlePlaceholder')}
              onChange={(event) => set({ name: event.target.value })}
            />
          </Field>
          {/* Another one for the next item, which begins with nothing. */}
          <div key={made} className="max-h-[40dvh] min-h-24 overflow-y-auto px-0.5">
            {text.status === 'loading' && <Skeleton className="mt-2 w-3/5" />}
            {text.status === 'error' && <LoadError compact onRetry={text.retry} />}
            {text.status === 'ready' && (
              <DraftEditor
                html={draft.description}
                projectId={project_id}
                label={t('workItems.description')}
                placeholder={t('workItems.descriptionPlaceholder')}
                onChange={(description) => set({ description })}
              />
            )}
          </div>
          <div className="flex flex-wrap gap-1.5">
            <ProjectChoice projectId={project_id} onChange={(id) => setDraft((now) => inProject(now, id))} />
            {picked.map((property) => (
              <DraftProperty
                key={property.name}
                property={property}
                draft={{ ...draft, state_id: state?.id ?? null }}
                set={set}
              />
            ))}
          </div>
          {tried && datesWrong && <p className="text-sm text-danger">{t('workItems.datesWrong')}</p>}
        </div>
      )}
    </Dialog>
  )
}

/** Reads the text of a draft that is opened; `before` is how it was, null while that is not known. */
function useTextOf(draftId: string | null, onRead: (html: string) => void) {
  const [before, setBefore] = useState<string | null>(null)
  const tell = useEffectEvent(onRead)
  const read = useCallback(async () => {
    if (draftId === null) return
    const html = await readTextOfDraft(draftId)
    tell(html)
    setBefore(html)
  }, [draftId])
  const { status, retry } = useLoaded(read)
  if (draftId === null) return { status: 'ready' as const, before: '', retry }
  return {
    status: before !== null ? ('ready' as const) : status === 'loading' ? status : ('error' as const),
    before,
    retry,
  }
}

function ProjectChoice({ projectId, onChange }: { projectId: string; onChange: (id: string) => void }) {
  const { t } = useTranslation()
  const projects = useAtomValue(joinedProjectsAtom)
  const project = useAtomValue(tables.projects.rowAtom(projectId))
  return (
    <Picker
      label={t('properties.project')}
      value={projectId}
      onChange={(id) => id !== null && onChange(id)}
      options={projects.map((each) => ({
        value: each.id,
        label: each.name,
        hint: each.identifier,
        icon: <ProjectLogo logo={each.logo_props} name={each.name} />,
      }))}
      trigger={
        <Button size="sm" icon={project && <ProjectLogo logo={project.logo_props} name={project.name} />}>
          {project?.name ?? t('properties.project')}
        </Button>
      }
    />
  )
}

interface DraftPropertyProps {
  property: PickedProperty
  draft: Draft
  set: (fields: Partial<Draft>) => void
}

/** A button that says what is chosen, and chooses something else. */
function DraftProperty({ property, draft, set }: DraftPropertyProps) {
  const { i18n } = useTranslation()
  const { Picker } = detailOf(property.name)
  const common = properties[property.name]
  if (!Picker || !('isSettable' in common)) return null
  const { label, icon } = chosen(property, draft[common.field], i18n.language)
  return (
    <Picker
      name={property.name}
      projectId={draft.project_id}
      item={{ [common.field]: draft[common.field] }}
      onChange={(patch) => set(patch as Partial<Draft>)}
      trigger={
        <Button size="sm" icon={icon}>
          {label}
        </Button>
      }
    />
  )
}

/** One of several choices goes by its own name, anything else by that of the property. */
function chosen({ name, icon, choices }: PickedProperty, value: Draft[DraftField], language: string) {
  const own = t(`properties.${name}`)
  if (Array.isArray(value)) return { icon, label: value.length === 0 ? own : `${own} · ${value.length}` }
  if (value === null) return { icon, label: own }
  return choices ? choices.optionOf(value) : { icon, label: `${own} · ${shortDate(value, language)}` }
}

type DraftField = 'state_id' | 'priority' | 'assignee_ids' | 'label_ids' | 'start_date' | 'target_date'
