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

/** The page that contains the shown text. Live blocks depend on it. */
export interface DocumentPage {
  id: string
  /** The project of the page. Null for a page of the workspace. */
  projectId: string | null
  /** The sub-pages of a public page, whose readers cannot load the pages of the workspace. */
  publicSubPages?: readonly ListedPage[]
}

/** Null around texts that are not texts of pages. */
export const DocumentPageContext = createContext<DocumentPage | null>(null)
