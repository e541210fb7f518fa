import { createContext, use } from 'react'

/**
 * The type of Base UI's menu components. The open menu provides them, so that a closed menu does not load
 * them.
 */
export type MenuComponents = typeof import('@base-ui/react/menu').Menu

export const MenuComponentsContext = createContext<MenuComponents | undefined>(undefined)

export function useMenuComponents(): MenuComponents {
  const parts = use(MenuComponentsContext)
  if (!parts) throw new Error('A row of a menu has to be inside Menu, MenuSub or ContextMenu')
  return parts
}
