import { categories, rows } from 'virtual:emoji'
import {
  type EmojiData,
  EmojiPicker,
  type EmojiPickerListCategoryHeaderProps,
  type EmojiPickerListEmojiProps,
  type EmojiPickerListRowProps,
} from 'frimousse'
import { useTranslation } from '../../locales/i18n.ts'
import { cx } from './cx.ts'
import { inputClass, inputSizes } from './input-class.ts'
import { isTouchDevice } from './use-media-query.ts'

/** The emoji list with its data, loaded by EmojiPicker. */
export function EmojiPanel({ onPick }: { onPick: (emoji: string) => void }) {
  const { t } = useTranslation()
  return (
    <EmojiPicker.Root
      columns={9}
      resolveEmojiData={ownEmoji}
      onEmojiSelect={({ emoji }) => onPick(emoji)}
      className="flex h-80 w-80 max-w-full flex-col"
    >
      <div className="flex gap-1.5 p-2">
        <EmojiPicker.Search
          // The panel may load after the popup has chosen its initial focus, so the input takes the focus
          // itself.
          autoFocus={!isTouchDevice()}
          aria-label={t('ui.emoji.search')}
          placeholder={t('ui.emoji.search')}
          className={cx(
            inputClass,
            inputSizes.md,
            'appearance-none [&::-webkit-search-cancel-button]:hidden',
          )}
        />
        <EmojiPicker.SkinToneSelector
          aria-label={t('ui.emoji.skin')}
          className="grid size-control shrink-0 place-items-center rounded-sm text-lg hover:bg-hover"
        />
      </div>
      <EmojiPicker.Viewport className="scroll-quiet relative min-h-0 flex-1 outline-none">
        <EmojiPicker.Empty className="absolute inset-0 grid place-items-center text-soft">
          {t('ui.emoji.empty')}
        </EmojiPicker.Empty>
        <EmojiPicker.List
          aria-label={t('ui.emoji.list')}
          className="pb-2 select-none"
          components={{ CategoryHeader, Row, Emoji }}
        />
      </EmojiPicker.Viewport>
    </EmojiPicker.Root>
  )
}

function CategoryHeader({ category, ...rest }: EmojiPickerListCategoryHeaderProps) {
  return (
    <div {...rest} className="bg-raised px-3 pt-2 pb-1 text-xs font-medium text-faint">
      {category.label}
    </div>
  )
}

// A row of the emoji list. frimousse counts rows and columns from 0, but ARIA counts from 1.
function Row({ 'aria-rowindex': row = 0, ...rest }: EmojiPickerListRowProps) {
  const position = { 'aria-rowindex': row + 1 }
  return <div {...rest} {...position} className="flex scroll-my-1 px-2" />
}

function Emoji({ emoji, 'aria-colindex': column = 0, ...rest }: EmojiPickerListEmojiProps) {
  const position = { 'aria-colindex': column + 1 }
  return (
    <button
      {...rest}
      {...position}
      type="button"
      className={cx(
        'grid size-8.5 shrink-0 place-items-center rounded-sm text-[1.1875rem] leading-none',
        emoji.isActive && 'bg-active',
      )}
    >
      {emoji.emoji}
    </button>
  )
}

const tones = ['light', 'medium-light', 'medium', 'medium-dark', 'dark'] as const

function ownEmoji(locale: string): EmojiData {
  return {
    locale,
    categories,
    skinTones: { light: '', 'medium-light': '', medium: '', 'medium-dark': '', dark: '' },
    emojis: rows.map(([emoji, label, category, tags, skins]) => ({
      emoji,
      label,
      category,
      version: 1,
      tags,
      skins: skins.length === tones.length ? skinsByTone(skins) : undefined,
    })),
  }
}

function skinsByTone([light = '', mediumLight = '', medium = '', mediumDark = '', dark = '']: string[]) {
  return { light, 'medium-light': mediumLight, medium, 'medium-dark': mediumDark, dark }
}
