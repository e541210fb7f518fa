import { loadable } from './loadable.ts'

/** The content of an open Menu or ContextMenu. */
export const menuPopup = loadable(() => import('./MenuPopup.tsx').then(({ MenuPopup }) => MenuPopup))
