import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { Palette } from 'lucide-react'
import { type KeyboardEvent, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { type CalloutAttributes, defaultCalloutEmoji } from '#common/documents/content/callouts.ts'
import type { LogoProps } from '#common/platform/logo-props.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { IconButton } from '../../../platform/ui/IconButton.tsx'
import { LogoPicker } from '../../../platform/ui/LogoPicker.tsx'
import { Menu } from '../../../platform/ui/Menu.tsx'
import { MenuGroup } from '../../../platform/ui/MenuGroup.tsx'
import { pressedKey } from '../../../platform/ui/pressed-key.ts'
import { ColorRadio } from '../colors/ColorRadio.tsx'
import { CalloutIcon } from './CalloutIcons.tsx'
import type { CalloutPortal, CalloutPortals } from './callout-view.ts'

/** The button on each callout that changes its emoji or icon, and the menu of its color. */
export function CalloutControls({ editor, portals }: { editor: Editor; portals: CalloutPortals }) {
  const list = useSyncExternalStore(portals.subscribe, portals.list)
  const isEditable = useEditorState({ editor, selector: ({ editor: { isEditable: is } }) => is })
  return list.map((portal) => (
    <Parts key={portal.key} editor={editor} portal={portal} isEditable={isEditable} />
  ))
}

function Parts({
  editor,
  portal,
  isEditable,
}: {
  editor: Editor
  portal: CalloutPortal
  isEditable: boolean
}) {
  const { t } = useTranslation()
  const { callout, sign, menu } = portal
  const set = (change: Partial<CalloutAttributes>) => {
    const position = portal.position()
    if (position === undefined) return
    const { tr } = editor.state
    for (const [name, value] of Object.entries(change)) tr.setNodeAttribute(position, name, value)
    editor.view.dispatch(tr)
    editor.commands.focus(null, { scrollIntoView: false })
  }
  const back = (event: KeyboardEvent) => {
    if (pressedKey(event) !== 'Escape') return
    event.stopPropagation()
    editor.view.focus()
  }
  if (!isEditable) return createPortal(<CalloutIcon callout={callout} />, sign)
  return (
    <>
      {createPortal(
        <LogoPicker
          label={t('editor.callout.sign')}
          value={logoOf(callout)}
          onChange={(logo) => set(ofLogo(logo))}
          trigger={
            <button type="button" className="callout-button" aria-label={t('editor.callout.sign')}>
              <CalloutIcon callout={callout} />
            </button>
          }
        />,
        sign,
      )}
      {createPortal(
        <div role="toolbar" aria-label={t('editor.callout.name')} onKeyDown={back}>
          <Menu
            align="end"
            trigger={<IconButton size="sm" label={t('editor.callout.color')} icon={<Palette />} />}
          >
            <MenuGroup label={t('editor.color.background')}>
              <ColorRadio
                of="background"
                value={callout.background}
                onChange={(background) => set({ background })}
              />
            </MenuGroup>
          </Menu>
        </div>,
        menu,
      )}
    </>
  )
}

function logoOf({ emoji, icon, color }: CalloutAttributes): LogoProps {
  return icon === null
    ? { in_use: 'emoji', emoji: { value: emoji ?? defaultCalloutEmoji } }
    : { in_use: 'icon', icon: { name: icon, color } }
}

function ofLogo({ in_use, emoji, icon }: LogoProps): Partial<CalloutAttributes> {
  return in_use === 'icon'
    ? { icon: icon?.name ?? null, color: icon?.color ?? null }
    : { icon: null, color: null, emoji: emoji?.value ?? null }
}
