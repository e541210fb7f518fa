import { useAtomValue } from 'jotai'
import { ArrowDown, ArrowUp, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { ModuleRow } from '#common/planning/modules/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { peopleAtom } from '../../platform/person/people.ts'
import { Avatar } from '../../platform/ui/Avatar.tsx'
import { cx } from '../../platform/ui/cx.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { orderDragClass, useOrderDrag } from '../../platform/ui/use-order-drag.ts'
import { ModuleStatusIcon } from '../../work/plans/ModuleIcon.tsx'
import { type Measuring, totalText } from '../../work/plans/measure.ts'
import { ProgressRing } from '../../work/plans/ProgressRing.tsx'
import { dropModule, type ModuleLayoutProps, moverOf } from './layout.ts'
import { StatusPicker } from './ModuleFacts.tsx'
import { ModuleMenu } from './ModuleMenu.tsx'
import { modulePath } from './paths.ts'
import { useModuleRights } from './rights.ts'
import type { Counts } from './use-figures.ts'
import { moduleDaysWords } from './words.ts'

/** A line each; those in the archive are folded away below. */
export function ModuleRows({ modules, archived, counts, measuring, areMovable }: ModuleLayoutProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="scroll-quiet min-h-0 flex-1 overflow-y-auto">
      <ul aria-label={t('modules.current')}>
        {modules.map((module, at) => (
          <ModuleLine
            key={module.id}
            module={module}
            counts={counts.get(module.id)}
            measuring={measuring}
            onUp={areMovable ? moverOf(modules, at, -1) : undefined}
            onDown={areMovable ? moverOf(modules, at, 1) : undefined}
            onDrop={areMovable ? (id, edge) => dropModule(modules, id, module, edge) : undefined}
          />
        ))}
      </ul>
      {archived.length > 0 && (
        <section aria-label={t('modules.archivedSection')}>
          <h2 className="border-b border-line">
            <button
              type="button"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
              className="flex h-9 w-full items-center gap-2 px-4 text-left text-sm font-medium text-soft hover:bg-hover"
            >
              <ChevronRight
                aria-hidden
                className={cx('size-3.5 text-icon-faint transition-transform', isOpen && 'rotate-90')}
              />
              {t('modules.archivedSection')}
              <span className="font-normal text-faint tabular">{archived.length}</span>
            </button>
          </h2>
          {isOpen && (
            <ul aria-label={t('modules.archivedSection')}>
              {archived.map((module) => (
                <ModuleLine
                  key={module.id}
                  module={module}
                  counts={counts.get(module.id)}
                  measuring={measuring}
                />
              ))}
            </ul>
          )}
        </section>
      )}
    </div>
  )
}

interface ModuleLineProps {
  module: ModuleRow
  counts: Counts | undefined
  measuring: Measuring
  /** Not given where their order is no matter of hands, null where it goes no further. */
  onUp?: (() => void) | null | undefined
  onDown?: (() => void) | null | undefined
  /** Another one was dropped at an edge of it. */
  onDrop?: ((id: string, edge: 'top' | 'bottom') => void) | undefined
}

function ModuleLine({ module, counts, measuring, onUp, onDown, onDrop }: ModuleLineProps) {
  const { t, i18n } = useTranslation()
  const rights = useModuleRights(module.project_id)
  const [lead] = useAtomValue(peopleAtom(module.lead_id ?? ''))
  const row = useRef<HTMLLIElement>(null)
  const isMovable = rights.edit(module) && onDrop !== undefined
  const drag = useOrderDrag(row, {
    id: module.id,
    list: `modules of ${module.project_id}`,
    enabled: isMovable,
    onDrop: (id, edge) => onDrop?.(id, edge),
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const move = event.altKey ? { ArrowUp: onUp, ArrowDown: onDown }[event.key] : undefined
    if (!isMovable || !move) return
    event.preventDefault()
    move()
    // The row that had the focus has moved in the page.
    requestAnimationFrame(() => row.current?.querySelector('a')?.focus())
  }
  return (
    <li
      ref={row}
      className={cx(
        'group/row relative flex min-h-12 items-center gap-3 border-b border-line pr-3 pl-4 hover:bg-hover',
        orderDragClass(drag),
      )}
    >
      <StatusPicker
        module={module}
        disabled={!rights.edit(module)}
        trigger={
          <button
            type="button"
            title={t(`modules.status.${module.status}`)}
            disabled={!rights.edit(module)}
            className="touch-target relative z-1 -m-1 flex rounded-sm p-1 enabled:hover:bg-active aria-expanded:bg-active"
          >
            <ModuleStatusIcon status={module.status} />
          </button>
        }
      />
      <span className="flex min-w-0 flex-1 flex-col py-1.5 sm:flex-row sm:items-baseline sm:gap-3">
        <Link
          dir="auto"
          to={modulePath(module)}
          // The row is what is dragged, not its link.
          draggable={false}
          onKeyDown={onKeyDown}
          className="truncate text-left font-medium outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
        >
          {module.name}
        </Link>
        <span className="truncate text-sm text-faint tabular">
          {[t(`modules.status.${module.status}`), moduleDaysWords(module, i18n.language)]
            .filter((words) => words !== '')
            .join(' · ')}
        </span>
      </span>
      {rights.edit(module) && onUp !== undefined && onDown !== undefined && (
        <span className="z-1 flex opacity-0 group-focus-within/row:opacity-100 group-hover/row:opacity-100 coarse:opacity-100">
          <IconButton
            label={t('modules.moveUp')}
            keys="alt+arrowup"
            icon={<ArrowUp />}
            disabled={onUp === null}
            onClick={onUp ?? undefined}
          />
          <IconButton
            label={t('modules.moveDown')}
            keys="alt+arrowdown"
            icon={<ArrowDown />}
            disabled={onDown === null}
            onClick={onDown ?? undefined}
          />
        </span>
      )}
      {counts && (
        <>
          <span className="w-20 shrink-0 truncate text-right text-sm text-faint tabular max-sm:hidden">
            {totalText(counts, measuring)}
          </span>
          <span className="flex w-6 shrink-0 max-sm:hidden">
            {lead && <Avatar id={lead.id} name={lead.display_name} src={lead.avatar_url} size="xs" />}
          </span>
          <span className="flex w-15 shrink-0">
            <ProgressRing counts={counts} measure={measuring.measure} />
          </span>
        </>
      )}
      <ModuleMenu module={module} />
    </li>
  )
}
