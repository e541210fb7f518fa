import { z } from 'zod'
import { signInProviders } from '../../identity/sign-in/providers.ts'
import { userLite } from '../../identity/users/schema.ts'
import { role } from '../../platform/roles.ts'
import { id, isoTimestamp } from '../../platform/time.ts'

/** The notable changes of one month. */
export const releaseNote = z.object({
  /** Month of the changes, such as November 2026. */
  title: z.string(),
  sections: z.array(z.object({ title: z.string(), entries: z.array(z.string()) })),
})
export type ReleaseNote = z.infer<typeof releaseNote>

/** A setting and the value that is in effect. */
export const configurationRow = z.object({
  /** Id of the row, which equals the unique `key`. */
  id: z.string(),
  key: z.string(),
  /** Value as text. Switches are 1 or 0, and a secret is empty. */
  value: z.string(),
  category: z.string(),
  kind: z.enum(['switch', 'number', 'text', 'secret']),
  is_encrypted: z.boolean(),
  /** True if a value is set. It is also correct for a secret, whose value is never returned. */
  is_set: z.boolean(),
  /** Source of the value. A value from the environment cannot be changed by this API. */
  source: z.enum(['environment', 'screen', 'default']),
  default: z.string(),
  updated_at: isoTimestamp.nullable(),
})
export type ConfigurationRow = z.infer<typeof configurationRow>

export const instanceAdmin = z.object({
  id,
  user: id,
  role: z.literal(role.admin),
  created_at: isoTimestamp,
  user_detail: userLite.extend({ email: z.string(), is_active: z.boolean() }),
})
export type InstanceAdmin = z.infer<typeof instanceAdmin>

/** A line of the SMTP conversation. Passwords are never included. */
export const smtpDialogueLine = z.object({ from: z.enum(['client', 'server', 'note']), text: z.string() })
export type SmtpDialogueLine = z.infer<typeof smtpDialogueLine>

export const mailTestResult = z.object({ message: z.string(), dialogue: z.array(smtpDialogueLine) })
export type MailTestResult = z.infer<typeof mailTestResult>

/** An account as instance admins see it. */
export const instancePerson = userLite.extend({
  email: z.string(),
  is_active: z.boolean(),
  is_email_verified: z.boolean(),
  is_instance_admin: z.boolean(),
  /**
   * The sign-in methods that the user has set up. Sign-in codes are not listed, because they need no setup.
   */
  methods: z.array(z.string()),
  has_second_factor: z.boolean(),
  last_login_medium: z.string(),
  /** Time at which the user was last active in a browser, accurate to ten minutes. */
  last_seen: isoTimestamp.nullable(),
  total_workspaces: z.int(),
  date_joined: isoTimestamp,
})
export type InstancePerson = z.infer<typeof instancePerson>

const queue = z.object({
  name: z.string(),
  waiting: z.int(),
  running: z.int(),
  /** Number of waiting jobs that have failed before. */
  retrying: z.int(),
  /** Number of jobs that were discarded in the last two weeks. */
  failed: z.int(),
  /** Cron expression of a scheduled job, in UTC: minute, hour, day, month, weekday. Null for other jobs. */
  cron: z.string().nullable(),
})
export type InstanceJobQueue = z.infer<typeof queue>

const failure = z.object({
  id,
  name: z.string(),
  state: z.enum(['retrying', 'given_up']),
  attempts: z.int(),
  reason: z.string().nullable(),
  failed_at: isoTimestamp,
  /** Time of the next automatic attempt. */
  next_at: isoTimestamp.nullable(),
})
export type JobFailure = z.infer<typeof failure>
export const instanceJobs = z.object({ queues: z.array(queue), failures: z.array(failure) })
export type InstanceJobs = z.infer<typeof instanceJobs>

const proxyProblem = z.enum(['untrusted_headers', 'other_address', 'no_upgrade'])
export type ProxyProblem = z.infer<typeof proxyProblem>

/** A problem that requests have shown: the reverse proxy, or the proxy settings of Tandem, are wrong. */
const proxyWarning = z.object({
  problem: proxyProblem,
  /** The header, address or path that showed the problem in the last affected request. */
  seen: z.string(),
  last_at: isoTimestamp,
})
export type ProxyWarning = z.infer<typeof proxyWarning>

export const instanceHealth = z.object({
  program: z.string(),
  node: z.string(),
  document_schema: z.int(),
  last_migration: z.string(),
  role: z.string(),
  /** Seconds since the process started. */
  uptime: z.number(),
  memory: z.object({ rss: z.number(), heap_used: z.number() }),
  database: z.object({
    version: z.string(),
    bytes: z.number(),
    milliseconds: z.number(),
    connections: z.int(),
  }),
  /** State of Redis; null for a single process without Redis. */
  redis: z
    .object({
      is_reachable: z.boolean(),
      version: z.string().nullable(),
      milliseconds: z.number().nullable(),
    })
    .nullable(),
  files: z.object({
    kind: z.enum(['folder', 's3']),
    is_reachable: z.boolean(),
    count: z.int(),
    bytes: z.number(),
  }),
  mail: z.enum(['environment', 'screen', 'outbox']),
  readers: z.array(z.object({ reader: z.string(), versions: z.number(), seconds: z.number() })),
  last_backup_at: isoTimestamp.nullable(),
  last_backup_bytes: z.number().nullable(),
  app_url: z.string(),
  proxy_warnings: z.array(proxyWarning),
})
export type InstanceHealth = z.infer<typeof instanceHealth>

/**
 * The last failure of an identity provider that prevents every sign-in with it. `reason` has the wording of the server
 * log.
 */
export const providerProblem = z.object({
  provider: z.enum(signInProviders),
  reason: z.string(),
  last_at: isoTimestamp,
})
export type ProviderProblem = z.infer<typeof providerProblem>

export const instanceWorkspace = z.object({
  id,
  name: z.string(),
  slug: z.string(),
  logo_url: z.string().nullable(),
  owner: userLite.extend({ email: z.string() }).nullable(),
  total_members: z.int(),
  total_projects: z.int(),
  /** Total size of the workspace's files in bytes. */
  storage: z.number(),
  created_at: isoTimestamp,
})
export type InstanceWorkspace = z.infer<typeof instanceWorkspace>
