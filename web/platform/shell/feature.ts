import type { Atom, Getter } from 'jotai'
import { type ComponentType, createContext, type ReactNode, useContext } from 'react'
import type { RouteObject } from 'react-router'
import type { HomeKey, SidebarKey } from '#common/personal/preferences/rules.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import type { Project, TableName } from '../sync/tables.ts'
import type { Loadable } from '../ui/loadable.ts'

/** The parts that a feature adds to the frame of a workspace. Sidebar, palette, routes and shortcuts are built from these. */
export interface Feature {
  id: string
  /** Screens below the path of the workspace. */
  routes?: RouteObject[]
  /** Lists in the sidebar, below the sections. */
  sidebar?: ComponentType<SidebarPartProps>
  /** Rows of the sidebar for the workspace. */
  sections?: SidebarSection[]
  /** Rows below each project in the sidebar, or in its menu. */
  projectSections?: ProjectSection[]
  /** Widgets of the home screen. */
  home?: HomePart[]
  /** Actions of the palette besides the sections. Their shortcuts work on every screen. */
  actions?: (context: Confirmation) => Action[]
  /** Search results in the palette, rendered as a group. */
  results?: Loadable<ResultsProps>
  /** Suggestions of the palette before the user types, rendered as a group. */
  recent?: Loadable<RecentProps>
  /**
   * Returns the path below the workspace that shows a row, or a function that opens it. Undefined for rows of other
   * features.
   */
  open?: (row: OpenedRow) => string | (() => void) | undefined
  /** Global dialogs. */
  dialogs?: AnyDialog[]
  /** Rendered in the top bar of every screen while open. */
  bar?: AnyDialog[]
  /** Shown instead of a workspace that requires two-factor authentication, if the user has not set it up. */
  gate?: Loadable<GateProps>
  /** A project feature whose switch needs more than one field. */
  projectSwitch?: ComponentType<ProjectSwitchProps>
  /** A section on the detail screen of some work items, above the description. */
  itemSection?: ItemSection
  /** Called when the user opens a work item or page. Returns a cleanup function. */
  onViewed?: (id: string) => () => void
}

export interface GateProps {
  /** Called when the workspace can be opened. */
  onReady: () => void
}

export interface ProjectSwitchProps {
  project: Project
}

export interface ItemSection {
  isShown: (row: WorkItemRow) => boolean
  part: Loadable<{ row: WorkItemRow }>
}

/** A widget of the home screen, which each user shows, hides and orders. */
export interface HomePart {
  key: HomeKey
  label: () => string
  icon: ReactNode
  /** The column on wide screens. */
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
  /** Closes the sidebar on phones after navigation. */
  onNavigate: (() => void) | undefined
}

interface AnySection {
  id: string
  label: () => string
  icon: ReactNode
  /**
   * The keyboard shortcut of the section. The palette offers all project sections, but only workspace
   * sections with a shortcut.
   */
  keys?: string
}

export interface SidebarSection extends AnySection {
  /** The path below the path of the workspace. */
  path: string | ((get: Getter) => string)
  /** If true, the row is marked as current only on exactly this URL, and not on URLs below it. */
  isExact?: boolean
  /** The preference with which the user moves or hides the row. Without it, the row is fixed. */
  preference?: SidebarKey
  isShown?: (get: Getter) => boolean
  /** Number shown in the row; 0 is hidden. */
  count?: (get: Getter) => number
}

export function sectionPathOf({ path }: SidebarSection, get: Getter): string {
  return typeof path === 'string' ? path : path(get)
}

export interface ProjectSection extends AnySection {
  /** Returns the path below the path of the workspace. */
  path: (projectId: string) => string
  /** The list that shows the section. The palette offers all of them. */
  in: 'sidebar' | 'menu' | 'palette'
  isShown?: (get: Getter, project: Project) => boolean
  /** Number shown in the row; 0 is hidden. */
  count?: (get: Getter, project: Project) => number
}

export interface Confirmation {
  get: Getter
  /** The project on the screen, if the user works in it. */
  project: Project | undefined
}

export interface Action {
  id: string
  /** Group in the palette and in the list of shortcuts. */
  group: 'create' | 'go'
  label: string
  icon: ReactNode
  keys?: string
  /** Alternative shortcuts, which only the list of shortcuts shows. */
  otherKeys?: readonly string[]
  /** A path below the workspace to open, or a function. */
  run: string | (() => void)
}

export interface ResultsProps {
  /** The search text, at least two characters. */
  words: string
  /** The project on the screen, or the first that the user works in. */
  projectId: string | undefined
  onClose: () => void
}

export type RecentProps = Pick<ResultsProps, 'onClose'>

export const FeaturesContext = createContext<readonly Feature[]>([])

export function useFeatures(): readonly Feature[] {
  return useContext(FeaturesContext)
}
