import { useAtomValue } from 'jotai'
import {
  Archive,
  ArchiveRestore,
  ArrowDown,
  ArrowRightLeft,
  ArrowUp,
  CalendarDays,
  CircleStop,
  Link2,
  MoreHorizontal,
  Pencil,
  RotateCcw,
  Trash2,
} from 'lucide-react'
import { useState } from 'react'
import type { CycleRow } from '#common/planning/cycles/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { FavoriteMenuItem } from '../../organization/favorites/FavoriteButton.tsx'
import { copyText } from '../../platform/ui/copy-text.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { LazyPart } from '../../platform/ui/LazyPart.tsx'
import { loadable } from '../../platform/ui/loadable.ts'
import { Menu } from '../../platform/ui/Menu.tsx'
import { MenuItem } from '../../platform/ui/MenuItem.tsx'
import { MenuSeparator } from '../../platform/ui/MenuSeparator.tsx'
import { draftsAtom } from '../../work/plans/cycles.ts'
import { deleteCycle, endCycle, moveDraft, openCycleForm, setCycleArchived } from './actions.ts'
import { cyclePath } from './paths.ts'
import { useCycleRights } from './rights.ts'

const transfer = loadable(() => import('./TransferItems.tsx').then(({ TransferItems }) => TransferItems))
const lastDay = loadable(() => import('./LastDay.tsx').then(({ LastDay }) => LastDay))

/** What can be done with a cycle as a whole, on its row and on its screen. */
export function CycleMenu({ cycle, onDelete }: { cycle: CycleRow; onDelete?: () => void }) {
  const { t } = useTranslation()
  const rights = useCycleRights(cycle.project_id)
  const [isMoving, setMoving] = useState(false)
  const [changed, setChanged] = useState<'reopen' | 'correct' | null>(null)
  const drafts = useAtomValue(draftsAtom(cycle.project_id))
  const at = drafts.findIndex(({ id }) => id === cycle.id)
  return (
    <>
      <Menu
        align="end"
        trigger={
          <IconButton
            className="z-1"
            label={t('cycles.actionsOf', { name: cycle.name })}
            icon={<MoreHorizontal />}
          />
        }
      >
        {rights.edit(cycle) && (
          <MenuItem
            icon={<Pencil />}
            onSelect={() => openCycleForm({ project_id: cycle.project_id, id: cycle.id })}
          >
            {t('cycles.edit')}
          </MenuItem>
        )}
        <MenuItem
          icon={<Link2 />}
          onSelect={() =>
            void copyText(new URL(cyclePath(cycle), location.href).href, t('cycles.linkCopied'))
          }
        >
          {t('cycles.copyLink')}
        </MenuItem>
        {cycle.archived_at === null && <FavoriteMenuItem thing={{ type: 'cycle', ...cycle }} />}
        {rights.edit(cycle) && at >= 0 && drafts.length > 1 && (
          <>
            <MenuItem
              icon={<ArrowUp />}
              keys="alt+arrowup"
              disabled={at === 0}
              onSelect={() => void moveDraft(cycle, -1)}
            >
              {t('cycles.moveUp')}
            </MenuItem>
            <MenuItem
              icon={<ArrowDown />}
              keys="alt+arrowdown"
              disabled={at === drafts.length - 1}
              onSelect={() => void moveDraft(cycle, 1)}
            >
              {t('cycles.moveDown')}
            </MenuItem>
          </>
        )}
        {rights.end(cycle) && (
          <MenuItem icon={<CircleStop />} onSelect={() => void endCycle(cycle)}>
            {t('cycles.end')}
          </MenuItem>
        )}
        {rights.reopen(cycle) && (
          <MenuItem icon={<RotateCcw />} onSelect={() => setChanged('reopen')}>
            {t('cycles.reopen')}
          </MenuItem>
        )}
        {rights.correct(cycle) && (
          <MenuItem icon={<CalendarDays />} onSelect={() => setChanged('correct')}>
            {t('cycles.correct')}
          </MenuItem>
        )}
        {rights.transfer(cycle) && (
          <MenuItem icon={<ArrowRightLeft />} onSelect={() => setMoving(true)}>
            {t('cycles.transfer')}
          </MenuItem>
        )}
        {rights.archive(cycle) && (
          <MenuItem icon={<Archive />} onSelect={() => void setCycleArchived(cycle, true)}>
            {t('cycles.archive')}
          </MenuItem>
        )}
        {rights.unarchive(cycle) && (
          <MenuItem icon={<ArchiveRestore />} onSelect={() => void setCycleArchived(cycle, false)}>
            {t('cycles.unarchive')}
          </MenuItem>
        )}
        {rights.delete(cycle) && (
          <>
            <MenuSeparator />
            <MenuItem
              icon={<Trash2 />}
              danger
              onSelect={() => {
                onDelete?.()
                void deleteCycle(cycle)
              }}
            >
              {t('cycles.delete')}
            </MenuItem>
          </>
        )}
      </Menu>
      {isMoving && <LazyPart part={transfer} props={{ cycle, onClose: () => setMoving(false) }} />}
      {changed !== null && (
        <LazyPart part={lastDay} props={{ cycle, wish: changed, onClose: () => setChanged(null) }} />
      )}
    </>
  )
}
