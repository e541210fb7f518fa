import { loadable } from './loadable.ts'

/** The open list of a Menu or ContextMenu. */
export const menuPopup = loadable(() => import('./MenuPopup.tsx').then(({ MenuPopup }) => MenuPopup))
