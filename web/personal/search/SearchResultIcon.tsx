import { useAtomValue } from 'jotai'
import {
  Box,
  FileText,
  FolderKanban,
  Inbox,
  IterationCw,
  Layers,
  ListTodo,
  MessageSquare,
  UserRound,
  UsersRound,
  Zap,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { SearchResultKind } from '#common/personal/search/kinds.ts'
import type { SearchResult } from '#common/personal/search/schema.ts'
import { tables } from '../../platform/app/sync.ts'
import { Avatar } from '../../platform/ui/Avatar.tsx'
import { ProjectLogo } from '../../platform/ui/ProjectLogo.tsx'
import { StateIcon } from '../../platform/ui/StateIcon.tsx'

type Shown = Pick<
  SearchResult,
  'kind' | 'id' | 'title' | 'state_id' | 'state__group' | 'logo_props' | 'avatar_url'
>

export function SearchResultIcon({ found }: { found: Shown }) {
  const { kind, id, title, state_id, state__group, logo_props, avatar_url } = found
  const state = useAtomValue(tables.states.rowAtom(state_id ?? ''))
  if (kind === 'person') return <Avatar id={id} name={title} src={avatar_url} size="xs" decorative />
  if (kind === 'issue' && state__group !== null)
    return <StateIcon group={state__group} color={state?.color ?? null} />
  if (kind === 'project') return <ProjectLogo logo={logo_props} name={title} />
  return logo_props === null ? (
    searchResultIcons[kind]
  ) : (
    <ProjectLogo logo={logo_props} name={title} fallback={searchResultIcons[kind]} />
  )
}

export const searchResultIcons: Record<SearchResultKind, ReactNode> = {
  issue: <ListTodo />,
  epic: <Zap />,
  intake: <Inbox />,
  page: <FileText />,
  project: <FolderKanban />,
  teamspace: <UsersRound />,
  cycle: <IterationCw />,
  module: <Box />,
  view: <Layers />,
  person: <UserRound />,
  comment: <MessageSquare />,
}
