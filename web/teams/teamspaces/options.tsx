import { useAtomValue } from 'jotai'
import { eligibleTeamspaceMembersAtom } from '../../organization/teamspaces/atoms.ts'
import { joinedProjectsAtom } from '../../platform/person/projects.ts'
import { Avatar } from '../../platform/ui/Avatar.tsx'
import { ProjectLogo } from '../../platform/ui/ProjectLogo.tsx'
import type { PickerOption } from '../../platform/ui/picker-options.ts'

/** The people who can be members of a teamspace. The chosen people come first. */
export function useMemberOptions(chosen: readonly string[]): PickerOption[] {
  return useAtomValue(eligibleTeamspaceMembersAtom)
    .toSorted((a, b) => Number(chosen.includes(b.member_id)) - Number(chosen.includes(a.member_id)))
    .map(({ member_id, name, email, avatar_url }) => ({
      value: member_id,
      label: name,
      hint: email,
      icon: <Avatar id={member_id} name={name} src={avatar_url} size="xs" decorative />,
    }))
}

/** The projects that the user can link to a teamspace. The chosen projects come first. */
export function useProjectOptions(chosen: readonly string[]): PickerOption[] {
  return useAtomValue(joinedProjectsAtom)
    .toSorted((a, b) => Number(chosen.includes(b.id)) - Number(chosen.includes(a.id)))
    .map(({ id, name, identifier, logo_props }) => ({
      value: id,
      label: name,
      hint: identifier,
      icon: <ProjectLogo logo={logo_props} name={name} />,
    }))
}
