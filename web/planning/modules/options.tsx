import { useAtomValue } from 'jotai'
import { moduleStatuses } from '#common/planning/modules/rules.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { displayNameOf } from '../../platform/person/display-name.ts'
import { assignableUsersAtom } from '../../platform/person/people.ts'
import { Avatar } from '../../platform/ui/Avatar.tsx'
import type { PickerOption } from '../../platform/ui/picker-options.ts'
import { ModuleStatusIcon } from '../../work/cycles-modules-epics/ModuleIcon.tsx'

/** Returns the people who can be lead or member of a module. */
export function useModulePeopleOptions(projectId: string): PickerOption[] {
  return useAtomValue(assignableUsersAtom(projectId)).map(({ id, display_name, avatar_url }) => ({
    value: id,
    label: displayNameOf({ display_name }),
    icon: <Avatar id={id} name={displayNameOf({ display_name })} src={avatar_url} size="xs" decorative />,
  }))
}

export function useModuleStatusOptions() {
  const { t } = useTranslation()
  return moduleStatuses.map((value) => ({
    value,
    label: t(`modules.status.${value}`),
    icon: <ModuleStatusIcon status={value} />,
  }))
}
