import { useAtomValue } from 'jotai'
import { ArrowDown, ArrowUp, LayoutTemplate, MoreHorizontal, Pencil, Plus, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useCallback, useRef } from 'react'
import { useParams } from 'react-router'
import { canUseTemplates } from '#common/templates/rules.ts'
import type { TemplateRow } from '#common/templates/schema.ts'
import { ListSkeleton } from '../listing/layouts/skeletons.tsx'
import { useTranslation } from '../locales/i18n.ts'
import { projectRoleAtom, useActor } from '../permissions/may.ts'
import { LoadError } from '../shell/LoadError.tsx'
import { ProjectSettings } from '../shell/ProjectSettings.tsx'
import { useLoaded } from '../shell/use-loaded.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Menu } from '../ui/Menu.tsx'
import { MenuItem } from '../ui/MenuItem.tsx'
import { MenuSeparator } from '../ui/MenuSeparator.tsx'
import { NoAccess } from '../ui/NoAccess.tsx'
import { openCreateWorkItem } from '../work-items/create.ts'
import {
  deleteTemplate,
  loadTemplates,
  openTemplate,
  stepTemplate,
  templatesAtom,
} from '../work-items/templates.ts'

/** What new items of a project can begin with; whoever makes items there keeps it. */
export function Templates() {
  const { t } = useTranslation()
  const { projectId = '' } = useParams()
  const held = useAtomValue(projectRoleAtom(projectId))
  const canChange = canUseTemplates(useActor(projectId))
  return (
    <ProjectSettings
      tab="templates"
      wide
      actions={() =>
        canChange && (
          <Button
            variant="primary"
            icon={<Plus />}
            onClick={() => openTemplate({ project_id: projectId, id: null })}
          >
            <span className="max-sm:sr-only">{t('templates.new')}</span>
          </Button>
        )
      }
      refusal={
        canUseTemplates({ role: held }) ? null : (
          <NoAccess title={t('templates.noAccessTitle')} text={t('templates.noAccessText')} />
        )
      }
    >
      {() => <TemplateList key={projectId} projectId={projectId} canChange={canChange} />}
    </ProjectSettings>
  )
}

function TemplateList({ projectId, canChange }: { projectId: string; canChange: boolean }) {
  const { t } = useTranslation()
  const { status, retry } = useLoaded(useCallback(() => loadTemplates(projectId), [projectId]))
  const templates = useAtomValue(templatesAtom(projectId))
  const list = useRef<HTMLUListElement>(null)
  if (status === 'loading' && templates.length === 0) return <ListSkeleton />
  if (status === 'error' && templates.length === 0) return <LoadError onRetry={retry} />
  if (status === 'no_access')
    return <NoAccess title={t('templates.noAccessTitle')} text={t('templates.noAccessText')} />
  if (templates.length === 0)
    return (
      <EmptyState
        icon={<LayoutTemplate />}
        title={t('templates.emptyTitle')}
        text={t('templates.emptyText')}
        action={
          canChange && (
            <Button
              variant="primary"
              icon={<Plus />}
              onClick={() => openTemplate({ project_id: projectId, id: null })}
            >
              {t('templates.new')}
            </Button>
          )
        }
      />
    )

  function onKeyDown(event: KeyboardEvent): void {
    const { key, altKey, target } = event
    const line = target instanceof Element ? target.closest('li') : null
    const step = { ArrowDown: 1 as const, ArrowUp: -1 as const }[key]
    if (line === null || step === undefined) return
    const at = [...(list.current?.children ?? [])].indexOf(line)
    const row = templates[at]
    if (row === undefined) return
    event.preventDefault()
    if (altKey && canChange) void stepTemplate(row, step)
    // The row may have moved in the page.
    requestAnimationFrame(() =>
      list.current?.children[at + step]?.querySelector<HTMLElement>('[data-template]')?.focus(),
    )
  }

  return (
    <div className="scroll-quiet min-h-0 flex-1 overflow-y-auto">
      <ul ref={list} aria-label={t('templates.title')} onKeyDown={onKeyDown}>
        {templates.map((template, at) => (
          <TemplateLine
            key={template.id}
            template={template}
            canChange={canChange}
            isFirst={at === 0}
            isLast={at === templates.length - 1}
          />
        ))}
      </ul>
    </div>
  )
}

interface TemplateLineProps {
  template: TemplateRow
  canChange: boolean
  isFirst: boolean
  isLast: boolean
}

function TemplateLine({ template, canChange, isFirst, isLast }: TemplateLineProps) {
  const { t } = useTranslation()
  const { id, name, project_id, title, preview, sub_items } = template
  const edit = () => openTemplate({ project_id, id })
  return (
    <li className="group/line relative flex min-h-11 items-center gap-2.5 border-b border-line px-4 hover:bg-hover">
      <LayoutTemplate aria-hidden className="size-4 shrink-0 text-icon-faint" />
      <span className="flex min-w-0 flex-1 items-baseline gap-2.5">
        <button
          type="button"
          data-template
          dir="auto"
          disabled={!canChange}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          onClick={edit}
          className="max-w-full truncate text-left font-medium outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
        >
          {name}
        </button>
        <span dir="auto" className="min-w-0 flex-1 truncate text-sm text-faint max-sm:hidden">
          {[title, preview].filter((text) => text !== '' && text !== name).join(' — ')}
        </span>
      </span>
      {sub_items.length > 0 && (
        <span className="shrink-0 text-sm text-faint tabular max-sm:hidden">
          {t('templates.subItems', { count: sub_items.length })}
        </span>
      )}
      {canChange && (
        <>
          <Button
            size="sm"
            variant="ghost"
            className="z-1"
            icon={<Plus />}
            aria-label={t('templates.useOf', { name })}
            onClick={() => openCreateWorkItem({ project_id, template_id: id })}
          >
            <span className="max-sm:hidden">{t('templates.use')}</span>
          </Button>
          <Menu
            align="end"
            trigger={
              <IconButton
                size="sm"
                className="z-1"
                label={t('templates.actionsOf', { name })}
                icon={<MoreHorizontal />}
              />
            }
          >
            <MenuItem icon={<Pencil />} onSelect={edit}>
              {t('templates.edit')}
            </MenuItem>
            <MenuItem
              icon={<ArrowUp />}
              keys="alt+arrowup"
              disabled={isFirst}
              onSelect={() => void stepTemplate(template, -1)}
            >
              {t('templates.up')}
            </MenuItem>
            <MenuItem
              icon={<ArrowDown />}
              keys="alt+arrowdown"
              disabled={isLast}
              onSelect={() => void stepTemplate(template, 1)}
            >
              {t('templates.down')}
            </MenuItem>
            <MenuSeparator />
            <MenuItem icon={<Trash2 />} danger onSelect={() => void deleteTemplate(template)}>
              {t('templates.delete')}
            </MenuItem>
          </Menu>
        </>
      )}
    </li>
  )
}
