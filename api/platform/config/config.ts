import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import {
  isSettingKey,
  type SettingKey,
  settingDeclaration,
  settingKeys,
  settingProblem,
} from '#common/operation/instance/settings.ts'
import { OperatorError } from './operator-error.ts'
import { readEnvironment, withValuesFromSecretFiles } from './settings-file.ts'

export type Config = {
  port: number
  host: string
  /** Absolute path of the data folder. `readConfig` creates the folder. */
  dataDir: string
  /**
   * Origin of the server without a trailing slash. Links in emails start with it, and the origin of requests
   * is compared with it.
   */
  appUrl: string
  /**
   * True if `APP_URL` is set. If it is not set, command line programs use the address that the server used
   * last.
   */
  isAppUrlSet: boolean
  /** URL of the PostgreSQL database. If it is null, the embedded PostgreSQL in `dataDir` is used. */
  databaseUrl: string | null
  redisUrl: string | null
  /** Settings of the S3 object store. If it is null, files are stored in `dataDir`. */
  s3: S3Config | null
  /**
   * URL of the SMTP server. If it is null, the mail server from the instance settings is used. If these contain
   * no mail server, emails are written to the outbox in `dataDir`.
   */
  smtpUrl: string | null
  mailFrom: string
  secret: string
  role: ProcessRole
  logLevel: LogLevel
  /**
   * The reverse proxies in front of the server: their number, or their addresses as CIDRs. If the number is 0,
   * headers of proxies are ignored.
   */
  trustedProxies: number | string[]
  /**
   * Private networks (CIDR) with addresses that users may enter, for example for webhooks. The server connects to no
   * other private networks on behalf of users.
   */
  reachableNetworks: string[]
  /**
   * The bearer token that `/metrics` requires. If null, `/metrics` answers only requests from private
   * addresses.
   */
  metricsToken: string | null
  /**
   * Values of instance settings (`common/operation/instance/settings.ts`) from environment variables. These values
   * take precedence over stored settings.
   */
  instanceSettings: Partial<Record<SettingKey, string>>
  /** Folder that contains the built web client. */
  webDir: string
}

