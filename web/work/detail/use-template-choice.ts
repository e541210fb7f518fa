import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { TemplateRow } from '#common/pages/templates/schema.ts'
import { t } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { RequestError } from '../../platform/sync/http.ts'
import { toast } from '../../platform/ui/toast.ts'
import type { CreateDefaults } from '../work-items/create.ts'
import { type Draft, emptyDraft } from '../work-items/draft-fields.ts'
import { isEqualIgnoringReactKeys } from '../work-items/sub-item-draft.ts'
import { draftFromTemplate, loadTemplateDescription } from '../work-items/templates.ts'

interface Filled {
  template: TemplateRow | null
  /** The form and the notice before the template was applied. Undo restores them. */
  before: { draft: Draft; filled: Filled | null }
  /** `base` contains the values of the template. `draft` is the form after the template was applied. */
  base: Draft
  draft: Draft
  /**
   * True if the user had already entered other values in fields that the template could fill. The template
   * did not replace these values.
   */
  preservedUserValues: boolean
}

export interface TemplateChoiceState {
  chosen: TemplateRow | null
  isReading: boolean
  choose: (template: TemplateRow | null) => void
  /**
   * The template that was chosen last, for a notice in the form. `template` is null if the user removed the template.
   * `filled` is null if no template was chosen or removed in this project.
   */
  filled: { template: TemplateRow | null; preservedUserValues: boolean } | null
  undo: () => void
  /** Clears the notice and the chosen template. */
  forget: () => void
  /** True if the form is unchanged since the template filled it in. */
  isUntouched: boolean
}

/**
 * Applies a template to a new item: sets the values of the template in all fields that the user has not changed.
 * Supports Undo.
 */
export function useTemplateChoice(
  { template_id }: CreateDefaults,
  draft: Draft,
  onFill: (draft: Draft) => void,
): TemplateChoiceState {
  const [filled, setFilled] = useState<Filled | null>(null)
  const [isReading, setReading] = useState(false)
  const wanted = useRef<string | null>(null)
  // A template of another project no longer applies after the user has changed the project.
  const now = filled?.draft.project_id === draft.project_id ? filled : null

  function fill(template: TemplateRow | null, description: string): void {
    const empty = { ...emptyDraft, project_id: draft.project_id }
    const says = template === null ? empty : draftFromTemplate(template, description)
    const { next, preservedUserValues } = fillUnchanged(draft, now?.base ?? empty, says)
    setFilled({ template, before: { draft, filled: now }, base: says, draft: next, preservedUserValues })
    onFill(next)
  }

  const fillWith = useEffectEvent(fill)

  async function choose(template: TemplateRow | null): Promise<void> {
    wanted.current = template?.id ?? null
    if (template === null) return fill(null, '')
    setReading(true)
    try {
      const text = await loadTemplateDescription(template)
      if (wanted.current === template.id) fillWith(template, text === '<p></p>' ? '' : text)
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      toast.error(t('templates.notRead'), { text: t('shell.refusedServer') })
    } finally {
      setReading(false)
    }
  }

  const begin = useEffectEvent(() => {
    const template = tables.work_item_templates.get(template_id ?? '')
    if (template !== undefined) void choose(template)
  })
  useEffect(() => begin(), [])

  return {
    chosen: now?.template ?? null,
    isReading,
    choose: (template) => void choose(template),
    filled: now && { template: now.template, preservedUserValues: now.preservedUserValues },
    undo: () => {
      if (now === null) return
      setFilled(now.before.filled)
      onFill(now.before.draft)
    },
    forget: () => setFilled(null),
    isUntouched: now !== null && isEqualIgnoringReactKeys(now.draft, draft),
  }
}

/**
 * Replaces the values that come from the empty form or the last template with the values of the new template. Values
 * that the user entered stay.
 */
function fillUnchanged(
  draft: Draft,
  base: Draft,
  says: Draft,
): { next: Draft; preservedUserValues: boolean } {
  const names = Object.keys(emptyDraft).filter((name) => name !== 'project_id') as (keyof Draft)[]
  const own = names.filter((name) => !isEqualIgnoringReactKeys(draft[name], base[name]))
  const filled = names.filter((name) => !own.includes(name)).map((name) => [name, says[name]])
  const preservedUserValues = own.some(
    (name) =>
      !isEqualIgnoringReactKeys(says[name], draft[name]) &&
      !isEqualIgnoringReactKeys(says[name], emptyDraft[name]),
  )
  return { next: { ...draft, ...Object.fromEntries(filled) }, preservedUserValues }
}
