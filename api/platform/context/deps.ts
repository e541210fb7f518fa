import type { Logger } from 'pino'
import type { Bus } from '../bus.ts'
import type { Config } from '../config/config.ts'
import type { Orm } from '../db/orm.ts'
import type { SafeHttpClient } from '../outgoing/safe-client.ts'
import type { PictureProcessor } from '../pictures/picture-processor.ts'
import type { Storage } from '../storage/storage.ts'
import type { DocumentWriter } from './documents.ts'
import type { InstanceSettingsCache, JobQueue, RateLimits, ReverseProxyMonitor } from './ports.ts'

/** The dependencies that the server passes to the API. */
export interface Deps {
  config: Config
  settings: InstanceSettingsCache
  orm: Orm
  bus: Bus
  jobs: JobQueue
  storage: Storage
  pictures: PictureProcessor
  documents: DocumentWriter
  /** HTTP client for URLs that users or admins enter. */
  web: SafeHttpClient
  limits: RateLimits
  /** This field is set only in processes that serve requests. */
  proxyWatch?: ReverseProxyMonitor
  log: Logger
}