export type S3Config = {
  endpoint: string
  /** Address of the S3 store for browsers. If it is null, browsers load files through this server. */
  publicEndpoint: string | null
  /** True if the bucket name is in the path of URLs instead of the host name. */
  forcePathStyle: boolean
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

export type ProcessRole = (typeof roles)[number]
export type LogLevel = (typeof logLevels)[number]

/** Thrown for invalid settings. The message has one line for each invalid setting. */
export class InvalidSettings extends OperatorError {}

const roles = ['all', 'api', 'realtime', 'worker'] as const
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

/** All settings with default and description. A test compares them with `docs/settings.md`. */
export const environmentSettings = {
  PORT: { default: '3000', description: 'Port to listen on. 0 uses a free port.' },
  // Only this computer can reach a new instance by default, because the first user who signs up becomes its
  // admin. The Docker image sets 0.0.0.0.
  HOST: { default: '127.0.0.1', description: 'Address to listen on. `0.0.0.0` opens it to all networks.' },
  DATA_DIR: {
    default: '.data',
    description: 'Folder for the embedded PostgreSQL, uploaded files, the outbox and the secret.',
  },
  APP_URL: { default: 'http://localhost:PORT', description: 'URL that users open, without a path.' },
  DATABASE_URL: {
    default: '',
    description: 'URL of a PostgreSQL 18 database. If empty, the embedded database starts.',
  },
  REDIS_URL: {
    default: '',
    description:
      'URL of the Redis that several processes share. If Tandem runs as a single process, `REDIS_URL` is not needed.',
  },
  S3_ENDPOINT: {
    default: '',
    description: 'URL of the S3 store for files. If empty, files are stored in `DATA_DIR`.',
  },
  S3_REGION: { default: 'us-east-1', description: 'Region of the S3 store.' },
  S3_BUCKET: { default: '', description: 'Bucket of the S3 store.' },
  S3_ACCESS_KEY_ID: { default: '', description: 'Access key of the S3 store.' },
  S3_SECRET_ACCESS_KEY: { default: '', description: 'Secret key of the S3 store.' },
  S3_PUBLIC_ENDPOINT: {
    default: '',
    description:
      'URL of the S3 store for direct access from browsers. If empty, files go through this server.',
  },
  S3_FORCE_PATH_STYLE: {
    default: 'true',
    description: '`true` puts the bucket in the path of URLs, `false` puts it in front of the host name.',
  },
  SMTP_URL: {
    default: '',
    description: 'Mail server, `smtp://` or `smtps://`. If empty, emails are written to `DATA_DIR/outbox`.',
  },
  MAIL_FROM: { default: 'Tandem <tandem@HOST of APP_URL>', description: 'Sender of emails.' },
  SECRET: {
    default: '',
    description:
      'Secret for sessions and links, at least 32 characters. If empty, it is generated in `DATA_DIR/secret`.',
  },
  ROLE: {
    default: 'all',
    description:
      'Role of this process: `all`, `api`, `realtime` or `worker`. One process must be `all` or `worker`, because only these send emails.',
  },
  LOG_LEVEL: {
    default: 'info',
    description:
      'Minimum level of log messages: `trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`.',
  },
  TRUSTED_PROXIES: {
    default: '0',
    description:
      'Number of reverse proxies in front of the server, or a comma-separated list of their addresses (CIDR).',
  },
  REACHABLE_NETWORKS: {
    default: '',
    description:
      'Comma-separated private networks (CIDR) that the server can connect to for links, webhooks and sign-in providers. If empty, only public addresses are allowed.',
  },
  METRICS_TOKEN: {
    default: '',
    description:
      'Token of at least 16 characters for `/metrics`, sent as `Authorization: Bearer …`. If empty, only private addresses can read `/metrics`.',
  },
} satisfies Record<string, { default: string; description: string }>

type Setting = keyof typeof environmentSettings

/**
 * Defines what `readConfig` creates: `secret` for the server, `folder` for the folder `DATA_DIR` only, and
 * `nothing` for commands that only read.
 */
export type ConfigCreationMode = 'secret' | 'folder' | 'nothing'

/**
 * Reads and checks every setting, by default from the environment and the settings file. If no secret exists
 * and `creates` is not `secret`, `config.secret` is empty. Throws `InvalidSettings`.
 */
export function readConfig(given?: NodeJS.ProcessEnv, creates: ConfigCreationMode = 'secret'): Config {
  const env = withValuesFromSecretFiles(given ?? readEnvironment(), [
    ...Object.keys(environmentSettings),
    ...settingKeys,
  ])
  const result = environment.safeParse(definedSettings(env))
  if (!result.success) {
    const wrong = result.error.issues.map((issue) => issue.message)
    throw new InvalidSettings([...wrong, ...instanceProblems(env)].join('\n'))
  }
  const read = result.data
  const problems = [...contradictions(read), ...instanceProblems(env)]
  if (problems.length > 0) throw new InvalidSettings(problems.join('\n'))

  const dataDir = resolve(read.DATA_DIR)
  if (creates !== 'nothing') makeDataDir(dataDir)
  const appUrl = read.APP_URL ?? `http://localhost:${read.PORT}`
  return {
    port: read.PORT,
    host: read.HOST,
    dataDir,
    appUrl,
    isAppUrlSet: read.APP_URL !== undefined,
    databaseUrl: read.DATABASE_URL ?? null,
    redisUrl: read.REDIS_URL ?? null,
    s3: s3Of(read),
    smtpUrl: read.SMTP_URL ?? null,
    mailFrom: read.MAIL_FROM ?? `Tandem <tandem@${new URL(appUrl).hostname}>`,
    secret: read.SECRET ?? readOrCreateSecret(dataDir, creates),
    role: read.ROLE,
    logLevel: read.LOG_LEVEL,
    trustedProxies: read.TRUSTED_PROXIES,
    reachableNetworks: read.REACHABLE_NETWORKS ?? [],
    metricsToken: read.METRICS_TOKEN ?? null,
    instanceSettings: givenInstanceSettings(env),
    webDir: resolve(import.meta.dirname, '../../../dist/web'),
  }
}

const environment = z.object({
  PORT: text('PORT', isPort, 'must be a whole number from 0 to 65535')
    .default(environmentSettings.PORT.default)
    .transform(Number),
  HOST: text('HOST', isHost, 'must be an IP address or a host name').default(
    environmentSettings.HOST.default,
  ),
  DATA_DIR: text('DATA_DIR', isPath, 'must be a path').default(environmentSettings.DATA_DIR.default),
  APP_URL: text('APP_URL', isOrigin, 'must be an address such as https://tandem.example.com, without a path')
    .transform((url) => new URL(url).origin)
    .optional(),
  DATABASE_URL: url('DATABASE_URL', 'postgres://user:password@host:5432/database', [
    'postgres:',
    'postgresql:',
  ]),
  REDIS_URL: url('REDIS_URL', 'redis://host:6379', ['redis:', 'rediss:']),
  S3_ENDPOINT: url('S3_ENDPOINT', 'https://s3.example.com', ['http:', 'https:']),
  S3_REGION: text('S3_REGION', isWord, 'must be one word').optional(),
  S3_BUCKET: text('S3_BUCKET', isWord, 'must be one word').optional(),
  S3_ACCESS_KEY_ID: text('S3_ACCESS_KEY_ID', isWord, 'must be one word').optional(),
  S3_SECRET_ACCESS_KEY: secretText('S3_SECRET_ACCESS_KEY', isWord, 'must be one word').optional(),
  S3_PUBLIC_ENDPOINT: url('S3_PUBLIC_ENDPOINT', 'https://files.example.com', ['http:', 'https:']),
  S3_FORCE_PATH_STYLE: oneOf('S3_FORCE_PATH_STYLE', ['true', 'false']).optional(),
  SMTP_URL: url('SMTP_URL', 'smtp://user:password@host:587', ['smtp:', 'smtps:']),
  MAIL_FROM: text('MAIL_FROM', isSender, 'must be an e-mail address, or Name <address>').optional(),
  SECRET: secretText(
    'SECRET',
    isLongSecret,
    'must have at least 32 characters; leave it empty to have one made',
  )
    .refine(isUnguessable, 'SECRET is a known example or easy to guess; leave it empty to have one made.')
    .optional(),
  ROLE: oneOf('ROLE', roles).default('all'),
  LOG_LEVEL: oneOf('LOG_LEVEL', logLevels).default('info'),
  TRUSTED_PROXIES: text(
    'TRUSTED_PROXIES',
    isProxies,
    'must be how many proxies there are (0 to 10) or their addresses, such as 10.0.0.0/8,::1',
  )
    .default(environmentSettings.TRUSTED_PROXIES.default)
    .transform((value) => (isCount(value) ? Number(value) : listOf(value))),
  REACHABLE_NETWORKS: text(
    'REACHABLE_NETWORKS',
    areNetworks,
    'must be a list of addresses or networks, such as 10.0.0.0/8,::1',
  )
    .transform(listOf)
    .optional(),
  METRICS_TOKEN: text(
    'METRICS_TOKEN',
    (value) => /^[\x21-\x7e]{16,}$/.test(value),
    'must have at least 16 characters and no spaces',
  ).optional(),
} satisfies Record<Setting, z.ZodType>)

type Environment = z.infer<typeof environment>

function contradictions(read: Environment): string[] {
  const problems: string[] = []
  const s3 = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
  const missing = s3.filter((name) => read[name] === undefined)
  const others = ['S3_REGION', 'S3_PUBLIC_ENDPOINT', 'S3_FORCE_PATH_STYLE'] as const
  const isAnySet = missing.length < s3.length || others.some((name) => read[name] !== undefined)
  if (missing.length > 0 && isAnySet) {
    problems.push(`${missing.join(', ')} must be set too: an S3 store needs all of its settings.`)
  }
  // Require these settings, because a separate process has its own data folder. Without these settings, it
  // would not share the database, the bus and the secret with the other processes.
  const shared = ['DATABASE_URL', 'REDIS_URL', 'SECRET'] as const
  const unshared = shared.filter((name) => read[name] === undefined)
  if (read.ROLE !== 'all' && unshared.length > 0) {
    problems.push(
      `${unshared.join(', ')} must be set: ROLE=${read.ROLE} is one of several processes that share them.`,
    )
  }
  return problems
}

function s3Of(read: Environment): S3Config | null {
  const {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
    S3_PUBLIC_ENDPOINT: publicEndpoint = null,
  } = read
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return null
  return {
    endpoint,
    publicEndpoint,
    forcePathStyle: read.S3_FORCE_PATH_STYLE !== 'false',
    region: read.S3_REGION ?? environmentSettings.S3_REGION.default,
    bucket,
    accessKeyId,
    secretAccessKey,
  }
}

/**
 * Returns the settings that have a value. An empty value counts as not set, because compose files and CI pass
 * empty strings.
 */
function definedSettings(env: NodeJS.ProcessEnv): Record<string, string> {
  const defined: Record<string, string> = {}
  for (const name of Object.keys(environmentSettings)) {
    const value = env[name]?.trim()
    if (value) defined[name] = value
  }
  return defined
}

/**
 * Reads instance settings from environment variables. A variable has the name of the setting, or the
 * alternative name in `environment` of its declaration. If both variables are set, the one with the name of the
 * setting takes precedence.
 */
function givenInstanceSettings(env: NodeJS.ProcessEnv): Config['instanceSettings'] {
  const given: Config['instanceSettings'] = {}
  for (const key of settingKeys) {
    const value = env[nameOf(env, key)]?.trim()
    if (value) given[key] = value
  }
  return given
}

function nameOf(env: NodeJS.ProcessEnv, key: SettingKey): string {
  const { environment = key } = settingDeclaration(key)
  return env[key]?.trim() ? key : environment
}

function instanceProblems(env: NodeJS.ProcessEnv): string[] {
  return Object.entries(givenInstanceSettings(env)).flatMap(([key, value]) => {
    const problem = isSettingKey(key) ? settingProblem(key, value) : null
    // Skip a variable that `environmentSettings` contains, because `readConfig` validates it.
    if (problem === null || !isSettingKey(key) || Object.hasOwn(environmentSettings, nameOf(env, key)))
      return []
    return settingDeclaration(key).kind === 'secret'
      ? [problem]
      : [`${problem.slice(0, -1)}; it is "${value}".`]
  })
}

function text(name: Setting, isAllowed: (value: string) => boolean, rule: string) {
  return z.string().refine(isAllowed, { error: (issue) => `${name} ${rule}; it is "${issue.input}".` })
}

/**
 * Like `text`, but the error message does not contain the value, so that the value does not appear in the
 * log.
 */
function secretText(name: Setting, isAllowed: (value: string) => boolean, rule: string) {
  return z.string().refine(isAllowed, { error: `${name} ${rule}.`, abort: true })
}

/** Reads a URL setting. The error message does not contain the URL, because it may contain a password. */
function url(name: Setting, example: string, protocols: string[]) {
  return secretText(
    name,
    (value) => protocols.includes(URL.parse(value)?.protocol ?? ''),
    `must look like ${example}`,
  ).optional()
}

function oneOf<const T extends readonly string[]>(name: Setting, values: T) {
  return z.enum(values, {
    error: (issue) => `${name} must be one of ${values.join(', ')}; it is "${issue.input}".`,
  })
}

function isPort(value: string): boolean {
  return /^\d{1,5}$/.test(value) && Number(value) <= 65535
}

function isHost(value: string): boolean {
  return ipaddr.isValid(value) || /^(?!-)[a-z0-9-]{1,63}(\.(?!-)[a-z0-9-]{1,63})*$/i.test(value)
}

function isPath(value: string): boolean {
  return !value.includes('\0')
}

function isOrigin(value: string): boolean {
  const parsed = URL.parse(value)
  if (!parsed || (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')) return false
  return parsed.href === `${parsed.origin}/` && !/[?#]/.test(value)
}

function isWord(value: string): boolean {
  return !/\s/.test(value)
}

function isSender(value: string): boolean {
  return /^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(value)
}

function isLongSecret(value: string): boolean {
  return value.length >= 32
}

function isUnguessable(value: string): boolean {
  const letters = value.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  return new Set(value).size >= 10 && !exampleWords.some((word) => letters.includes(word))
}

/**
 * Words of placeholders in examples and templates. `SECRET` must not contain any of them. A random secret (hex
 * or base64, 32 characters) contains none of them.
 */
const exampleWords = [
  'changeme',
  'changethis',
  'example',
  'yoursecret',
  'placeholder',
  'replaceme',
  'password',
  'insecure',
  'secretkey',
  'supersecret',
  '0123456789',
  'abcdefgh',
  'loremipsum',
  'correcthorse',
  '60gp0byfz2dvffa45cxl20p1scy9xbpf6d8c5y0geejgkyp1b5',
]

function isCount(value: string): boolean {
  return /^\d+$/.test(value)
}

function isProxies(value: string): boolean {
  return isCount(value) ? Number(value) <= 10 : areNetworks(value)
}

function areNetworks(value: string): boolean {
  return listOf(value).every(isAddressOrRange)
}

function isAddressOrRange(value: string): boolean {
  return value.includes('/') ? ipaddr.isValidCIDR(value) : ipaddr.isValid(value)
}

function listOf(value: string): string[] {
  return value.split(',').map((entry) => entry.trim())
}

function makeDataDir(dataDir: string): void {
  try {
    // Mode 0711: if root starts the server, the database runs as another user. That user must be able to open
    // the subfolder of the database, but not to list the data folder.
    mkdirSync(dataDir, { recursive: true, mode: 0o711 })
  } catch (error) {
    throw new InvalidSettings(`DATA_DIR ${dataDir} cannot be made: ${reasonOf(error)}.`)
  }
}

/** Reads the secret from `DATA_DIR/secret`, and creates it at the first start. */
function readOrCreateSecret(dataDir: string, creates: ConfigCreationMode): string {
  const path = join(dataDir, 'secret')
  try {
    if (!existsSync(path)) {
      if (creates !== 'secret') return ''
      makeSecret(path)
    }
    const secret = readFileSync(path, 'utf8').trim()
    if (!isLongSecret(secret)) throw new Error('it has fewer than 32 characters')
    chmodSync(path, 0o600)
    return secret
  } catch (error) {
    throw new InvalidSettings(
      `${path} cannot be used: ${reasonOf(error)}. Set SECRET, or let this user write in DATA_DIR.`,
    )
  }
}

/**
 * Creates the secret. `link` is atomic and never overwrites, so two processes that start together get the
 * same secret, and no process reads a partial file.
 */
function makeSecret(path: string): void {
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flush: true })
  try {
    linkSync(draft, path)
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error
  } finally {
    rmSync(draft)
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
