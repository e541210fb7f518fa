import { useAtomValue } from 'jotai'
import { Avatar } from '../ui/Avatar.tsx'
import type { PickerOption } from '../ui/picker-options.ts'
import { assignableAtom } from '../users/people.ts'

/** Whom a module can have as its lead and members. */
export function usePeopleOptions(projectId: string): PickerOption[] {
  return useAtomValue(assignableAtom(projectId)).map(({ id, display_name, avatar_url }) => ({
    value: id,
    label: display_name,
    icon: <Avatar id={id} name={display_name} src={avatar_url} size="xs" decorative />,
  }))
}
