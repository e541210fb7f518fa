import { useAtomValue } from 'jotai'
import { CornerDownRight } from 'lucide-react'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { Menu } from '../../platform/ui/Menu.tsx'
import { MenuGroup } from '../../platform/ui/MenuGroup.tsx'
import { MenuItem } from '../../platform/ui/MenuItem.tsx'
import { MenuSeparator } from '../../platform/ui/MenuSeparator.tsx'
import { StateIcon } from '../../platform/ui/StateIcon.tsx'
import { CycleIcon } from '../../work/cycles-modules-epics/CycleIcon.tsx'
import { openCyclesAtom, statusOfCycle } from '../../work/cycles-modules-epics/cycles.ts'
import { statesAtom } from '../../work/states/atoms.ts'
import type { AcceptTarget } from './actions.ts'

interface AcceptTargetPickerProps {
  projectId: string
  onChoose: (into: AcceptTarget) => void
}

/** The menu for accepting an item into a certain state or cycle. */
export function AcceptTargetPicker({ projectId, onChoose }: AcceptTargetPickerProps) {
  const { t } = useTranslation()
  const states = useAtomValue(statesAtom(projectId)).filter(({ group }) => group !== 'triage')
  const hasCycles = useAtomValue(tables.projects.rowAtom(projectId))?.cycle_view === true
  const open = useAtomValue(openCyclesAtom(projectId))
  const cycles = hasCycles ? open : []
  return (
    <Menu trigger={<IconButton label={t('intake.acceptInto')} icon={<CornerDownRight />} />}>
      <MenuGroup label={t('intake.intoState')}>
        {states.map(({ id, name, group, color }) => (
          <MenuItem
            key={id}
            icon={<StateIcon group={group} color={color} />}
            onSelect={() => onChoose({ state_id: id })}
          >
            {name}
          </MenuItem>
        ))}
      </MenuGroup>
      {cycles.length > 0 && (
        <>
          <MenuSeparator />
          <MenuGroup label={t('intake.intoCycle')}>
            {cycles.map((cycle) => (
              <MenuItem
                key={cycle.id}
                icon={<CycleIcon status={statusOfCycle(cycle)} />}
                onSelect={() => onChoose({ cycle_id: cycle.id })}
              >
                {cycle.name}
              </MenuItem>
            ))}
          </MenuGroup>
        </>
      )}
    </Menu>
  )
}
