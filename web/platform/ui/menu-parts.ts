import { createContext, use } from 'react'

/**
 * The type of Base UI's menu components. The open menu provides them, so that a closed menu does not load
 * them.
 */
export type MenuParts = typeof import('@base-ui/react/menu').Menu

export const MenuPartsContext = createContext<MenuParts | undefined>(undefined)

export function useMenuParts(): MenuParts {
  const parts = use(MenuPartsContext)
  if (!parts) throw new Error('A row of a menu has to be inside Menu, MenuSub or ContextMenu')
  return parts
}
