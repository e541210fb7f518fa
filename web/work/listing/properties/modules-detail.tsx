import { useAtomValue } from 'jotai'
import { Box } from 'lucide-react'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { listNames } from '../../../locales/formats.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { Picker } from '../../../platform/ui/Picker.tsx'
import { ModuleIcon } from '../../cycles-modules-epics/ModuleIcon.tsx'
import { modulesAcceptingItemsAtom, modulesAtom } from '../../cycles-modules-epics/modules.ts'
import { intersectLists } from '../bulk/common-values.ts'
import {
  type DetailPropertyDefinition,
  iconAndNameClass,
  type PropertyPickerProps,
} from './property-detail.ts'
import { createReferenceCellText, parsePastedList } from './text.ts'

export const modulesDetail: DetailPropertyDefinition = {
  column: { width: 160 },
  Cell: ModulesCell,
  Full: Modules,
  Picker: ModulesPicker,
  ofMany: (rows) => ({ module_ids: intersectLists(rows.map((row) => row.module_ids)) }),
  text: (row, names) => createReferenceCellText(row.module_ids, names.module),
  parse: (given, { modules }) => parsePastedList('module_ids', given, modules, 'unknown_module'),
}

function useModulesOf(row: WorkItemRow) {
  return useAtomValue(modulesAtom(row.project_id)).filter((module) => row.module_ids.includes(module.id))
}

function ModulesCell({ row }: { row: WorkItemRow }) {
  const { t } = useTranslation()
  const [first, ...rest] = useModulesOf(row)
  return (
    first && (
      <span className={iconAndNameClass}>
        <ModuleIcon status={first.status} />
        <span className="truncate">{first.name}</span>
        {rest.length > 0 && (
          <span className="shrink-0 text-xs text-faint" title={listNames(rest.map(({ name }) => name))}>
            <span aria-hidden>+{rest.length}</span>
            <span className="sr-only">{t('ui.more', { count: rest.length })}</span>
          </span>
        )}
      </span>
    )
  )
}

function Modules({ row, disabled }: { row: WorkItemRow; disabled: boolean }) {
  const { t } = useTranslation()
  const modules = useModulesOf(row)
  if (modules.length === 0) {
    return (
      <>
        <Box /> {t(disabled ? 'workItems.none.modules' : 'workItems.addToModules')}
      </>
    )
  }
  return (
    <span className="flex min-w-0 flex-col gap-1">
      {modules.map((module) => (
        <span key={module.id} className={iconAndNameClass}>
          <ModuleIcon status={module.status} />
          <span dir="auto" className="truncate">
            {module.name}
          </span>
        </span>
      ))}
    </span>
  )
}

/** Offers the modules that accept items, and the archived modules that the item is in. */
function ModulesPicker({
  name: _,
  projectId,
  item: { module_ids },
  onChange,
  ...control
}: PropertyPickerProps) {
  const { t } = useTranslation()
  const open = useAtomValue(modulesAcceptingItemsAtom(projectId))
  const value = module_ids ?? []
  const own = useAtomValue(modulesAtom(projectId)).filter(
    (module) => module.archived_at !== null && value.includes(module.id),
  )
  const modules = [...open, ...own]
  return (
    <Picker
      {...control}
      multiple
      label={t('properties.modules')}
      value={value}
      onChange={(next) => onChange({ module_ids: next })}
      emptyText={t(modules.length > 0 ? 'modules.noSuch' : 'modules.none')}
      options={modules.map((module) => ({
        value: module.id,
        label: module.name,
        hint: module.archived_at === null ? '' : t('modules.archivedSection'),
        icon: <ModuleIcon status={module.status} />,
      }))}
    />
  )
}
