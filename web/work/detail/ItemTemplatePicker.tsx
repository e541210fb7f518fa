import { useAtomValue } from 'jotai'
import { LayoutTemplate } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Picker } from '../../platform/ui/Picker.tsx'
import { itemTemplatesAtom, loadTemplates, openTemplateDialog } from '../work-items/templates.ts'
import type { TemplateChoiceState } from './use-template-choice.ts'

interface ItemTemplatePickerProps {
  projectId: string
  choice: TemplateChoiceState
  /** True if the picker is open when the form opens. */
  isOpen: boolean
  /** Called when a template was chosen, while the list is still open. */
  onChosen: () => void
}

/** Picker for the template of a new item. If the project has no template, it offers to create one. */
export function ItemTemplatePicker({ projectId, choice, isOpen, onChosen }: ItemTemplatePickerProps) {
  const { t } = useTranslation()
  const { status, retry } = useLoadState(useCallback(() => loadTemplates(projectId), [projectId]))
  const templates = useAtomValue(itemTemplatesAtom(projectId))
  const [open, setOpen] = useState(isOpen)
  const { chosen, isReading } = choice
  return (
    <Picker
      label={t('templates.template')}
      open={open}
      onOpenChange={setOpen}
      loading={status === 'loading' && templates.length === 0}
      emptyText={status === 'error' ? t('templates.notRead') : t('templates.noneYet')}
      value={chosen?.id ?? null}
      {...(chosen && { noneLabel: t('templates.noTemplate') })}
      options={templates.map(({ id, name, title, preview }) => ({
        value: id,
        label: name,
        keywords: [title],
        hint: title === '' ? preview.slice(0, 40) : title,
        icon: <LayoutTemplate />,
      }))}
      onChange={(id) => {
        choice.choose(templates.find((one) => one.id === id) ?? null)
        onChosen()
      }}
      footer={
        status === 'error' ? (
          <Button size="sm" variant="ghost" onClick={retry}>
            {t('ui.retry')}
          </Button>
        ) : (
          status === 'ready' &&
          templates.length === 0 && (
            <Button
              size="sm"
              variant="ghost"
              onClick={() => {
                setOpen(false)
                openTemplateDialog({ project_id: projectId, id: null })
              }}
            >
              {t('templates.new')}
            </Button>
          )
        )
      }
      trigger={
        <Button size="sm" icon={<LayoutTemplate />} loading={isReading}>
          {chosen?.name ?? t('templates.template')}
        </Button>
      }
    />
  )
}

/** Shows the name of the template that filled in the form, with Undo. */
export function TemplateNotice({ choice: { filled, undo } }: { choice: TemplateChoiceState }) {
  const { t } = useTranslation()
  return (
    <div role="status" className="empty:hidden">
      {filled && (
        <p className="flex min-h-8 flex-wrap items-center gap-x-2 rounded-md bg-sunken px-2.5 text-sm text-soft">
          <span className="me-auto">
            {filled.template === null
              ? t('templates.emptied')
              : t(filled.preservedUserValues ? 'templates.filledRest' : 'templates.filled', {
                  name: filled.template.name,
                })}
          </span>
          <Button size="sm" variant="ghost" onClick={undo}>
            {t('ui.undo')}
          </Button>
        </p>
      )}
    </div>
  )
}
