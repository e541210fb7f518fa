import { useAtomValue } from 'jotai'
import { Tag, UserRound } from 'lucide-react'
import { noneGroup } from '#common/listing/keys.ts'
import { priorities } from '#common/work-items/priorities.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { joinedProjectsAtom } from '../../projects/atoms.ts'
import { tables } from '../../sync/tables.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { PriorityIcon } from '../../ui/PriorityIcon.tsx'
import { ProjectLogo } from '../../ui/ProjectLogo.tsx'
import type { PickerOption } from '../../ui/picker-options.ts'
import { StateIcon } from '../../ui/StateIcon.tsx'
import { peopleInAtom } from '../../users/people.ts'
import { labelsAtom, statesAtom } from '../atoms.ts'
import type { ValueFilterField } from './leaf.ts'

/** What a field can be filtered by in a project, or, given none, in all of one's projects. */
export function useFilterOptions(field: ValueFilterField, projectId: string | null): PickerOption[] {
  const { t } = useTranslation()
  const states = useAtomValue(statesAtom(projectId ?? ''))
  const labels = useAtomValue(labelsAtom(projectId ?? ''))
  const allLabels = useAtomValue(tables.labels.allAtom)
  const people = useAtomValue(peopleInAtom(projectId))
  const projects = useAtomValue(joinedProjectsAtom)
  switch (field) {
    case 'priority':
      return priorities.map((priority) => ({
        value: priority,
        label: t(`ui.priority.${priority}`),
        icon: <PriorityIcon priority={priority} />,
      }))
    case 'state_group':
      return stateGroups.map((group) => ({
        value: group,
        label: t(`ui.state.${group}`),
        icon: <StateIcon group={group} />,
      }))
    case 'state_id':
      return states.map((state) => ({
        value: state.id,
        label: state.name,
        icon: <StateIcon group={state.group} color={state.color} />,
      }))
    case 'label_id':
      return [
        { value: noneGroup, label: t('workItems.none.labels'), icon: <Tag className="text-icon-faint" /> },
        ...(projectId === null ? allLabels : labels).map((label) => ({
          value: label.id,
          label: label.name,
          // Projects may have labels of one name.
          ...(projectId === null && { hint: tables.projects.get(label.project_id ?? '')?.identifier ?? '' }),
          icon: (
            <span aria-hidden className="size-2 shrink-0 rounded-full" style={{ background: label.color }} />
          ),
        })),
      ]
    case 'project_id':
      return projects.map((project) => ({
        value: project.id,
        label: project.name,
        icon: <ProjectLogo logo={project.logo_props} name={project.name} />,
      }))
    case 'assignee_id':
    case 'mention_id':
    case 'created_by_id':
    case 'subscriber_id':
      return [
        ...(field === 'assignee_id'
          ? [
              {
                value: noneGroup,
                label: t('workItems.none.assignees'),
                icon: <UserRound className="text-icon-faint" />,
              },
            ]
          : []),
        ...people.map((person) => ({
          value: person.id,
          label: person.display_name,
          keywords: [person.first_name, person.last_name],
          icon: (
            <Avatar id={person.id} name={person.display_name} src={person.avatar_url} size="xs" decorative />
          ),
        })),
      ]
  }
}

const stateGroups = ['backlog', 'unstarted', 'started', 'completed', 'cancelled'] as const
