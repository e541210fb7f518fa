import { useAtomValue } from 'jotai'
import { FileText } from 'lucide-react'
import { type ReactElement, useCallback, useState } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Picker } from '../../platform/ui/Picker.tsx'
import { ProjectLogo } from '../../platform/ui/ProjectLogo.tsx'
import { loadTemplates, pageTemplatesAtom } from '../../work/work-items/templates.ts'
import { type BuiltInTemplate, builtInTemplateEmojis, builtInTemplateLogo } from './templates.ts'

interface PageTemplatePickerProps {
  projectId: string | null
  trigger: ReactElement
  onChoose: (template: string) => void
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

/**
 * A picker for a page template. It lists the templates of the project or workspace first, and then the built-in
 * templates.
 */
export function PageTemplatePicker({
  projectId,
  trigger,
  onChoose,
  open,
  onOpenChange,
}: PageTemplatePickerProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const shown = open || isOpen
  const { choices, isFailed, retry } = usePageTemplates(projectId, shown)
  return (
    <Picker
      isWide
      align="end"
      label={t('pages.template')}
      placeholder={t('pages.searchTemplates')}
      emptyText={t('pages.noTemplates')}
      trigger={trigger}
      open={shown}
      onOpenChange={(next) => {
        setOpen(next)
        onOpenChange?.(next)
      }}
      value={null}
      options={choices.map(({ value, name, hint, logo }) => ({
        value,
        label: name,
        hint,
        icon: <ProjectLogo logo={logo} name={name} fallback={<FileText />} />,
      }))}
      onChange={(value) => value !== null && onChoose(value)}
      footer={
        isFailed && (
          <p className="flex items-center gap-2 text-sm text-soft">
            <span className="flex-1">{t('templates.notRead')}</span>
            <Button size="sm" variant="ghost" onClick={retry}>
              {t('ui.retry')}
            </Button>
          </p>
        )
      }
    />
  )
}

/** Loads the templates of the project or workspace when `isNeeded` is true. */
export function usePageTemplates(projectId: string | null, isNeeded = true) {
  const { t } = useTranslation()
  const { status, retry } = useLoadState(
    useCallback(async () => {
      if (isNeeded) await loadTemplates(projectId)
    }, [projectId, isNeeded]),
  )
  const own = useAtomValue(pageTemplatesAtom(projectId)).map(({ id, name, preview, logo_props }) => ({
    value: id,
    name,
    hint: preview.slice(0, 40),
    logo: logo_props,
  }))
  const others = (Object.keys(builtInTemplateEmojis) as BuiltInTemplate[]).map((value) => ({
    value: value as string,
    name: t(`pages.builtIn.${value}.name`),
    hint: t('pages.builtInHint'),
    logo: builtInTemplateLogo(value),
  }))
  return { choices: [...own, ...others], isFailed: status === 'error', retry }
}
