import { execFileSync } from 'node:child_process'
import { readFileSync, type Stats, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** As whom the database's programs run. Without `ids`: as this process does. */
export type DatabaseUser = { ids?: Ids; capability?: string }

type Ids = { uid: number; gid: number }

/**
 * PostgreSQL refuses to run as root. Started by root it runs as whoever owns the cluster's folder, or as `postgres`, who is made when
 * there is none. Where that user may not pass to the folders (a clone in /root), it is given the one capability to read past that.
 */
export function databaseUser(clusterFolder: string, programFolder: string): DatabaseUser {
  if (process.getuid?.() !== 0) return {}
  const ids = ownerOf(clusterFolder) ?? account() ?? makeAccount()
  const closed = [dirname(clusterFolder), programFolder]
    .flatMap(withParents)
    .find((folder) => !mayEnter(folder, ids))
  if (closed === undefined) return { ids }
  const capability = capabilities.find(({ bit }) => isHeld(bit))?.name
  if (capability && hasSetpriv()) return { ids, capability }
  throw new Error(
    `PostgreSQL may not run as root, and the user that it runs as may not enter ${closed}. ` +
      `Allow that (chmod o+x '${closed}'), move the project and DATA_DIR elsewhere, or start as an ordinary user.`,
  )
}

export function commandFor(
  user: DatabaseUser,
  program: string,
  args: string[],
): { program: string; args: string[]; ids?: Ids } {
  if (!user.ids || !user.capability) return { program, args, ...(user.ids && { ids: user.ids }) }
  const { uid, gid } = user.ids
  return {
    program: 'setpriv',
    args: [
      `--reuid=${uid}`,
      `--regid=${gid}`,
      '--clear-groups',
      `--inh-caps=+${user.capability}`,
      `--ambient-caps=+${user.capability}`,
      '--',
      program,
      ...args,
    ],
  }
}

/** The lesser first; containers usually have the second only. Bits as in linux/capability.h. */
const capabilities = [
  { name: 'dac_read_search', bit: 2n },
  { name: 'dac_override', bit: 1n },
]

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
  try {
    execFileSync(
      'useradd',
      ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'],
      { stdio: 'ignore' },
    )
  } catch {
    // Without useradd (Alpine, macOS) or without the right to use it, the check below says what to do.
  }
  const made = account()
  if (made) return made
  throw new Error(
    'PostgreSQL may not run as root and no user "postgres" could be made. Make one, or start as an ordinary user.',
  )
}

function withParents(folder: string): string[] {
  const parent = dirname(folder)
  return parent === folder ? [folder] : [...withParents(parent), folder]
}

function mayEnter(folder: string, ids: Ids): boolean {
  const stats = statSync(folder, { throwIfNoEntry: false })
  return stats === undefined || (stats.mode & enterBit(stats, ids)) !== 0
}

function enterBit(stats: Stats, { uid, gid }: Ids): number {
  if (stats.uid === uid) return 0o100
  return stats.gid === gid ? 0o010 : 0o001
}

function isHeld(bit: bigint): boolean {
  try {
    const effective = /^CapEff:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
    return effective !== undefined && (BigInt(`0x${effective}`) >> bit) % 2n === 1n
  } catch {
    return false
  }
}

function hasSetpriv(): boolean {
  try {
    execFileSync('setpriv', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
