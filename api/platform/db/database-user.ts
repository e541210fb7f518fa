import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * The operating system user that runs the database programs. If `ids` is missing, this is the user of the
 * current process.
 */
export type OperatingSystemUser = { ids?: Ids; capability?: string }

type Ids = { uid: number; gid: number }

/** Arguments of `spawn` that run a program as the database user. */
type Command = { program: string; args: string[]; ids?: Ids }

/**
 * Returns the user that PostgreSQL runs as. PostgreSQL refuses to run as root, so if root starts the server,
 * PostgreSQL runs as the owner of the cluster folder. If that folder does not exist or belongs to root, PostgreSQL
 * runs as the user `postgres`, who is created if missing. If that user cannot enter the folders (for example because
 * Tandem is installed in `/root`), the user gets the capability to bypass read permissions.
 */
export function resolveDatabaseUser(clusterFolder: string, programFolder: string): OperatingSystemUser {
  if (process.getuid?.() !== 0) return {}
  const ids = ownerOf(clusterFolder) ?? account() ?? makeAccount()
  const folders = [programFolder, dirname(clusterFolder)]
  const user = [{ ids }, ...capabilities.map((capability) => ({ ids, capability }))].find((candidate) =>
    folders.every((folder) => mayEnter(folder, candidate)),
  )
  if (user) return user
  throw new Error(
    `PostgreSQL may not run as root, and the user that it runs as instead may not enter ${folders.join(' or ')}. ` +
      'Allow others to pass (chmod o+x on the closed folder), move the project and DATA_DIR, or start as an ordinary user.',
  )
}

export function buildCommandAsUser(user: OperatingSystemUser, program: string, args: string[]): Command {
  if (!user.ids) return { program, args }
  if (!user.capability) return { program, args, ids: user.ids }
  const { uid, gid } = user.ids
  return {
    program: 'setpriv',
    args: [
      `--reuid=${uid}`,
      `--regid=${gid}`,
      '--clear-groups',
      // PostgreSQL checks its programs with the system call access(2), which ignores the capability unless this
      // option is set.
      '--securebits=+no_setuid_fixup',
      `--inh-caps=+${user.capability}`,
      `--ambient-caps=+${user.capability}`,
      '--',
      program,
      ...args,
    ],
  }
}

/**
 * Linux capabilities to bypass read permissions. The first one permits less, but a container usually has only
 * the second one.
 */
const capabilities = ['dac_read_search', 'dac_override']

function ownerOf(folder: string): Ids | null {
  const stats = statSync(folder, { throwIfNoEntry: false })
  return stats && stats.uid !== 0 ? { uid: stats.uid, gid: stats.gid } : null
}

function account(): Ids | null {
  try {
    return { uid: idOf('-u'), gid: idOf('-g') }
  } catch {
    return null
  }
}

function idOf(kind: '-u' | '-g'): number {
  return Number(
    execFileSync('id', [kind, 'postgres'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
  )
}

function makeAccount(): Ids {
  succeeds({ program: 'useradd', args: ['--system', '--user-group', '--no-create-home', 'postgres'] })
  const created = account()
  if (created) return created
  throw new Error(
    'PostgreSQL may not run as root and no user "postgres" could be made. Make one, or start as an ordinary user.',
  )
}

function mayEnter(folder: string, user: OperatingSystemUser): boolean {
  return succeeds(buildCommandAsUser(user, 'test', ['-x', folder]))
}

function succeeds({ program, args, ids }: Command): boolean {
  try {
    execFileSync(program, args, { ...ids, cwd: '/', stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
