import { useAtomValue } from 'jotai'
import { FileText, LayoutTemplate, MoreHorizontal, Pencil, Plus, Search, Trash2 } from 'lucide-react'
import { type ReactNode, useCallback, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { canUseTemplates } from '#common/pages/templates/rules.ts'
import type { TemplateKind, TemplateRow } from '#common/pages/templates/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { projectRoleAtom, useProjectActor } from '../../platform/person/roles.ts'
import { LoadedContent } from '../../platform/shell/LoadedContent.tsx'
import { ProjectSettings } from '../../platform/shell/ProjectSettings.tsx'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { EmptyState } from '../../platform/ui/EmptyState.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { Menu } from '../../platform/ui/Menu.tsx'
import { MenuItem } from '../../platform/ui/MenuItem.tsx'
import { MenuSeparator } from '../../platform/ui/MenuSeparator.tsx'
import { NoAccessState } from '../../platform/ui/NoAccessState.tsx'
import { ProjectLogo } from '../../platform/ui/ProjectLogo.tsx'
import { ReorderMenuItems } from '../../platform/ui/ReorderMenuItems.tsx'
import { SegmentedControl } from '../../platform/ui/SegmentedControl.tsx'
import { SettingsSection } from '../../platform/ui/SettingsSection.tsx'
import { SortableList } from '../../platform/ui/SortableList.tsx'
import { SortableRow } from '../../platform/ui/SortableRow.tsx'
import { ListSkeleton } from '../../work/listing/layouts/skeletons.tsx'
import { openCreateWorkItem } from '../../work/work-items/create.ts'
import {
  deleteTemplate,
  itemTemplatesAtom,
  loadTemplates,
  openTemplateDialog,
  pageTemplatesAtom,
  templateReordering,
} from '../../work/work-items/templates.ts'
import { loadTemplateContent } from '../pages/templates.ts'
import { useCreatePage } from '../pages/use-create-page.ts'

const kinds: readonly TemplateKind[] = ['work_item', 'page']

/** Settings screen with the templates of a project. Members can edit them, unless the project is archived. */
export function Templates() {
  const { t } = useTranslation()
  const { projectId = '' } = useParams()
  const projectRole = useAtomValue(projectRoleAtom(projectId))
  const canChange = canUseTemplates(useProjectActor(projectId))
  const [search, setSearch] = useSearchParams()
  const kind = search.get('of') === 'pages' ? 'page' : 'work_item'
  return (
    <ProjectSettings
      tab="templates"
      refusal={
        canUseTemplates({ role: projectRole }) ? null : (
          <NoAccessState title={t('templates.noAccessTitle')} text={t('templates.noAccessText')} />
        )
      }
    >
      {() => (
        <TemplateList
          key={projectId}
          projectId={projectId}
          canChange={canChange}
          kind={kind}
          onKind={(next) => setSearch(next === 'page' ? { of: 'pages' } : {}, { replace: true })}
        />
      )}
    </ProjectSettings>
  )
}

interface TemplateListProps {
  /** The id of the project. It is null for the workspace itself, which has only page templates. */
  projectId: string | null
  canChange: boolean
  kind: TemplateKind
  onKind?: (kind: TemplateKind) => void
}

export function TemplateList({ projectId, canChange, kind, onKind }: TemplateListProps) {
  const { t } = useTranslation()
  const loaded = useLoadState(useCallback(() => loadTemplates(projectId), [projectId]))
  const templates = useAtomValue((kind === 'page' ? pageTemplatesAtom : itemTemplatesAtom)(projectId))
  const [query, setQuery] = useState('')
  const words = query.trim().toLocaleLowerCase()
  const found = templates.filter(({ name, title }) => `${name} ${title}`.toLocaleLowerCase().includes(words))
  if (loaded.status === 'no_access')
    return <NoAccessState title={t('templates.noAccessTitle')} text={t('templates.noAccessText')} />
  const isLoading = loaded.status !== 'ready' && templates.length === 0
  const add = canChange && (
    <Button
      variant="primary"
      icon={<Plus />}
      onClick={() => openTemplateDialog({ project_id: projectId, id: null, kind })}
    >
      {t('templates.new')}
    </Button>
  )
  return (
    <SettingsSection title={t('templates.title')} isBusy={isLoading} action={templates.length > 0 && add}>
      {(onKind || templates.length > 0) && (
        <div className="flex flex-wrap items-center gap-2">
          {onKind && (
            <SegmentedControl<TemplateKind>
              label={t('templates.of')}
              value={kind}
              onChange={onKind}
              options={kinds.map((value) => ({ value, label: t(`templates.kinds.${value}`) }))}
            />
          )}
          {templates.length > 0 && (
            <Input
              type="search"
              className="max-w-70 min-w-30 flex-1"
              icon={<Search />}
              aria-label={t('templates.search')}
              placeholder={t('templates.search')}
              value={query}
              onChange={(event) => setQuery(event.target.value)}
            />
          )}
        </div>
      )}
      {isLoading ? (
        <LoadedContent of={loaded} skeleton={<ListSkeleton />} />
      ) : templates.length === 0 ? (
        <NoTemplates kind={kind} add={add} />
      ) : found.length === 0 ? (
        <EmptyState icon={<Search />} title={t('templates.noMatchTitle')} text={t('templates.noMatchText')} />
      ) : (
        <TemplateLines templates={found} canChange={canChange} isWhole={words === ''} />
      )}
    </SettingsSection>
  )
}

function NoTemplates({ kind, add }: { kind: TemplateKind; add: ReactNode }) {
  const { t } = useTranslation()
  const isOfPages = kind === 'page'
  return (
    <EmptyState
      icon={<LayoutTemplate />}
      title={t(isOfPages ? 'templates.pageEmptyTitle' : 'templates.emptyTitle')}
      text={t(isOfPages ? 'templates.pageEmptyText' : 'templates.emptyText')}
      action={add}
    />
  )
}

interface TemplateLinesProps {
  templates: readonly TemplateRow[]
  canChange: boolean
  /** True if no search is active. Templates can only be reordered while all neighbors are visible. */
  isWhole: boolean
}

function TemplateLines({ templates, canChange, isWhole }: TemplateLinesProps) {
  const { t } = useTranslation()

  return (
    <SortableList
      order={canChange && isWhole && templateReordering}
      focus="[data-template]"
      aria-label={t('templates.title')}
    >
      {templates.map((template, at) => (
        <TemplateLine
          key={template.id}
          template={template}
          canChange={canChange}
          isFirst={!isWhole || at === 0}
          isLast={!isWhole || at === templates.length - 1}
        />
      ))}
    </SortableList>
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
  const { id, name, project_id, kind, title, preview, sub_items, logo_props } = template
  const use = useTemplateAction(template)
  const canUse =
    useAtomValue(tables.projects.rowAtom(project_id ?? ''))?.page_view !== false || kind !== 'page'
  const edit = () => openTemplateDialog({ project_id, id })
  return (
    <SortableRow
      row={id}
      className="group/line flex min-h-11 items-center gap-2.5 border-b border-line px-2 hover:bg-hover"
    >
      {kind === 'page' ? (
        <ProjectLogo logo={logo_props} name={name} fallback={<FileText />} />
      ) : (
        <LayoutTemplate aria-hidden className="size-4 shrink-0 text-icon-faint" />
      )}
      <span className="flex min-w-0 flex-1 items-baseline gap-2.5">
        <button
          type="button"
          data-template
          dir="auto"
          disabled={!canChange}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          onClick={edit}
          className="max-w-full truncate text-ui-start font-medium outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
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
          {canUse && (
            <Button
              size="sm"
              variant="ghost"
              className="z-1"
              icon={<Plus />}
              aria-label={t(kind === 'page' ? 'templates.usePageOf' : 'templates.useOf', { name })}
              onClick={use}
            >
              <span className="max-sm:hidden">
                {t(kind === 'page' ? 'templates.usePage' : 'templates.use')}
              </span>
            </Button>
          )}
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
            <ReorderMenuItems row={id} order={templateReordering} isFirst={isFirst} isLast={isLast} />
            <MenuSeparator />
            <MenuItem icon={<Trash2 />} danger onSelect={() => void deleteTemplate(template)}>
              {t('templates.delete')}
            </MenuItem>
          </Menu>
        </>
      )}
    </SortableRow>
  )
}

/**
 * Returns the action of the "Use" button. For an item template it opens the create dialog, and for a page template it
 * creates a page immediately.
 */
function useTemplateAction({ id, kind, project_id }: TemplateRow): () => void {
  const openNewPage = useCreatePage(project_id)
  const makePage = async () => {
    const content = await loadTemplateContent(id)
    if (content !== null) await openNewPage({}, content)
  }
  return kind === 'page' || project_id === null
    ? () => void makePage()
    : () => openCreateWorkItem({ project_id, template_id: id })
}
