import { useAtomValue } from 'jotai'
import { UserRound } from 'lucide-react'
import { tables } from '../../platform/app/sync.ts'
import { displayNameOf } from '../../platform/person/display-name.ts'
import { Avatar } from '../../platform/ui/Avatar.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { Picker } from '../../platform/ui/Picker.tsx'
import type { WorkspaceMemberWithUser } from '../workspaces/atoms.ts'

interface MemberPickerProps {
  label: string
  noneLabel: string
  value: string | null
  onChange: (value: string | null) => void
  people: Pick<WorkspaceMemberWithUser, 'member_id' | 'name' | 'email' | 'avatar_url'>[]
}

/** A picker for one person of a list, or for nobody. */
export function MemberPicker({ label, noneLabel, value, onChange, people }: MemberPickerProps) {
  // Reads the chosen person from the table of users, because `people` can lack this person, such as a user of the
  // sample data or a former member.
  const chosen = useAtomValue(tables.users.rowAtom(value ?? ''))
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="text-sm font-medium text-soft">{label}</span>
      <Picker
        label={label}
        value={value}
        onChange={onChange}
        noneLabel={noneLabel}
        noneIcon={<UserRound />}
        options={people.map((person) => ({
          value: person.member_id,
          label: person.name,
          hint: person.email,
          icon: (
            <Avatar id={person.member_id} name={person.name} src={person.avatar_url} size="xs" decorative />
          ),
        }))}
        trigger={
          <Button
            icon={
              chosen ? (
                <Avatar
                  id={chosen.id}
                  name={displayNameOf(chosen)}
                  src={chosen.avatar_url}
                  size="xs"
                  decorative
                />
              ) : (
                <UserRound />
              )
            }
          >
            {displayNameOf(chosen) ?? noneLabel}
          </Button>
        }
      />
    </div>
  )
}
