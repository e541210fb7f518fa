import type { Atom, Getter } from 'jotai'
import { type ComponentType, createContext, type ReactNode, useContext } from 'react'
import type { RouteObject } from 'react-router'
import type { LiveBlock, LiveBlockKind } from '#common/documents/content/live-blocks.ts'
import type { SyncedReference } from '#common/documents/content/synced-blocks.ts'
import type { HomeSectionKey, SidebarSectionKey } from '#common/personal/preferences/rules.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import type { Project, TableName } from '../sync/tables.ts'
import type { Loadable } from '../ui/loadable.ts'

/**
 * The parts that a feature adds to the screens of a workspace. Sidebar, palette, routes and shortcuts are
 * built from these parts.
 */
export interface Feature {
  id: string
  /** The screens of the feature, with paths below the path of the workspace. */
  routes?: RouteObject[]
  /** Lists that the feature adds to the sidebar, below the sections. */
  sidebar?: ComponentType<SidebarPartProps>
  /** The rows of the sidebar that belong to the whole workspace. */
  sections?: SidebarSection[]
  /** Rows below each project in the sidebar, or in the menu of the project. */
  projectSections?: ProjectSection[]
  /** Widgets of the home screen. */
  home?: HomeSectionDefinition[]
  /** Palette actions in addition to the sections. Their shortcuts work on every screen. */
  actions?: (context: PaletteActionContext) => PaletteAction[]
  /** Search results in the palette, rendered as a group. */
  results?: Loadable<PaletteResultsProps>
  /** Suggestions of the palette before the user types, rendered as a group. */
  recent?: Loadable<PaletteRecentProps>
  /**
   * Returns the path below the workspace that shows a row, or a function that opens the row. Returns undefined
   * if the row belongs to another feature.
   */
  open?: (row: RowToOpen) => string | (() => void) | undefined
  /** Dialogs that every screen can open. */
  dialogs?: FeatureDialog[]
  /** Components that are rendered in the top bar of every screen while they are open. */
  bar?: FeatureDialog[]
  /** Shown instead of a workspace that requires two-factor authentication, if the user has not set it up. */
  gate?: Loadable<WorkspaceGateProps>
  /** The switch of a project feature, for features whose switch sets more than one field. */
  projectSwitch?: ComponentType<ProjectFeatureSwitchProps>
  /** A section on the detail screen of some work items, above the description. */
  itemSection?: WorkItemSection
  /**
   * Returns a function that creates a page for a link in a text. Returns undefined if the user cannot create
   * pages in the project, or in the workspace if `projectId` is null.
   */
  linkedPageCreation?: (get: Getter, projectId: string | null) => CreateLinkedPage | undefined
  /** The dialog that creates work items from lines of a text. */
  createItems?: Loadable<CreateItemsProps>
  /** Renders one kind of live block in texts. */
  liveBlock?: LiveBlockPart
  /** Loads synced blocks for the texts that refer to them. */
  syncedBlocks?: SyncedBlockParts
  /** Called when the user opens a work item or page. Returns a cleanup function. */
  onViewed?: (id: string) => () => void
}

export interface CreateItemsProps {
  lines: readonly LineForItem[]
  /** The project to which the text belongs. Is null if it belongs to no project, for example in a workspace page. */
  projectId: string | null
  /**
   * Called before the items are created. Returns the function that replaces each line by the key of its item. The key
   * is undefined for lines without an item. The dialog must call this function even if no items were created. When the
   * user undoes or redoes the replacement in the text, `onReversed` is called.
   */
  onSend: () => (keys: readonly (string | undefined)[], onReversed: (isUndone: boolean) => void) => KeysInText
  onClose: () => void
}

/** A line of a text from which a work item is created. */
export interface LineForItem {
  text: string
  /** The line as HTML if a title cannot contain all of it, for example a mention or a link. Otherwise null. */
  html: string | null
}

/**
 * Functions for lines of a text after each line was replaced by the key of the work item that was created from it.
 */
export interface KeysInText {
  /** Replaces the keys that are still in the text by the original lines. */
  restoreLines: () => unknown
  /** Replaces the restored lines by the keys of their items again. */
  showKeys: () => unknown
}

export interface LiveBlockPart {
  kind: LiveBlockKind
  part: Loadable<LiveBlockProps>
  /** Opens when the user inserts a new live block, and lets the user choose what the block lists. */
  chooser?: Loadable<LiveBlockChooserProps>
}

export interface LiveBlockProps {
  block: LiveBlock
  /** The page that contains the block. Is null if the block is not in a page, but for example in a description. */
  page: { id: string; projectId: string | null } | null
  /** True if the block shows no controls that change rows, for example in an earlier version of a text. */
  isReadOnly: boolean
}

export interface LiveBlockChooserProps {
  anchor: Element
  /** The project to which the text belongs. Is null if it belongs to no project, for example in a workspace page. */
  projectId: string | null
  onChoose: (project: string, view: string) => void
  onClose: () => void
}

export interface SyncedBlockParts {
  /** Loads the content of a synced block, and shows why it cannot be shown. */
  content: Loadable<SyncedContentProps>
  /** The menu items that lead to the places where a synced block appears. */
  places: Loadable<SyncedPlacesProps>
  /** Asks what happens to the other places when the original of a synced block is removed. */
  deletion: Loadable<SyncedDeletionProps>
}

