import type { Logger } from 'pino'
import type { Bus } from '../bus.ts'
import type { Config } from '../config/config.ts'
import type { Orm } from '../db/orm.ts'
import type { SafeClient } from '../outgoing/safe-client.ts'
import type { Pictures } from '../pictures/pictures.ts'
import type { Storage } from '../storage/storage.ts'
import type { DocumentWriter } from './documents.ts'
import type { Jobs, ProxyWatch, RateLimits, Settings } from './ports.ts'

/** What the composition root hands to the API. */
export interface Deps {
  config: Config
  settings: Settings
  orm: Orm
  bus: Bus
  jobs: Jobs
  storage: Storage
  pictures: Pictures
  documents: DocumentWriter
  /** For what is read from and sent to addresses that people or admins name. */
  web: SafeClient
  limits: RateLimits
  /** Only where requests are served. */
  proxyWatch?: ProxyWatch
  log: Logger
}
