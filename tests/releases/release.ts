import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** What `keep.ts` noted of an installation that it kept, besides its backup. */
export interface Release {
  /** Who reads: an admin of everything in it. */
  admin_id: string
  /** Somebody who made an account and an API token as people do it. */
  email: string
  password: string
  token: string
  /** Addresses that answered 200 to the admin. */
  reads: string[]
  /** A project, and the number that its next work item gets. */
  project: { slug: string; project_id: string; next_sequence: number }
  /** Documents by their names, and the texts that they had. */
  documents: { name: string; text: string }[]
}

export const releasesFolder = join(import.meta.dirname, 'kept')

/** Names of the releases that are kept, the oldest first. */
export function keptReleases(): string[] {
  return readdirSync(releasesFolder).sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))
}
