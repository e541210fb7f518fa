import type { Feature } from './http/mount.ts'
import { workItemsFeature } from './work-items/routes.ts'

/** Everything the API does. A new feature is one line here, and its tables in `db/tables.ts`. */
export const features: Feature[] = [workItemsFeature]