export interface SyncedDeletionProps {
  pageId: string
  /** The ids of the originals that the user removes from the page. */
  blocks: readonly string[]
  /** The removed originals to which the page itself still refers. */
  usedInPage: ReadonlySet<string>
  /** True if the user turns the originals into normal blocks. */
  isUnsync: boolean
  /** Called once. The originals are only removed if `isConfirmed` is true. */
  onDecided: (isConfirmed: boolean) => void
}

export interface SyncedContentProps {
  reference: SyncedReference
  renderText: (source: SyncedSource) => ReactNode
}

/** The original of a synced block that the user can see. */
export interface SyncedSource {
  page: { id: string; name: string; project_id: string | null }
  /** The path of the page, with the hash of the block. */
  path: string
  /** The stored content of the block. Is null if the page does not contain the block any more. */
  html: string | null
}

export interface SyncedPlacesProps {
  reference: SyncedReference
}

/**
 * Creates a page with the given id, if possible as a child of the page that contains the link. Returns false if
 * the server rejected it.
 */
export type CreateLinkedPage = (id: string, name: string, parentId: string | null) => Promise<boolean>

export interface WorkspaceGateProps {
  /** Called when the required setup is complete and the workspace can be opened. */
  onReady: () => void
}

export interface ProjectFeatureSwitchProps {
  project: Project
}

export interface WorkItemSection {
  isShown: (row: WorkItemRow) => boolean
  part: Loadable<{ row: WorkItemRow }>
}

/** A widget of the home screen, which each user shows, hides and orders. */
export interface HomeSectionDefinition {
  key: HomeSectionKey
  label: () => string
  icon: ReactNode
  /** The column in which wide screens show the widget. */
  column: 'main' | 'side'
  part: Loadable<object>
}

/** A row that the user wants to open, and the getter of the store from which a feature can read the row. */
export interface RowToOpen {
  entity: TableName
  id: string
  get: Getter
}

export interface FeatureDialog {
  id: string
  part: Loadable<object>
  isOpenAtom: Atom<boolean>
}

export interface SidebarPartProps {
  /** Closes the sidebar on phones after navigation. */
  onNavigate: (() => void) | undefined
}

export interface SidebarTreeProps extends SidebarPartProps {
  /** The project whose section contains the tree, or null for a section of the workspace. */
  projectId: string | null
}

interface AnySection {
  id: string
  label: () => string
  icon: ReactNode
  /** A tree that the user can expand below the row of the section in the sidebar. */
  tree?: Loadable<SidebarTreeProps>
  /**
   * The keyboard shortcut of the section. The palette offers all sections of a project. Of the sections of a
   * workspace, it offers only those that have a shortcut.
   */
  keys?: string
}

export interface SidebarSection extends AnySection {
  /** The path below the path of the workspace. */
  path: string | ((get: Getter) => string)
  /** If true, the row is marked as current only on exactly this URL, and not on URLs below it. */
  isExact?: boolean
  /**
   * The key under which the user's choice to move or hide the row is stored. Without this key, the row cannot
   * be moved or hidden.
   */
  preference?: SidebarSectionKey
  isShown?: (get: Getter) => boolean
  /** Returns the number that is shown in the row. 0 is hidden. */
  count?: (get: Getter) => number
}

export function sidebarSectionPath({ path }: SidebarSection, get: Getter): string {
  return typeof path === 'string' ? path : path(get)
}

export interface ProjectSection extends AnySection {
  /** Returns the path below the path of the workspace. */
  path: (projectId: string) => string
  /**
   * The list that shows the section: the sidebar, the menu of the project, or only the palette. The palette
   * offers all sections.
   */
  in: 'sidebar' | 'menu' | 'palette'
  isShown?: (get: Getter, project: Project) => boolean
  /** Returns the number that is shown in the row. 0 is hidden. */
  count?: (get: Getter, project: Project) => number
}

export interface PaletteActionContext {
  get: Getter
  /**
   * The project of the current screen. It is undefined if the screen shows no project or if the user has not joined
   * the project.
   */
  project: Project | undefined
}

export interface PaletteAction {
  id: string
  /** The group of the action in the palette and in the list of shortcuts. */
  group: 'create' | 'go'
  label: string
  icon: ReactNode
  keys?: string
  /** Alternative shortcuts, which only the list of shortcuts shows. */
  otherKeys?: readonly string[]
  /** Other names of the action that the palette finds, separated by commas. */
  aliases?: string
  /** A path below the workspace to open, or a function to run. */
  run: string | ((navigate: (path: string) => void) => void)
  /** If true, the screen focuses a text field, which also gets the keys that are pressed while it is loading. */
  takesTyping?: true
}

export interface PaletteResultsProps {
  /** The search text, at least two characters. */
  words: string
  /**
   * The id of the project of the current screen. On other screens, the id of the first project in the sidebar of the
   * user.
   */
  projectId: string | undefined
  onClose: () => void
}

export type PaletteRecentProps = Pick<PaletteResultsProps, 'onClose'>

export const FeaturesContext = createContext<readonly Feature[]>([])

export function useFeatures(): readonly Feature[] {
  return useContext(FeaturesContext)
}
