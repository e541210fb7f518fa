import type { Atom, Getter } from 'jotai'
import { type ComponentType, createContext, type ReactNode, useContext } from 'react'
import type { RouteObject } from 'react-router'
import type { HomeKey, SidebarKey } from '#common/personal/preferences/rules.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import type { Project, TableName } from '../sync/tables.ts'
import type { Loadable } from '../ui/loadable.ts'

/** What a feature adds to the frame of a workspace. Sidebar, palette, routes, keys and `?` are made of the features' tables. */
export interface Feature {
  id: string
  /** Screens, below the address of a workspace. */
  routes?: RouteObject[]
  /** Lists of its own in the sidebar, below the sections. */
  sidebar?: ComponentType<SidebarPartProps>
  /** Rows of the sidebar that belong to the workspace. */
  sections?: SidebarSection[]
  /** Rows below each project of the sidebar, or in its menu. */
  projectSections?: ProjectSection[]
  /** Parts of the workspace's first screen. */
  home?: HomePart[]
  /** What the palette offers besides the sections, by its keys on every screen too. */
  actions?: (asked: Confirmation) => Action[]
  /** What the palette finds by words: a part that draws its own group. */
  results?: Loadable<ResultsProps>
  /** What the palette offers before anything is typed: a part that draws its own group. */
  recent?: Loadable<RecentProps>
  /** Where a row is looked at: below the workspace, or by doing something; nothing for rows of others. */
  open?: (row: OpenedRow) => string | (() => void) | undefined
  /** What can be opened from anywhere. */
  dialogs?: AnyDialog[]
  /** What stands in the top bar of every screen as long as it goes on. */
  bar?: AnyDialog[]
  /** Shown in place of a workspace that asks for a second factor, to whoever has none. */
  gate?: Loadable<GateProps>
  /** A part of the features of a project that is switched by more than a field of the project. */
  projectSwitch?: ComponentType<ProjectSwitchProps>
  /** A part of the detail of some work items, above their description. */
  itemSection?: ItemSection
  /** Told of the work item or page that the person looks at; answers what ends that. */
  onLookedAt?: (id: string) => () => void
}

export interface GateProps {
  /** The workspace can be opened now. */
  onReady: () => void
}

export interface ProjectSwitchProps {
  project: Project
}

export interface ItemSection {
  isShown: (row: WorkItemRow) => boolean
  part: Loadable<{ row: WorkItemRow }>
}

/** A part of the home, which each person shows or hides and puts in order. */
export interface HomePart {
  key: HomeKey
  label: () => string
  icon: ReactNode
  /** Where there is room for two columns. */
  column: 'main' | 'side'
  part: Loadable<object>
}

export interface OpenedRow {
  entity: TableName
  id: string
  get: Getter
}

export interface AnyDialog {
  id: string
  part: Loadable<object>
  isOpenAtom: Atom<boolean>
}

export interface SidebarPartProps {
  /** On a phone the sidebar closes as one goes somewhere. */
  onNavigate: (() => void) | undefined
}

interface AnySection {
  id: string
  label: () => string
  icon: ReactNode
  /** A section of the workspace with keys is offered by the palette as well, those of a project are always. */
  keys?: string
}

export interface SidebarSection extends AnySection {
  /** Below the address of the workspace. */
  path: string | ((get: Getter) => string)
  /** Marked as the current one on its own address alone, not on those below it. */
  isExact?: boolean
  /** Its person may put it elsewhere or under More; without it, it stays where it is. */
  preference?: SidebarKey
  isShown?: (get: Getter) => boolean
  /** How many there are; none is not said. */
  count?: (get: Getter) => number
}

export function sectionPathOf({ path }: SidebarSection, get: Getter): string {
  return typeof path === 'string' ? path : path(get)
}

export interface ProjectSection extends AnySection {
  /** Below the address of the workspace. */
  path: (projectId: string) => string
  /** The palette offers all of them. */
  in: 'sidebar' | 'menu' | 'palette'
  isShown?: (get: Getter, project: Project) => boolean
  /** How many there are; none is not said. */
  count?: (get: Getter, project: Project) => number
}

export interface Confirmation {
  get: Getter
  /** The project on the screen, if one works in it. */
  project: Project | undefined
}

export interface Action {
  id: string
  /** Where it stands in the palette and among the keys. */
  group: 'create' | 'go'
  label: string
  icon: ReactNode
  keys?: string
  /** Others that do the same, which only the list of shortcuts names. */
  otherKeys?: readonly string[]
  /** Goes to an address below the workspace, or does something. */
  run: string | (() => void)
}

export interface ResultsProps {
  /** At least two letters, as typed. */
  words: string
  /** The project on the screen, or the first that one works in. */
  projectId: string | undefined
  onClose: () => void
}

export type RecentProps = Pick<ResultsProps, 'onClose'>

export const FeaturesContext = createContext<readonly Feature[]>([])

export function useFeatures(): readonly Feature[] {
  return useContext(FeaturesContext)
}
