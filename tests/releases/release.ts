import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Facts about a stored release that `keep.ts` saves next to its backup. */
export interface StoredRelease {
  /** The user as whom the test reads: an admin of the workspace and of all its projects. */
  admin_id: string
  /** The first account, which has a password and an API token. It was created with the sign-up forms. */
  email: string
  password: string
  token: string
  /** The URLs of the GET calls that the server answered with status 200 when the admin sent them. */
  reads: string[]
  /** A project, and the number of its next work item. */
  project: { slug: string; project_id: string; next_sequence: number }
  /** Names of documents and their texts. */
  documents: { name: string; text: string }[]
}

export const releasesFolder = join(import.meta.dirname, 'kept')

/** Returns the names of the stored releases, oldest first. */
export function listStoredReleases(): string[] {
  return readdirSync(releasesFolder).sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))
}
