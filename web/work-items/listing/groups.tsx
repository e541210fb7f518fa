import { useAtomValue } from 'jotai'
import { CircleDashed, Tag, UserRound } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import type { Groups } from '#common/listing/arrange.ts'
import { flatGroup, type GroupKey, noneGroup, stateGroupRank } from '#common/listing/keys.ts'
import type { StateRow } from '#common/states/schema.ts'
import { priorities } from '#common/work-items/priorities.ts'
import { t } from '../../locales/i18n.ts'
import { joinedProjectsAtom } from '../../projects/atoms.ts'
import { tables } from '../../sync/tables.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { PriorityIcon } from '../../ui/PriorityIcon.tsx'
import { ProjectLogo } from '../../ui/ProjectLogo.tsx'
import { StateIcon } from '../../ui/StateIcon.tsx'
import { assignableAtom } from '../../users/people.ts'
import { labelsAtom, statesAtom } from '../atoms.ts'

export interface GroupHead {
  key: string
  name: string
  icon: ReactNode
}

/**
 * The groups of a listing in their order, named. Those that nothing is in are among them only where empty groups are wanted; those
 * that something is in always are, also when what they stand for is gone.
 */
export function useGroupHeads(
  by: GroupKey | null,
  projectId: string | null,
  filled: readonly string[],
  showEmpty: boolean,
): GroupHead[] {
  const states = useAtomValue(statesAtom(projectId ?? ''))
  const labels = useAtomValue(labelsAtom(projectId ?? ''))
  const people = useAtomValue(assignableAtom(projectId ?? ''))
  const projects = useAtomValue(joinedProjectsAtom)
  // Names come from the tables, whose rows are among these.
  const known = useMemo(
    () => knownGroups(by, { states, labels, people, projects }),
    [by, states, labels, people, projects],
  )
  return useMemo(() => {
    if (by === null) return [{ key: flatGroup, name: t('workItems.allItems'), icon: null }]
    const isFilled = new Set(filled)
    const shown = known.filter((key) => showEmpty || isFilled.has(key))
    const others = filled.filter((key) => !known.includes(key) && key !== noneGroup)
    const none = isFilled.has(noneGroup) || (showEmpty && canBeNone.includes(by)) ? [noneGroup] : []
    return [...shown, ...others, ...none].map((key) => ({
      key,
      name: groupName(by, key),
      icon: groupIcon(by, key),
    }))
  }, [by, known, filled, showEmpty])
}

/** The groups that something is in. */
export function filledGroups(groups: Groups): string[] {
  return Object.keys(groups).filter((key) => (groups[key]?.total ?? 0) > 0)
}

/** The lanes that something is in, in any column. */
export function filledSubGroups(groups: Groups): string[] {
  return [...new Set(Object.values(groups).flatMap((group) => filledGroups(group.groups ?? {})))]
}

const canBeNone: readonly GroupKey[] = ['labels__id', 'assignees__id']

interface Known {
  states: readonly { id: string }[]
  labels: readonly { id: string }[]
  people: readonly { id: string }[]
  projects: readonly { id: string }[]
}

function knownGroups(by: GroupKey | null, { states, labels, people, projects }: Known): string[] {
  const ids = (rows: readonly { id: string }[]) => rows.map((row) => row.id)
  switch (by) {
    case 'state_id':
      return ids(states)
    case 'state__group':
      return Object.keys(stateGroupRank).filter((group) => group !== 'triage')
    case 'priority':
      return [...priorities]
    case 'labels__id':
      return ids(labels)
    case 'assignees__id':
    case 'created_by':
      return ids(people)
    case 'project_id':
      return ids(projects)
    default:
      return []
  }
}

export function groupName(by: GroupKey, key: string): string {
  if (key === noneGroup)
    return t(
      `workItems.none.${by === 'labels__id' ? 'labels' : by === 'assignees__id' ? 'assignees' : 'other'}`,
    )
  switch (by) {
    case 'state_id':
      return tables.states.get(key)?.name ?? t('workItems.unknownGroup')
    case 'state__group':
      return isStateGroup(key) ? t(`ui.state.${key}`) : key
    case 'priority':
      return isPriority(key) ? t(`ui.priority.${key}`) : key
    case 'labels__id':
      return tables.labels.get(key)?.name ?? t('workItems.unknownGroup')
    case 'assignees__id':
    case 'created_by':
      return tables.users.get(key)?.display_name ?? t('workItems.unknownPerson')
    case 'project_id':
      return tables.projects.get(key)?.name ?? t('workItems.unknownGroup')
    default:
      return key
  }
}

function groupIcon(by: GroupKey, key: string): ReactNode {
  if (key === noneGroup)
    return by === 'labels__id' ? (
      <Tag className="text-icon-faint" />
    ) : (
      <UserRound className="text-icon-faint" />
    )
  switch (by) {
    case 'state_id': {
      const state = tables.states.get(key)
      return state ? <StateIcon group={state.group} color={state.color} /> : <CircleDashed />
    }
    case 'state__group':
      return isStateGroup(key) ? <StateIcon group={key} /> : null
    case 'priority':
      return isPriority(key) ? <PriorityIcon priority={key} /> : null
    case 'labels__id':
      return (
        <span
          aria-hidden
          className="size-2.25 shrink-0 rounded-full"
          style={{ background: tables.labels.get(key)?.color }}
        />
      )
    case 'assignees__id':
    case 'created_by': {
      const person = tables.users.get(key)
      return (
        <Avatar
          id={key}
          name={person?.display_name ?? ''}
          src={person?.avatar_url ?? null}
          size="xs"
          decorative
        />
      )
    }
    case 'project_id': {
      const project = tables.projects.get(key)
      return project ? <ProjectLogo logo={project.logo_props} name={project.name} /> : null
    }
    default:
      return null
  }
}

function isPriority(key: string): key is (typeof priorities)[number] {
  return priorities.some((known) => known === key)
}

function isStateGroup(key: string): key is StateRow['group'] {
  return Object.hasOwn(stateGroupRank, key)
}
