import { loadable } from '../../../platform/ui/loadable.ts'

/** The rows of an item's menu, fetched before anybody opens one. */
export const itemActions = loadable(() => import('./ItemActions.tsx').then(({ ItemActions }) => ItemActions))
