import { useAtomValue } from 'jotai'
import { MoreHorizontal, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { EstimateRow } from '#common/planning/estimates/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { AlertDialog } from '../../platform/ui/AlertDialog.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { Menu } from '../../platform/ui/Menu.tsx'
import { MenuItem } from '../../platform/ui/MenuItem.tsx'
import { SettingsSection } from '../../platform/ui/SettingsSection.tsx'
import { estimatesAtom, estimateValuesAtom, estimateValueText } from '../../work/work-items/estimates.ts'
import { deleteEstimate } from './actions.ts'

interface PreviousEstimatesProps {
  projectId: string
  canEdit: boolean
  onUse: ((estimate: EstimateRow) => void) | undefined
}

/** Lists the estimates that the project used before. */
export function PreviousEstimates({ projectId, canEdit, onUse }: PreviousEstimatesProps) {
  const { t } = useTranslation()
  const others = useAtomValue(estimatesAtom(projectId)).filter((estimate) => !estimate.last_used)
  const [deleted, setDeleted] = useState<EstimateRow | null>(null)
  if (others.length === 0) return null
  return (
    <SettingsSection label={t('estimates.others')} title={t('estimates.others')}>
      <ul className="flex flex-col rounded-lg border border-line">
        {others.map((estimate) => (
          <li
            key={estimate.id}
            className="flex items-center gap-2 border-line py-2.5 pe-2 ps-4 not-first:border-t"
          >
            <span className="min-w-0 flex-1">
              <span dir="auto" className="block truncate font-medium">
                {estimate.name}
              </span>
              <Preview estimate={estimate} />
            </span>
            {onUse && (
              <Button size="sm" onClick={() => onUse(estimate)}>
                {t('estimates.use')}
              </Button>
            )}
            {canEdit && (
              <Menu
                align="end"
                trigger={
                  <IconButton
                    size="sm"
                    label={t('estimates.actionsOf', { value: estimate.name })}
                    icon={<MoreHorizontal />}
                  />
                }
              >
                <MenuItem danger icon={<Trash2 />} onSelect={() => setDeleted(estimate)}>
                  {t('estimates.delete')}
                </MenuItem>
              </Menu>
            )}
          </li>
        ))}
      </ul>
      <AlertDialog
        open={deleted !== null}
        onOpenChange={(open) => !open && setDeleted(null)}
        title={t('estimates.deleteEstimateTitle', { name: deleted?.name ?? '' })}
        text={t('estimates.deleteEstimateText')}
        confirmLabel={t('estimates.delete')}
        danger
        onConfirm={() => deleted && void deleteEstimate(deleted)}
      />
    </SettingsSection>
  )
}

function Preview({ estimate }: { estimate: EstimateRow }) {
  const points = useAtomValue(estimateValuesAtom(estimate.id))
  return (
    <span className="block truncate text-sm text-faint tabular">
      {points.map(estimateValueText).join(' · ')}
    </span>
  )
}
