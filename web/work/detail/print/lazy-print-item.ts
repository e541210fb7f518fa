import { loadable } from '../../../platform/ui/loadable.ts'

/** Prints an item. The item page preloads it, because printing from the browser's menu cannot wait for a download. */
export const lazyPrintItem = loadable(() => import('./PrintItem.tsx').then(({ PrintItem }) => PrintItem))
