import type { Logger } from 'pino'
import type { DocumentWriter } from '../../documents/content/ports.ts'
import type { Settings } from '../../operation/instance/settings.ts'
import type { Config } from '../config/config.ts'
import type { Orm } from '../db/orm.ts'
import type { Bus } from '../feed/bus.ts'
import type { RateLimits } from '../http/limits.ts'
import type { ProxyWatch } from '../http/proxy-watch.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { SafeClient } from '../outgoing/safe-client.ts'
import type { Pictures } from '../pictures/pictures.ts'
import type { Storage } from '../storage/storage.ts'

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
