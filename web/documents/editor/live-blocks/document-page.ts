import { createContext } from 'react'
import type { LogoProps } from '#common/platform/logo-props.ts'

/** A page in a list of sub-pages. */
export interface ListedPage {
  id: string
  name: string
  logo_props: LogoProps
  path: string
  isPrivate?: boolean
}

/** The page that contains the displayed text. Live blocks need it, for example to list the sub-pages of the page. */
export interface DocumentPage {
  id: string
  /** The project of the page. Is null for a workspace page, which has no project. */
  projectId: string | null
  /**
   * The sub-pages of a published page. Its readers may not be signed in, so the live blocks cannot load the sub-pages.
   */
  publicSubPages?: readonly ListedPage[]
  /** True inside a synced block, which cannot contain other synced blocks. */
  isSyncedBlock?: boolean
}

/** Provides the page that contains a text. Is null for other texts, such as the description of a work item. */
export const DocumentPageContext = createContext<DocumentPage | null>(null)
