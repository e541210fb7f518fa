import { useAtomValue } from 'jotai'
import { FilePen, MoreHorizontal, Plus, Send, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { hasRoleAtLeast, role } from '#common/platform/roles.ts'
import type { DraftRow } from '#common/work/work-items/drafts/schema.ts'
import { workItemNameProblem } from '#common/work/work-items/rules.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { tables } from '../../../platform/app/sync.ts'
import { useCanCreate, workspaceRoleAtom } from '../../../platform/person/roles.ts'
import { TopBar } from '../../../platform/shell/TopBar.tsx'
import { Breadcrumbs } from '../../../platform/ui/Breadcrumbs.tsx'
import { Button } from '../../../platform/ui/Button.tsx'
import { cx } from '../../../platform/ui/cx.ts'
import { EmptyState } from '../../../platform/ui/EmptyState.tsx'
import { IconButton } from '../../../platform/ui/IconButton.tsx'
import { Menu } from '../../../platform/ui/Menu.tsx'
import { MenuItem } from '../../../platform/ui/MenuItem.tsx'
import { NoAccess } from '../../../platform/ui/NoAccess.tsx'
import { PriorityIcon } from '../../../platform/ui/PriorityIcon.tsx'
import { ProjectLogo } from '../../../platform/ui/ProjectLogo.tsx'
import { timeAgo } from '../../../platform/ui/time-ago.ts'
import { createWorkItem } from '../actions.ts'
import { openCreateWorkItem } from '../create.ts'
import { draftOf } from '../draft-fields.ts'
import { deleteDraft, draftsAtom } from '../drafts.ts'
import { subItemsWithTitle, withoutReactKeys } from '../sub-item-draft.ts'

/** The user's drafts, which can be continued, created as items or deleted. Updated live in all tabs. */
export function Drafts() {
  const { t } = useTranslation()
  const ownRole = useAtomValue(workspaceRoleAtom)
  const drafts = useAtomValue(draftsAtom)
  const mayHave = hasRoleAtLeast(ownRole, role.member)
  return (
    <>
      <TopBar
        title={t('drafts.title')}
        crumbs={<Breadcrumbs crumbs={[{ key: 'drafts', label: t('drafts.title') }]} />}
        actions={
          mayHave && (
            <Button variant="primary" icon={<Plus />} onClick={() => openCreateWorkItem()}>
              <span className="max-sm:sr-only">{t('workItems.new')}</span>
            </Button>
          )
        }
      />
      {!mayHave ? (
        <NoAccess title={t('drafts.emptyTitle')} text={t('drafts.noAccessText')} />
      ) : drafts.length === 0 ? (
        <EmptyState
          icon={<FilePen />}
          title={t('drafts.emptyTitle')}
          text={t('drafts.emptyText')}
          action={
            <Button variant="primary" icon={<Plus />} keys="n i" onClick={() => openCreateWorkItem()}>
              {t('workItems.new')}
            </Button>
          }
        />
      ) : (
        <div className="scroll-quiet min-h-0 flex-1 overflow-y-auto">
          <ul aria-label={t('drafts.title')} onKeyDown={moveFocus}>
            {drafts.map((draft) => (
              <DraftLine key={draft.id} draft={draft} />
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

function DraftLine({ draft }: { draft: DraftRow }) {
  const { t, i18n } = useTranslation()
  const line = useRef<HTMLLIElement>(null)
  const project = useAtomValue(tables.projects.rowAtom(draft.project_id ?? ''))
  const canCreate = useCanCreate(draft.project_id ?? '')
  const name = draft.name || t('drafts.untitled')
  const remove = () => {
    const neighbour = line.current?.nextElementSibling ?? line.current?.previousElementSibling
    void deleteDraft(draft)
    // The focused element disappears with the draft, so the focus moves to a neighbour after the menu has closed.
    requestAnimationFrame(() => stopOf(neighbour)?.focus())
  }
  return (
    <li
      ref={line}
      className="group/line relative flex min-h-11 items-center gap-2.5 border-b border-line px-4 hover:bg-hover"
    >
      <PriorityIcon priority={draft.priority} />
      <span className="flex min-w-0 flex-1 items-baseline gap-2.5">
        <button
          type="button"
          data-draft
          dir="auto"
          onClick={() => openCreateWorkItem({ draft_id: draft.id })}
          className={cx(
            'max-w-full truncate text-left outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus',
            draft.name ? 'font-medium' : 'text-faint',
          )}
        >
          {name}
        </button>
        <span
          dir="auto"
          className={cx('min-w-0 flex-1 truncate text-sm text-faint', draft.name && 'max-sm:hidden')}
        >
          {draft.preview}
        </span>
      </span>
      <span className="flex max-w-2/5 shrink-0 items-center gap-1.5 text-sm text-soft [&_svg]:size-3.5">
        {project && <ProjectLogo logo={project.logo_props} name={project.name} />}
        <span className="truncate max-sm:hidden">{project?.name ?? t('drafts.noProject')}</span>
      </span>
      <span className="hidden w-24 shrink-0 text-right text-sm text-faint tabular sm:block">
        {timeAgo(draft.updated_at, i18n.language)}
      </span>
      <Menu
        align="end"
        trigger={
          <IconButton
            size="sm"
            className="z-1"
            label={t('drafts.actionsOf', { name })}
            icon={<MoreHorizontal />}
          />
        }
      >
        {canCreate && (
          <MenuItem icon={<Send />} onSelect={() => publish(draft)}>
            {t('workItems.create')}
          </MenuItem>
        )}
        <MenuItem icon={<Trash2 />} danger onSelect={remove}>
          {t('drafts.delete')}
        </MenuItem>
      </Menu>
    </li>
  )
}

/** Creates the item from the draft. If the title or the project is missing, the dialog opens instead. */
function publish(draft: DraftRow): void {
  const { description: _, state_id, sub_items, ...fields } = draftOf(draft, '')
  const parts = subItemsWithTitle(withoutReactKeys(sub_items))
  const isReady = draft.project_id !== null && workItemNameProblem(draft.name) === null
  if (!isReady) openCreateWorkItem({ draft_id: draft.id })
  else
    void createWorkItem({
      ...fields,
      sub_items: parts,
      ...(state_id !== null && { state_id }),
      draft_id: draft.id,
    })
}

function stopOf(line: Element | null | undefined): HTMLElement | null {
  return line?.querySelector<HTMLElement>('[data-draft]') ?? null
}

function moveFocus(event: KeyboardEvent): void {
  const { key, target } = event
  const line = target instanceof Element ? target.closest('li') : null
  const next = { ArrowDown: line?.nextElementSibling, ArrowUp: line?.previousElementSibling }[key]
  if (!next) return
  event.preventDefault()
  stopOf(next)?.focus()
}
